// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The structure tree of a file (ISO 32000-1, 14.7), as far as annotations need it: the place of a page in it, and its
/// parent tree.
///
/// Files choose the depth of the tree and may make it circular or incomplete. So each search is limited, and gives nil
/// if it finds nothing.
package struct StructureReader {
  package let file: PDFFile
  /// `/StructTreeRoot`.
  package let root: PDFReference
  /// The entries of the root.
  package let entries: PDFDictionary
  /// Nodes of the parent tree that were read.
  private var nodes: [PDFReference: PDFDictionary] = [:]

  private static let maximumNodes = 4_096
  private static let maximumTreeDepth = 32
  /// Elements above each other.
  private static let maximumDepth = 1_000
  private static let maximumRoles = 16

  /// Fails if the file is not tagged.
  /// - Throws: `structure` if it claims to be, but nothing can be added to its structure tree.
  package init?(_ file: PDFFile) throws(PDFError) {
    let catalog = try file.catalog()
    let mark = try file.resolve(catalog["MarkInfo"]).dictionary ?? [:]
    guard try file.resolve(mark["Marked"]) == .boolean(true) else { return nil }
    guard let root = catalog["StructTreeRoot"].reference,
      case .dictionary(let entries)? = try? file.unambiguousObject(root), entries["S"].isNull
    else { throw .structure("The structure tree root is not an object of its own that can be changed.") }
    (self.file, self.root, self.entries) = (file, root, entries)
  }

  // MARK: Elements

  /// The place of a new structure element: in `parent`, after its kid `sibling`, or at the end if that is nil.
  struct Place: Hashable {
    var parent: PDFReference
    var sibling: PDFReference?
  }

  /// The place after the last marked content of a page, in the nearest section or document. If the page has none, or it
  /// is not in the tree, the end of the last document or section.
  mutating func place(of page: PDFReference) -> Place {
    guard let key = resolved(dictionary(.reference(page))?["StructParents"]).integer,
      let content = resolved(parent(key)).array, let last = content.last(where: { $0.reference != nil })?.reference,
      let place = place(after: last)
    else { return end }
    return place
  }

  /// The place after an element or one of its ancestors; nil if they do not lead to the root.
  private func place(after element: PDFReference) -> Place? {
    var child: PDFReference?
    var current = element
    var place: Place?
    for _ in 0..<Self.maximumDepth {
      guard current != root else { return place ?? Place(parent: root, sibling: child) }
      guard let entries = dictionary(.reference(current)), let parent = entries["P"].reference else { return nil }
      if place == nil, child != nil, isSection(entries), self.entries(of: current) != nil {
        place = Place(parent: current, sibling: child)
      }
      (child, current) = (current, parent)
    }
    return nil
  }

  private var end: Place {
    for kid in kids(of: entries).suffix(Self.maximumRoles).reversed() {
      if let reference = kid.reference, let entries = entries(of: reference), isSection(entries) {
        return Place(parent: reference)
      }
    }
    return Place(parent: root)
  }

  /// The entries of an element that can be changed; nil if it has one twice, since readers differ in which of them they
  /// use.
  func entries(of element: PDFReference) -> PDFDictionary? {
    if element == root { return entries }
    guard case .dictionary(let entries)? = try? file.unambiguousObject(element), entries["S"].name != nil else {
      return nil
    }
    return entries
  }

  /// The kids of an element (14.7.2); a single one is a list of one.
  package func kids(of entries: PDFDictionary) -> [PDFObject] {
    switch resolved(entries["K"]) {
    case .null: []
    case .array(let kids): kids
    default: [entries["K"]]
    }
  }

  /// The annotations to which an element refers, if it has no other kids; nil for any other element.
  package func annotations(of entries: PDFDictionary) -> [PDFReference]? {
    guard let type = resolved(entries["S"]).name, type == "Annot" || type == "Link" else { return nil }
    var annotations: [PDFReference] = []
    for kid in kids(of: entries) {
      guard let object = dictionary(kid), object["Type"].name == "OBJR", let annotation = object["Obj"].reference else {
        return nil
      }
      annotations.append(annotation)
    }
    return annotations
  }

  func isAnnotation(_ kid: PDFObject) -> Bool { resolved(dictionary(kid)?["S"]).name == "Annot" }

  private func isSection(_ entries: PDFDictionary) -> Bool {
    guard var type = resolved(entries["S"]).name else { return false }
    let roles = dictionary(self.entries["RoleMap"])
    for _ in 0..<Self.maximumRoles {
      if ["Document", "DocumentFragment", "Part", "Art", "Sect"].contains(type) { return true }
      guard let next = resolved(roles?[type]).name else { return false }
      type = next
    }
    return false
  }

  // MARK: The parent tree

  /// The value of a key of the parent tree (7.9.7); null if it has none.
  mutating func parent(_ key: Int) -> PDFObject {
    var node = entries["ParentTree"]
    for _ in 0..<Self.maximumTreeDepth {
      guard let entries = self.node(node) else { return .null }
      let pairs = resolved(entries["Nums"]).array ?? []
      for index in stride(from: 0, to: pairs.count - 1, by: 2) where pairs[index].integer == key {
        return pairs[index + 1]
      }
      guard let kid = kid(with: key, in: resolved(entries["Kids"]).array ?? []) else { return .null }
      node = kid
    }
    return .null
  }

  /// The kid of a node whose limits include the key.
  private mutating func kid(with key: Int, in kids: [PDFObject]) -> PDFObject? {
    var range = kids.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      guard let limits = limits(of: kids[middle]) else { return nil }
      if key < limits.lowerBound {
        range = range.lowerBound..<middle
      } else if key > limits.upperBound {
        range = middle + 1..<range.upperBound
      } else {
        return kids[middle]
      }
    }
    return nil
  }

  /// The lowest and the highest key of a node of the parent tree (7.9.7); nil if it does not state them.
  package mutating func limits(of node: PDFObject) -> ClosedRange<Int>? {
    let limits = (resolved(self.node(node)?["Limits"]).array ?? []).map { resolved($0).integer }
    guard limits.count == 2, let low = limits[0], let high = limits[1], low <= high else { return nil }
    return low...high
  }

  private mutating func node(_ object: PDFObject) -> PDFDictionary? {
    guard let reference = object.reference else { return dictionary(object) }
    if let known = nodes[reference] { return known }
    guard let entries = dictionary(object) else { return nil }
    if nodes.count >= Self.maximumNodes { nodes.removeAll() }
    nodes[reference] = entries
    return entries
  }

  // MARK: Objects

  /// The object to which a value refers; null if there is none or it cannot be read.
  package func resolved(_ object: PDFObject?) -> PDFObject { object.flatMap { try? file.resolve($0) } ?? .null }

  /// The dictionary to which a value refers; nil for other objects.
  package func dictionary(_ object: PDFObject?) -> PDFDictionary? {
    if case .dictionary(let entries) = resolved(object) { entries } else { nil }
  }
}

extension PDFError {
  static func structure(_ message: String) -> PDFError { PDFError(code: .structure, message: message) }
}
