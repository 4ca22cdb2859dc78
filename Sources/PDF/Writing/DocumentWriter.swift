// Section numbers are those of ISO 32000-1 unless another standard is named.

/// Writes a new PDF: a drawing with its pages, and the objects around it.
///
/// Streams are written one by one, all other objects into object streams. The result depends on the input alone.
package struct DocumentWriter {
  private let drawnPages: [PDFDrawing.Page]
  /// The objects so far. Those of the drawing have the lowest numbers.
  private var objects: FileObjects
  private var rows: [ObjectRows] = []
  /// The pages' object numbers.
  let pages: [Int]
  /// The object number of the page tree's root.
  let pageTree: Int
  /// Entries to add to the page dictionaries, by page.
  private var pageEntries: [PDFDictionary]
  /// The profiles that the file states, and whose requirements for the file as a whole it meets.
  let conformance: Conformance?
  private let isIntermediate: Bool

  /// The file for `contents`.
  /// - Parameter drawing: with one page for each of `contents.pages`. It is ended: nothing can be added to it.
  /// - Throws: `PDFError` if the numbers of pages differ.
  package static func write(_ contents: DocumentContents, drawing: PDFDrawing) throws(PDFError) -> [UInt8] {
    guard drawing.pages.count == contents.pages.count else {
      throw PDFError(
        code: .pageTree, message: "The drawing has \(drawing.pages.count) pages instead of \(contents.pages.count).")
    }
    var writer = DocumentWriter(drawing, contents)
    var structure = contents.structure.map {
      StructureTreeWriter(
        $0, pageCount: contents.pages.count, isVersion2: drawing.conformance?.accessibility == .pdfUA2)
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
    drawnPages = drawing.pages
    conformance = drawing.conformance
    isIntermediate = contents.isIntermediate
    objects = drawing.takeObjects()
    pageTree = objects.reserve()
    let first = objects.reserve(drawnPages.count)
    pages = Array(first..<first + drawnPages.count)
    pageEntries = Array(repeating: PDFDictionary(), count: drawing.pages.count)
  }

  // MARK: New objects

  /// The number of a new object that a later call of `write` defines.
  mutating func reserve() -> Int { reserve(1) }

  /// The first of `count` consecutive new numbers.
  mutating func reserve(_ count: Int) -> Int { objects.reserve(count) }

  /// Defines the object `number`; `body` writes its value.
  mutating func write(_ number: Int, _ body: (inout PDFSerializer) -> Void) { objects.pack(number, body) }

  mutating func write(_ number: Int, _ dictionary: PDFDictionary) {
    write(number) { $0.write(dictionary: dictionary) }
  }

  /// Adds objects that resemble each other.
  mutating func write(_ objects: ObjectRows) { rows.append(objects) }

  /// How many digits the greatest number of an object has so far.
  var numberOfDigits: Int { String(objects.lastNumber).utf8.count }

  /// Adds a stream.
  /// - Returns: its number.
  mutating func write(stream: PDFStream) -> Int {
    let number = reserve()
    objects.write(number, stream)
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

    let trailer = Trailer.newFile(catalog: catalogNumber, information: informationNumber)
    if conformance?.isVersion4 ?? false {
      writeTable(trailer)
    } else {
      writePacked(trailer)
    }
    return objects.file.bytes
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
    for (page, number) in pages.enumerated() {
      let drawn = drawnPages[page]
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

  /// Writes the packed objects in object streams, and the cross-reference stream.
  private mutating func writePacked(_ trailer: PDFDictionary) {
    let packed = writePackedStreams()
    let rowStreams = rows.flatMap { $0.streams(isCompressed: !isIntermediate) }
    for stream in rowStreams { _ = write(stream: stream.object) }
    objects.finishStreams()
    let streams = packed.streams + rowStreams
    let (first, crossReference) = (packed.first, reserve())
    // The identifier depends on the contents alone.
    let trailer = Trailer.identified(trailer, by: FileIdentifier.bytes(for: objects.file.bytes))
    let start = objects.file.count

    var table = ContiguousArray(repeating: XRefEntry.free(generation: 1), count: objects.lastNumber + 1)
    for (number, offset) in objects.offsets { table[number] = .inUse(offset: offset, generation: 0) }
    table[crossReference] = .inUse(offset: start, generation: 0)
    for (index, stream) in streams.enumerated() {
      for (place, number) in stream.numbers.enumerated() {
        table[number] = .compressed(stream: first + index, index: place)
      }
    }
    objects.write(crossReference, XRefWriter.compressedStream(table, trailer: trailer))
    objects.finish { Trailer.writeEnd(crossReference: start, to: &$0) }
  }

  /// Writes the object streams of objects that do not resemble each other.
  /// - Returns: also the number of the first.
  private mutating func writePackedStreams() -> (first: Int, streams: [(object: PDFStream, numbers: [Int])]) {
    let streams = objects.packed.streams
    let first = reserve(streams.count)
    for (index, stream) in streams.enumerated() {
      if isIntermediate {
        objects.write(first + index, stream.object)
      } else {
        objects.write(first + index, deflating: stream.object)
      }
    }
    return (first, streams)
  }

  /// Writes the packed objects one by one, and a cross-reference table, as PDF 1.4 requires.
  private mutating func writeTable(_ trailer: PDFDictionary) {
    for (number, value) in objects.packed.objects + rows.flatMap(\.objects) {
      objects.writeUnpacked(number, value: value)
    }
    objects.finishStreams()
    var trailer = Trailer.identified(trailer, by: FileIdentifier.bytes(for: objects.file.bytes))
    let count = objects.lastNumber + 1
    trailer["Size"] = .integer(count)
    let table = XRefWriter.wholeTable(objects.offsets, count: count)
    objects.finish {
      let start = $0.count
      $0.write(text: table)
      $0.write("trailer\n")
      $0.write(dictionary: trailer)
      $0.write("\n")
      Trailer.writeEnd(crossReference: start, to: &$0)
    }
  }
}
