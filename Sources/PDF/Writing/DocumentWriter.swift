// Section numbers are those of ISO 32000-1 unless another standard is named.

/// Writes a new PDF: a drawing with its pages, and the objects around it.
///
/// Streams are written one by one, all other objects into object streams. The result depends on the input alone.
package struct DocumentWriter {
  private let drawing: PDFDrawing
  private var packed = PackedObjects()
  private var rows: [ObjectRows] = []
  /// The greatest object number so far. The objects of the drawing have the lowest numbers.
  private var lastNumber: Int
  /// The pages' object numbers.
  let pages: [Int]
  /// The object number of the page tree's root.
  let pageTree: Int
  /// Entries to add to the page dictionaries, by page.
  private var pageEntries: [PDFDictionary]
  /// New streams, which are written after the drawing's.
  private var streams: [(number: Int, stream: PDFStream)] = []
  let conformance: Conformance?
  private let isIntermediate: Bool

  /// The file for `contents`.
  /// - Parameter drawing: with one page for each of `contents.pages`.
  /// - Throws: `PDFError` if the numbers of pages differ.
  package static func write(_ contents: DocumentContents, drawing: PDFDrawing) throws(PDFError) -> [UInt8] {
    guard drawing.pages.count == contents.pages.count else {
      throw PDFError(
        code: .pageTree, message: "The drawing has \(drawing.pages.count) pages instead of \(contents.pages.count).")
    }
    var writer = DocumentWriter(drawing, contents)
    var structure = contents.structure.map {
      StructureTreeWriter(
        $0, pageCount: contents.pages.count, isVersion2: contents.conformance?.accessibility == .pdfUA2)
    }
    let links = writer.addLinks(of: contents.pages, structure: &structure)
    for (page, entries) in contents.pages.enumerated() { writer.addEntries(to: page, entries.boxEntries) }
    let root = structure?.write(to: &writer)
    let destinations = Destinations(contents.destinations, pages: writer.pages, structure)
    for link in links { writer.write(link, destinations) }
    let catalog = writer.catalog(of: contents, structure: root, destinations)
    return writer.file(catalog: catalog, information: contents.metadata.information)
  }

  private init(_ drawing: PDFDrawing, _ contents: DocumentContents) {
    self.drawing = drawing
    conformance = contents.conformance
    isIntermediate = contents.isIntermediate
    let first = drawing.objects.count + 1
    pageTree = first
    pages = Array(first + 1..<first + 1 + drawing.pages.count)
    lastNumber = first + drawing.pages.count
    pageEntries = Array(repeating: PDFDictionary(), count: drawing.pages.count)
  }

  // MARK: New objects

  /// The number of a new object that a later call of `write` defines.
  mutating func reserve() -> Int { reserve(1) }

  /// The first of `count` consecutive new numbers.
  mutating func reserve(_ count: Int) -> Int {
    lastNumber += count
    return lastNumber - count + 1
  }

  /// Defines the object `number`; `body` writes its value.
  mutating func write(_ number: Int, _ body: (inout PDFSerializer) -> Void) { packed.write(number, body) }

  mutating func write(_ number: Int, _ dictionary: PDFDictionary) {
    write(number) { $0.write(dictionary: dictionary) }
  }

  /// Adds objects that resemble each other.
  mutating func write(_ objects: ObjectRows) { rows.append(objects) }

  /// How many digits the greatest number of an object has so far.
  var numberOfDigits: Int { String(lastNumber).utf8.count }

  /// Adds a stream.
  /// - Returns: its number.
  mutating func write(stream: PDFStream) -> Int {
    let number = reserve()
    streams.append((number, stream))
    return number
  }

  /// Adds entries to a page's dictionary.
  mutating func addEntries(to page: Int, _ entries: PDFDictionary) {
    for (key, value) in entries.entries { pageEntries[page][key] = value }
  }

  // MARK: The file

  private mutating func file(catalog: PDFDictionary, information: PDFDictionary) -> [UInt8] {
    writePages()
    let catalogNumber = reserve()
    write(catalogNumber, catalog)
    // PDF 2.0 has the same facts in the metadata stream (ISO 19005-4, 6.1.3).
    let hasInformation = !(conformance?.isVersion2 ?? false)
    let informationNumber = hasInformation ? reserve() : nil
    if let informationNumber { write(informationNumber, information) }

    var file = PDFSerializer(.spaced)
    file.reserve(drawing.byteCount + 256 * drawing.objects.count + packed.buffer.count / 2 + 4096)
    // The comment of four bytes above 127 marks the file as binary (7.5.2).
    file.write(text: "%PDF-\(version)\n%")
    file.write(bytes: [0xB5, 0xED, 0xAE, 0xFB, 0x0A])
    var offsets: [(number: Int, offset: Int)] = []
    writeDrawing(to: &file, &offsets)
    for (number, stream) in streams {
      offsets.append((number, file.count))
      file.write(.stream(stream), as: PDFReference(new: number))
    }
    let trailer = Trailer.newFile(catalog: catalogNumber, information: informationNumber)
    if conformance?.isVersion4 ?? false {
      writeTable(to: &file, &offsets, trailer)
    } else {
      writePacked(to: &file, &offsets, trailer)
    }
    return file.bytes
  }

  /// Writes the drawing's streams, and packs its other objects.
  private mutating func writeDrawing(to file: inout PDFSerializer, _ offsets: inout [(number: Int, offset: Int)]) {
    for (index, object) in drawing.objects.enumerated() {
      if case .stream = object {
        offsets.append((index + 1, file.count))
        file.write(object, as: PDFReference(new: index + 1))
      } else if let bytes = drawing.written[index + 1] {
        packed.write(index + 1) { $0.write(bytes: bytes) }
      } else {
        packed.write(index + 1) { $0.write(object) }
      }
    }
  }

  /// Writes the page tree (7.7.3).
  private mutating func writePages() {
    write(
      pageTree,
      [
        "Type": .name("Pages"), "Kids": .array(pages.map(PDFObject.reference(to:))), "Count": .integer(pages.count),
      ])
    // PDF/A-1 has no transparency (ISO 19005-1, 6.4).
    let allowsTransparency = !(conformance?.isVersion4 ?? false)
    for (page, number) in zip(drawing.pages.indices, pages) {
      let drawn = drawing.pages[page]
      var entries: PDFDictionary = [
        "Type": .name("Page"), "Parent": .reference(to: pageTree), "MediaBox": .rectangle(drawn.size),
        "Contents": .reference(to: drawn.content), "Resources": .dictionary(drawn.resources),
      ]
      if drawn.hasTransparency, allowsTransparency {
        entries["Group"] = .dictionary([
          "Type": .name("Group"), "S": .name("Transparency"), "I": .boolean(true), "CS": .name("DeviceRGB"),
        ])
      }
      for (key, value) in pageEntries[page].entries { entries[key] = value }
      write(number, entries)
    }
  }

  private var version: String {
    conformance?.isVersion2 ?? false ? "2.0" : conformance?.isVersion4 ?? false ? "1.4" : "1.7"
  }

  /// Writes the packed objects in object streams, and the cross-reference stream.
  private mutating func writePacked(
    to file: inout PDFSerializer, _ offsets: inout [(number: Int, offset: Int)], _ trailer: PDFDictionary
  ) {
    var streams = packed.streams(isCompressed: !isIntermediate)
    for objects in rows { streams += objects.streams(isCompressed: !isIntermediate) }
    let first = reserve(streams.count + 1)
    for (index, stream) in streams.enumerated() {
      offsets.append((first + index, file.count))
      file.write(.stream(stream.object), as: PDFReference(new: first + index))
    }
    // The identifier depends on the contents alone.
    let trailer = Trailer.identified(trailer, by: FileIdentifier.bytes(for: file.bytes))
    let crossReference = first + streams.count
    offsets.append((crossReference, file.count))

    var table = ContiguousArray(repeating: XRefEntry.free(generation: 1), count: lastNumber + 1)
    for (number, offset) in offsets { table[number] = .inUse(offset: offset, generation: 0) }
    for (index, stream) in streams.enumerated() {
      for (place, number) in stream.numbers.enumerated() {
        table[number] = .compressed(stream: first + index, index: place)
      }
    }
    let start = file.count
    file.write(.stream(XRefWriter.compressedStream(table, trailer: trailer)), as: PDFReference(new: crossReference))
    Trailer.writeEnd(crossReference: start, to: &file)
  }

  /// Writes the packed objects one by one, and a cross-reference table, as PDF 1.4 requires.
  private func writeTable(
    to file: inout PDFSerializer, _ offsets: inout [(number: Int, offset: Int)], _ trailer: PDFDictionary
  ) {
    for (number, value) in packed.objects + rows.flatMap(\.objects) {
      offsets.append((number, file.count))
      file.write(number)
      file.write(" 0 obj\n")
      file.write(bytes: value)
      file.write("\nendobj\n")
    }
    var trailer = Trailer.identified(trailer, by: FileIdentifier.bytes(for: file.bytes))
    trailer["Size"] = .integer(lastNumber + 1)
    let start = file.count
    file.write(text: XRefWriter.wholeTable(offsets, count: lastNumber + 1))
    file.write("trailer\n")
    file.write(dictionary: trailer)
    file.write("\n")
    Trailer.writeEnd(crossReference: start, to: &file)
  }
}
