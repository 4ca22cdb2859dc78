// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The structure tree of a merged file (ISO 32000-1, 14.7), with the trees of the files as children. The tree of a file
/// in another language than the merged file is in an element that states the language (14.9.2).
struct MergedStructure {
  private let root: Int
  /// The element that contains the tree of the file that is being added, if it is in another language.
  private var part: (number: Int, language: PDFObject)?
  private var kids: [PDFObject] = []
  private var parents: [(number: Int, value: PDFObject)] = []
  private var roles = PDFDictionary()
  private var classes = PDFDictionary()
  private var identifiers: [[UInt8]: PDFObject] = [:]
  private var namespaces: [PDFObject] = []
  private var nextKey = 0
  private var filesWith = 0
  private var filesWithout = 0

  /// - Parameter root: the number of the object that becomes the root.
  init(root: Int) { self.root = root }

  /// Whether every file was tagged.
  var isComplete: Bool { filesWith > 0 && filesWithout == 0 }

  /// Starts to add a file. Call it before objects of the file are copied.
  /// - Parameter language: the language of the merged file; null if this file has the same.
  /// - Returns: the offset to add to the keys of the file's parent tree; nil if the file has no structure.
  mutating func begin(
    _ catalog: PDFDictionary, _ copier: ObjectCopier, language: PDFObject, _ output: MergeOutput
  ) throws(PDFError) -> Int? {
    part = nil
    guard try copier.file.resolve(catalog["StructTreeRoot"]).dictionary != nil else {
      filesWithout += 1
      return nil
    }
    filesWith += 1
    let own = try copier.file.resolve(catalog["Lang"])
    if let own = own.string, let binder = language.string, !own.isEmpty, !Self.isSame(own, binder) {
      part = (output.reserve(), .string(own))
    }
    // Elements refer to the root as their parent.
    if let reference = catalog["StructTreeRoot"].reference { copier.replace(reference, by: part?.number ?? root) }
    return nextKey
  }

  /// Language tags are case-insensitive (RFC 5646, 2.1.1).
  private static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    TextString.decode(a).lowercased() == TextString.decode(b).lowercased()
  }

  mutating func add(_ catalog: PDFDictionary, _ copier: ObjectCopier, _ output: MergeOutput) throws(PDFError) {
    let file = copier.file
    guard let tree = try file.resolve(catalog["StructTreeRoot"]).dictionary, let offset = copier.structureOffset else {
      return
    }
    let top = try file.resolve(tree["K"])
    var own: [PDFObject] = []
    if case .array(let items) = top {
      for item in items { own.append(try copier.copy(item)) }
    } else if !top.isNull {
      own.append(try copier.copy(tree["K"]))
    }
    if let part {
      let element: PDFDictionary = [
        "Type": .name("StructElem"), "S": .name("Part"), "P": .reference(to: root), "Lang": part.language,
        "K": .array(own),
      ]
      output.write(.dictionary(element), as: part.number)
      own = [.reference(to: part.number)]
    }
    kids += own
    for (number, value) in try PDFTree.numbers(tree["ParentTree"], file) {
      parents.append((number + offset, try copier.copy(value)))
      nextKey = max(nextKey, number + offset + 1)
    }
    for (key, value) in try file.resolve(tree["RoleMap"]).dictionary?.entries ?? [] where roles[key].isNull {
      roles[key] = try copier.copy(value)
    }
    for (key, value) in try file.resolve(tree["ClassMap"]).dictionary?.entries ?? [] where classes[key].isNull {
      classes[key] = try copier.copy(value)
    }
    for (name, value) in try PDFTree.names(tree["IDTree"], file) {
      if let name = try copier.identifiers(.string(name)).string { identifiers[name] = try copier.copy(value) }
    }
    for namespace in try file.resolve(tree["Namespaces"]).array ?? [] { namespaces.append(try copier.copy(namespace)) }
  }

  /// - Returns: a reference to the root; null if no file has a structure.
  func write(to output: MergeOutput) -> PDFObject {
    guard filesWith > 0 else {
      output.write(.null, as: root)
      return .null
    }
    var entries: PDFDictionary = ["Type": .name("StructTreeRoot"), "K": .array(kids)]
    entries["ParentTree"] = parentTree(output)
    entries["ParentTreeNextKey"] = .integer(nextKey)
    if !roles.entries.isEmpty { entries["RoleMap"] = .dictionary(roles) }
    if !classes.entries.isEmpty { entries["ClassMap"] = .dictionary(classes) }
    if !identifiers.isEmpty {
      let names = identifiers.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      entries["IDTree"] = output.write(.dictionary(["Names": .array(names.flatMap { [.string($0.key), $0.value] })]))
    }
    if !namespaces.isEmpty { entries["Namespaces"] = .array(namespaces) }
    output.write(.dictionary(entries), as: root)
    return .reference(to: root)
  }

  private static let entriesInLeaf = 64

  /// Writes the parent tree in leaves, so that an update that adds entries does not repeat all.
  private func parentTree(_ output: MergeOutput) -> PDFObject {
    let sorted = parents.sorted { $0.number < $1.number }
    var leaves: [PDFObject] = []
    for start in stride(from: 0, to: sorted.count, by: Self.entriesInLeaf) {
      let entries = sorted[start..<min(start + Self.entriesInLeaf, sorted.count)]
      let limits = [entries[start].number, entries[entries.endIndex - 1].number].map { PDFObject.integer($0) }
      let pairs = entries.flatMap { [.integer($0.number), $0.value] }
      leaves.append(output.write(.dictionary(["Limits": .array(limits), "Nums": .array(pairs)])))
    }
    return output.write(.dictionary(leaves.isEmpty ? ["Nums": .array([])] : ["Kids": .array(leaves)]))
  }
}
