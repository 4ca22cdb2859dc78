/// Writes a structure tree (ISO 32000-1, 14.7): the elements with content and their ancestors, each element's kids in
/// document order.
struct StructureTreeWriter {
  private var tree: StructureTree
  private let pageCount: Int
  /// Whether the elements are those of PDF 2.0.
  let isVersion2: Bool
  /// By element its object number, or that of its nearest ancestor with content; empty before the tree is written.
  private var targets: ContiguousArray<Int> = []

  private enum Kid {
    case element(UInt32)
    case content(page: Int32, identifier: Int32)
    case annotation(page: Int32, object: Int32)

    /// The page of marked content.
    var page: Int32? {
      if case .content(let page, _) = self { page } else { nil }
    }
  }
  /// A kid and its position among the kids of its element.
  private struct Entry {
    var order: UInt32
    var kid: Kid

    /// By position in the document; at the same position content in the order of painting, then elements.
    func isBefore(_ other: Entry) -> Bool {
      order != other.order ? order < other.order : rank < other.rank
    }

    private var rank: (Int, Int32, Int32) {
      switch kid {
      case .content(let page, let identifier): (-1, page, identifier)
      case .element(let index): (Int(index), 0, 0)
      case .annotation(let page, let object): (-1, page, object)
      }
    }
  }
  /// The kids of all elements, those of element 0 first.
  private struct Kids {
    var entries: ContiguousArray<Entry>
    /// The first kid of each element in `entries`, and the end.
    var starts: ContiguousArray<Int>
  }
  private var annotations: [(element: UInt32, page: Int, object: Int)] = []

  init(_ tree: StructureTree, pageCount: Int, isVersion2: Bool) {
    self.tree = tree
    self.pageCount = pageCount
    self.isVersion2 = isVersion2
    if isVersion2 { self.tree.adaptToVersion2() }
  }

  /// Adds a link annotation to an element; without one, to the document. An element of another type gets a link element
  /// for it.
  /// - Returns: its key in the parent tree.
  mutating func add(annotation object: Int, page: Int, element: UInt32?) -> Int {
    var element = element ?? 0
    if tree.elements[Int(element)].type != .link {
      while element > 0, tree.elements[Int(element)].type.isStrict { element = tree.elements[Int(element)].parent }
      tree.elements.append(.init(type: .link, parent: element, order: .max, attributes: [:]))
      element = UInt32(tree.elements.count - 1)
    }
    annotations.append((element, page, object))
    return pageCount + annotations.count - 1
  }

  /// The object of the element, or of its nearest ancestor with content, after the tree was written.
  /// - Parameter element: nil for the document.
  func target(_ element: UInt32?) -> PDFObject { .reference(to: targets[Int(element ?? 0)]) }

  /// - Returns: the object number of the structure tree root; nil if there are no elements.
  mutating func write(to writer: inout DocumentWriter) -> Int? {
    let numbers = objectNumbers(&writer)
    guard let document = numbers.first else { return nil }
    targets = numbers
    for index in numbers.indices where numbers[index] == 0 {
      targets[index] = targets[Int(tree.elements[index].parent)]
    }
    let kids = kids(numbers)
    let root = writer.reserve()
    let version2 = isVersion2 ? version2Entries(numbers, &writer) : nil
    for index in numbers.indices where numbers[index] != 0 {
      let parent = index == 0 ? root : numbers[Int(tree.elements[index].parent)]
      write(index, parent: parent, kids, numbers, version2, to: &writer)
    }
    let parents = ParentTree(contents: tree.contents, annotations: annotations.map(\.element), pageCount: pageCount)
      .write(numbers, to: &writer)
    var entries: PDFDictionary = [
      "Type": .name("StructTreeRoot"), "K": .reference(to: document), "ParentTree": .reference(to: parents),
      "ParentTreeNextKey": .integer(pageCount + annotations.count),
    ]
    if let version2 { entries["Namespaces"] = .array([.reference(to: version2.namespace)]) }
    writer.write(root, entries)
    return root
  }

  /// What the elements of PDF 2.0 have besides those of PDF 1.7.
  private struct Version2 {
    /// The object of the namespace (ISO 32000-2, 14.7.4).
    var namespace: Int
    /// By element: the objects of the notes in it, to which it refers (ISO 14289-2, 8.2.5.14).
    var notes: [Int: [Int]] = [:]
  }

  private func version2Entries(_ numbers: ContiguousArray<Int>, _ writer: inout DocumentWriter) -> Version2 {
    var entries = Version2(namespace: writer.reserve())
    let name = PDFObject.string(Array("http://iso.org/pdf2/ssn".utf8))
    writer.write(entries.namespace, ["Type": .name("Namespace"), "NS": name])
    for index in numbers.indices where numbers[index] != 0 && tree.elements[index].type == .note {
      entries.notes[Int(tree.elements[index].parent), default: []].append(numbers[index])
    }
    return entries
  }

