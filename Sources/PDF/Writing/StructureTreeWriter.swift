/// Writes a structure tree (ISO 32000-1, 14.7): the elements with content and their ancestors, each element's kids in
/// document order.
struct StructureTreeWriter {
  private var tree: StructureTree
  private let pageCount: Int
  /// Whether the elements follow PDF 2.0.
  let isVersion2: Bool
  /// The object number of each element, or of its nearest ancestor with content; empty before the tree is written.
  private var targets: ContiguousArray<Int> = []

  /// A link annotation, its page and its object.
  typealias Annotation = (element: UInt32, page: Int, object: Int)
  private var annotations: [Annotation] = []

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
    guard !tree.elements.isEmpty else { return nil }
    let isWritten = writtenElements()
    let kids = StructureKids(of: tree, annotations, isWritten)
    let forms = ElementForms(isWritten) { form(of: $0, kids) }
    let numbers = objectNumbers(forms, &writer)
    targets = numbers
    for index in numbers.indices where numbers[index] == 0 {
      targets[index] = targets[Int(tree.elements[index].parent)]
    }
    let root = writer.reserve()
    let version2 = isVersion2 ? version2Entries(numbers, &writer) : nil
    var references = ReferenceRows(digits: writer.numberOfDigits, count: tree.contents.count)
    ElementWriter(tree: tree, kids: kids, numbers: numbers, root: root, pages: writer.pages, version2: version2)
      .write(forms, &references, to: &writer)
    let parents = ParentTree(contents: tree.contents, annotations: annotations.map(\.element), pageCount: pageCount)
      .write(numbers, &references, to: &writer)
    writer.write(references.rows)
    var entries: PDFDictionary = [
      "Type": .name("StructTreeRoot"), "K": .reference(to: numbers[0]), "ParentTree": .reference(to: parents),
      "ParentTreeNextKey": .integer(pageCount + annotations.count),
    ]
    if let version2 { entries["Namespaces"] = .array([.reference(to: version2.namespace)]) }
    writer.write(root, entries)
    return root
  }

  private func version2Entries(
    _ numbers: ContiguousArray<Int>, _ writer: inout DocumentWriter
  ) -> ElementWriter.Version2 {
    var entries = ElementWriter.Version2(namespace: writer.reserve())
    let name = PDFObject.string(Array("http://iso.org/pdf2/ssn".utf8))
    writer.write(entries.namespace, ["Type": .name("Namespace"), "NS": name])
    for index in numbers.indices where numbers[index] != 0 && tree.elements[index].type == .note {
      let citing = citing(index, numbers)
      entries.notes[citing, default: []].append(numbers[index])
      entries.citing[index] = numbers[citing]
    }
    return entries
  }

  /// The element that refers to a note: the reference before it, or its parent.
  private func citing(_ note: Int, _ numbers: ContiguousArray<Int>) -> Int {
    let parent = tree.elements[note].parent
    let reference = tree.elements[..<note].lastIndex { $0.parent == parent }
    if let reference, tree.elements[reference].type == .reference, numbers[reference] != 0 { return reference }
    return Int(parent)
  }

  /// Whether each element is written: the root, elements with content or annotations, elements that are kept, and their
  /// ancestors.
  private func writtenElements() -> ContiguousArray<Bool> {
    var isWritten = ContiguousArray(repeating: false, count: tree.elements.count)
    func include(_ element: UInt32) {
      var index = Int(element)
      while !isWritten[index] {
        isWritten[index] = true
        index = Int(tree.elements[index].parent)
      }
    }
    include(0)
    for content in tree.contents { include(content.element) }
    for annotation in annotations { include(annotation.element) }
    for index in tree.elements.indices where tree.elements[index].isKept { include(UInt32(index)) }
    return isWritten
  }

  /// The object number of each element; 0 for elements that are not written.
  private func objectNumbers(_ forms: ElementForms, _ writer: inout DocumentWriter) -> ContiguousArray<Int> {
    var numbers = ContiguousArray(repeating: 0, count: tree.elements.count)
    var next = writer.reserve(forms.rare.count + forms.frequent.reduce(0) { $0 + $1.count })
    for elements in [forms.rare] + forms.frequent {
      for index in elements {
        numbers[index] = next
        next += 1
      }
    }
    return numbers
  }

  /// The type of an element, how many kids and attributes it has, and of which kind its kids are, as a number.
  private func form(of index: Int, _ kids: StructureKids) -> UInt32 {
    let element = tree.elements[index]
    let entries = kids[index]
    let hasContent = entries.first?.kid.page != nil
    return UInt32(element.type.rawValue) << 24 | UInt32(min(element.attributes.entries.count, 7)) << 21
      | (hasContent ? 1 << 20 : 0) | UInt32(min(entries.count, 0xF_FFFF))
  }
}
