/// The structure tree of a merged file (ISO 32000-1, 14.7): the trees of the files side by side.
struct MergedStructure {
  private let root: Int
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

  /// To be called before objects of the file are copied.
  /// - Returns: what to add to the keys of the file's parent tree; nil if the file has no structure.
  mutating func begin(_ catalog: PDFDictionary, _ copier: ObjectCopier) throws(PDFError) -> Int? {
    guard try copier.file.resolve(catalog["StructTreeRoot"]).dictionary != nil else {
      filesWithout += 1
      return nil
    }
    filesWith += 1
    // Elements refer to the root as their parent.
    if let reference = catalog["StructTreeRoot"].reference { copier.replace(reference, by: root) }
    return nextKey
  }

  mutating func add(_ catalog: PDFDictionary, _ copier: ObjectCopier) throws(PDFError) {
    let file = copier.file
    guard let tree = try file.resolve(catalog["StructTreeRoot"]).dictionary, let offset = copier.structureOffset else {
      return
    }
    let top = try file.resolve(tree["K"])
    if case .array(let items) = top {
      for item in items { kids.append(try copier.copy(item)) }
    } else if !top.isNull {
      kids.append(try copier.copy(tree["K"]))
    }
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
    for (name, value) in try PDFTree.names(tree["IDTree"], file) where identifiers[name] == nil {
      identifiers[name] = try copier.copy(value)
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
    let sorted = parents.sorted { $0.number < $1.number }
    entries["ParentTree"] = output.write(
      .dictionary(["Nums": .array(sorted.flatMap { [.integer($0.number), $0.value] })]))
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
}
