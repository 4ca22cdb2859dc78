/// Writes the elements of a structure tree (ISO 32000-1, 14.7.2) as objects.
struct ElementWriter {
  let tree: StructureTree
  let kids: StructureKids
  /// The object number of each element.
  let numbers: ContiguousArray<Int>
  /// The object of the structure tree root.
  let root: Int
  /// The object number of each page.
  let pages: [Int]
  let version2: Version2?

  /// The objects to which only elements of PDF 2.0 refer.
  struct Version2 {
    /// The object of the namespace (ISO 32000-2, 14.7.4).
    var namespace: Int
    /// The objects of the notes to which each element refers (ISO 14289-2, 8.2.5.14).
    var notes: [Int: [Int]] = [:]
    /// The object of the element that refers to each note.
    var citing: [Int: Int] = [:]
  }

  /// Rows are multiples of this number of bytes, so that the offsets of consecutive rows differ in few digits.
  private static let rowUnit = 20
  /// The greatest length of an element with one content and no attributes.
  private static let rowOfOneNumber = 2 * rowUnit
  /// Longer elements, such as those with a long alternative text, take several rows, so that one of them does not
  /// lengthen all.
  private static let widestRow = 300

  func write(_ forms: ElementForms, _ references: inout ReferenceRows, to writer: inout DocumentWriter) {
    let (digits, width) = (references.digits, references.width)
    for index in forms.rare {
      if references.isWorthwhile(for: kids[index].count), kids[index].allSatisfy(\.kid.isElement) {
        references.write(numbers[index]) { write(index, digits: digits, kidsWidth: width, to: &$0) }
      } else {
        writer.write(numbers[index]) { write(index, digits: 1, to: &$0) }
      }
    }
    /// The rows, by width.
    var rows: [Int: ObjectRows] = [:]
    for elements in forms.frequent {
      var first = PDFSerializer(.spaced)
      write(elements[0], digits: digits, to: &first)
      first.fill(toMultipleOf: Self.rowUnit)
      let width = min(first.count, Self.widestRow)
      var objects =
        rows.removeValue(forKey: width) ?? ObjectRows(width: width, isRepetitive: width <= Self.rowOfOneNumber)
      objects.reserve(elements.count)
      for index in elements { objects.write(numbers[index]) { write(index, digits: digits, to: &$0) } }
      rows[width] = objects
    }
    for (_, objects) in rows.sorted(by: { $0.key < $1.key }) { writer.write(objects) }
  }

  /// Writes one element, without optional entries that have default values.
  /// - Parameters:
  ///   - digits: how many characters the number of a reference has at least.
  ///   - kidsWidth: the kids begin after a multiple of this number of bytes.
  private func write(_ index: Int, digits: Int, kidsWidth: Int = 1, to buffer: inout PDFSerializer) {
    let element = tree.elements[index]
    let kids = kids[index]
    let parent = index == 0 ? root : numbers[Int(element.parent)]
    let page = kids.first { $0.kid.page != nil }?.kid.page
    let type = version2 == nil ? element.type.name : element.type.version2Name
    buffer.write(atMost: Self.mostBeforeKids) { text in
      text.write("<</S/")
      text.write(type)
    }
    if !element.attributes.entries.isEmpty { buffer.write(entries: element.attributes) }
    if let version2 { buffer.write(entries: Self.entries(of: element, index, parent: parent, version2)) }
    let start = buffer.count
    buffer.write(atMost: Self.mostBeforeKids + kidsWidth + kids.count * Self.longestKid) { text in
      if let page {
        text.write("/Pg ")
        text.write(reference: pages[Int(page)], digits: digits)
      }
      text.write("/P ")
      text.write(reference: parent, digits: digits)
      text.write("/K[")
      let rest = (start + text.count) % kidsWidth
      if rest > 0 { text.fill(kidsWidth - rest) }
      for place in kids.indices {
        if place > kids.startIndex { text.write(byte: 0x20) }
        write(kids[place].kid, page: page, digits: digits, to: &text)
      }
      text.write("]>>")
    }
  }

  /// An upper bound of the bytes of an element without its kids and attributes.
  private static let mostBeforeKids = 4 * ByteCursor.longestReference
  /// More bytes than a kid has.
  private static let longestKid = 4 * ByteCursor.longestReference

  /// - Parameter page: the page of the element.
  private func write(_ kid: StructureKids.Kid, page: Int32?, digits: Int, to buffer: inout ByteCursor) {
    switch kid {
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

  private static func entries(
    of element: StructureTree.Element, _ index: Int, parent: Int, _ version2: Version2
  ) -> PDFDictionary {
    var entries: PDFDictionary = element.type.isInVersion2 ? ["NS": .reference(to: version2.namespace)] : [:]
    var references = version2.notes[index] ?? []
    if element.type == .note {
      entries["A"] = .dictionary(["O": .name("FENote"), "NoteType": .name("Footnote")])
      references.append(version2.citing[index] ?? parent)
    }
    if !references.isEmpty { entries["Ref"] = .array(references.map { .reference(to: $0) }) }
    return entries
  }
}
