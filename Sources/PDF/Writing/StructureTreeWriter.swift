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
    guard !tree.elements.isEmpty else { return nil }
    let isWritten = writtenElements()
    let kids = kids(isWritten)
    let forms = ElementForms(isWritten) { form(of: $0, kids) }
    let numbers = objectNumbers(forms, &writer)
    targets = numbers
    for index in numbers.indices where numbers[index] == 0 {
      targets[index] = targets[Int(tree.elements[index].parent)]
    }
    let root = writer.reserve()
    let version2 = isVersion2 ? version2Entries(numbers, &writer) : nil
    writeElements(forms, kids, numbers, root: root, version2, to: &writer)
    let parents = ParentTree(contents: tree.contents, annotations: annotations.map(\.element), pageCount: pageCount)
      .write(numbers, to: &writer)
    var entries: PDFDictionary = [
      "Type": .name("StructTreeRoot"), "K": .reference(to: numbers[0]), "ParentTree": .reference(to: parents),
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

  /// For each element, whether it is written: the root, those with content or annotations, those that are kept, and their ancestors.
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

  /// By element its object number; 0 for elements that are not written.
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
  private func form(of index: Int, _ kids: Kids) -> UInt32 {
    let element = tree.elements[index]
    let entries = kids.entries[kids.starts[index]..<kids.starts[index + 1]]
    let hasContent = entries.first?.kid.page != nil
    return UInt32(element.type.rawValue) << 24 | UInt32(min(element.attributes.entries.count, 7)) << 21
      | (hasContent ? 1 << 20 : 0) | UInt32(min(entries.count, 0xF_FFFF))
  }

  private func forEachKid(_ isWritten: ContiguousArray<Bool>, _ body: (_ parent: Int, Entry) -> Void) {
    for content in tree.contents {
      let kid = Kid.content(page: content.page, identifier: content.identifier)
      body(Int(content.element), Entry(order: content.order, kid: kid))
    }
    for annotation in annotations {
      let kid = Kid.annotation(page: Int32(annotation.page), object: Int32(clamping: annotation.object))
      body(Int(annotation.element), Entry(order: .max, kid: kid))
    }
    for index in isWritten.indices.dropFirst() where isWritten[index] {
      let element = tree.elements[index]
      body(Int(element.parent), Entry(order: element.order, kid: .element(UInt32(index))))
    }
  }

  /// A counting sort by element, then a sort of each element's kids.
  private func kids(_ isWritten: ContiguousArray<Bool>) -> Kids {
    var starts = ContiguousArray(repeating: 0, count: isWritten.count + 1)
    forEachKid(isWritten) { parent, _ in starts[parent + 1] += 1 }
    for index in isWritten.indices { starts[index + 1] += starts[index] }
    var entries = ContiguousArray(
      repeating: Entry(order: 0, kid: .element(0)), count: starts[isWritten.count])
    var ends = starts
    forEachKid(isWritten) { parent, entry in
      entries[ends[parent]] = entry
      ends[parent] += 1
    }
    for index in isWritten.indices where starts[index + 1] - starts[index] > 1 {
      let range = starts[index]..<starts[index + 1]
      // Almost always they are sorted already.
      let isSorted = range.dropFirst().allSatisfy { !entries[$0].isBefore(entries[$0 - 1]) }
      if !isSorted { entries[range].sort { $0.isBefore($1) } }
    }
    return Kids(entries: entries, starts: starts)
  }

  /// Rows are multiples of this number of bytes, so that the offsets of consecutive rows differ in few digits.
  private static let rowUnit = 50
  /// Longer elements, such as those with a long alternative text, take several rows, so that one of them does not lengthen all.
  private static let widestRow = 300

  private func writeElements(
    _ forms: ElementForms, _ kids: Kids, _ numbers: ContiguousArray<Int>, root: Int, _ version2: Version2?,
    to writer: inout DocumentWriter
  ) {
    let pages = writer.pages
    let digits = writer.numberOfDigits
    func write(_ index: Int, digits: Int, to buffer: inout PDFSerializer) {
      let parent = index == 0 ? root : numbers[Int(tree.elements[index].parent)]
      self.write(index, parent: parent, kids, numbers, version2, pages: pages, digits: digits, to: &buffer)
    }
    for index in forms.rare { writer.write(numbers[index]) { write(index, digits: 1, to: &$0) } }
    /// By the width of their rows.
    var rows: [Int: ObjectRows] = [:]
    for elements in forms.frequent {
      var first = PDFSerializer(.spaced)
      write(elements[0], digits: digits, to: &first)
      first.fill(toMultipleOf: Self.rowUnit)
      let width = min(first.count, Self.widestRow)
      for index in elements {
        rows[width, default: ObjectRows(width: width)].write(numbers[index]) { write(index, digits: digits, to: &$0) }
      }
    }
    for (_, objects) in rows.sorted(by: { $0.key < $1.key }) { writer.write(objects) }
  }

  /// Writes one element, without optional entries that have default values.
  /// - Parameter digits: how many characters the number of a reference has at least.
  private func write(
    _ index: Int, parent: Int, _ kids: Kids, _ numbers: ContiguousArray<Int>, _ version2: Version2?, pages: [Int],
    digits: Int, to buffer: inout PDFSerializer
  ) {
    let element = tree.elements[index]
    let entries = kids.entries[kids.starts[index]..<kids.starts[index + 1]]
    let page = entries.lazy.compactMap(\.kid.page).first
    buffer.write("<</S/")
    buffer.write(version2 == nil ? element.type.name : element.type.version2Name)
    buffer.write(entries: element.attributes)
    if let version2 { buffer.write(entries: Self.entries(of: element, index, parent: parent, version2)) }
    if let page {
      buffer.write("/Pg ")
      buffer.write(reference: pages[Int(page)], digits: digits)
    }
    buffer.write("/P ")
    buffer.write(reference: parent, digits: digits)
    buffer.write("/K[")
    for place in entries.indices {
      if place > entries.startIndex { buffer.write(" ") }
      switch entries[place].kid {
      case .element(let index): buffer.write(reference: numbers[Int(index)], digits: digits)
      case .content(let own, let identifier) where own == page: buffer.write(Int(identifier), digits: min(digits, 4))
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