  /// By element its object number; 0 for elements without content.
  private func objectNumbers(_ writer: inout DocumentWriter) -> ContiguousArray<Int> {
    var hasContent = ContiguousArray(repeating: false, count: tree.elements.count)
    func include(_ element: UInt32) {
      var index = Int(element)
      while !hasContent[index] {
        hasContent[index] = true
        index = Int(tree.elements[index].parent)
      }
    }
    include(0)
    for content in tree.contents { include(content.element) }
    for annotation in annotations { include(annotation.element) }
    for index in tree.elements.indices where tree.elements[index].isKept { include(UInt32(index)) }
    var next = writer.reserve(hasContent.count { $0 })
    return ContiguousArray(
      hasContent.map { hasContent in
        next += hasContent ? 1 : 0
        return hasContent ? next - 1 : 0
      })
  }

  private func forEachKid(_ numbers: ContiguousArray<Int>, _ body: (_ parent: Int, Entry) -> Void) {
    for content in tree.contents {
      let kid = Kid.content(page: content.page, identifier: content.identifier)
      body(Int(content.element), Entry(order: content.order, kid: kid))
    }
    for annotation in annotations {
      let kid = Kid.annotation(page: Int32(annotation.page), object: Int32(clamping: annotation.object))
      body(Int(annotation.element), Entry(order: .max, kid: kid))
    }
    for index in numbers.indices.dropFirst() where numbers[index] != 0 {
      let element = tree.elements[index]
      body(Int(element.parent), Entry(order: element.order, kid: .element(UInt32(index))))
    }
  }

  /// A counting sort by element, then a sort of each element's kids.
  private func kids(_ numbers: ContiguousArray<Int>) -> Kids {
    var starts = ContiguousArray(repeating: 0, count: numbers.count + 1)
    forEachKid(numbers) { parent, _ in starts[parent + 1] += 1 }
    for index in numbers.indices { starts[index + 1] += starts[index] }
    var entries = ContiguousArray(
      repeating: Entry(order: 0, kid: .element(0)), count: starts[numbers.count])
    var ends = starts
    forEachKid(numbers) { parent, entry in
      entries[ends[parent]] = entry
      ends[parent] += 1
    }
    for index in numbers.indices where starts[index + 1] - starts[index] > 1 {
      let range = starts[index]..<starts[index + 1]
      // Almost always they are sorted already.
      let isSorted = range.dropFirst().allSatisfy { !entries[$0].isBefore(entries[$0 - 1]) }
      if !isSorted { entries[range].sort { $0.isBefore($1) } }
    }
    return Kids(entries: entries, starts: starts)
  }

  /// Writes one element. Optional entries with default values are left out, and entries that differ between neighbours
  /// come last: both keep the compressed tree small.
  private func write(
    _ index: Int, parent: Int, _ kids: Kids, _ numbers: ContiguousArray<Int>, _ version2: Version2?,
    to writer: inout DocumentWriter
  ) {
    let element = tree.elements[index]
    let entries = kids.entries[kids.starts[index]..<kids.starts[index + 1]]
    let pages = writer.pages
    let page = entries.lazy.compactMap(\.kid.page).first
    writer.write(numbers[index]) { buffer in
      buffer.write("<</S/")
      buffer.write(version2 == nil ? element.type.name : element.type.version2Name)
      buffer.write(entries: element.attributes)
      if let version2 { buffer.write(entries: Self.entries(of: element, index, parent: parent, version2)) }
      if let page {
        buffer.write("/Pg ")
        buffer.write(reference: pages[Int(page)])
      }
      buffer.write("/P ")
      buffer.write(reference: parent)
      buffer.write("/K[")
      for place in entries.indices {
        if place > entries.startIndex { buffer.write(" ") }
        switch entries[place].kid {
        case .element(let index): buffer.write(reference: numbers[Int(index)])
        case .content(let own, let identifier) where own == page: buffer.write(Int(identifier))
        case .content(let page, let identifier):
          buffer.write("<</Type/MCR/Pg ")
          buffer.write(reference: pages[Int(page)])
          buffer.write("/MCID ")
          buffer.write(Int(identifier))
          buffer.write(">>")
        case .annotation(let page, let object):
          buffer.write("<</Type/OBJR/Pg ")
          buffer.write(reference: pages[Int(page)])
          buffer.write("/Obj ")
          buffer.write(reference: Int(object))
          buffer.write(">>")
        }
      }
      buffer.write("]>>")
    }
  }

  private static func entries(
    of element: StructureTree.Element, _ index: Int, parent: Int, _ version2: Version2
  ) -> PDFDictionary {
    var entries: PDFDictionary = element.type.isInVersion2 ? ["NS": .reference(to: version2.namespace)] : [:]
    var references = version2.notes[index] ?? []
    if element.type == .note {
      entries["A"] = .dictionary(["O": .name("FENote"), "NoteType": .name("Footnote")])
      references.append(parent)
    }
    if !references.isEmpty { entries["Ref"] = .array(references.map { .reference(to: $0) }) }
    return entries
  }
}
