/// Writes a new PDF: the pages that Cairo drew, and the objects that Cairo omits or writes incorrectly.
///
/// Streams are written one by one, all other objects into object streams. The result depends on the input alone.
package struct DocumentWriter {
  let drawing: CairoFile
  private var packed = PackedObjects()
  /// By object number: the object is new, or replaces one of Cairo's.
  private var isWritten: ContiguousArray<Bool>
  /// Object numbers that Cairo's file does not use, in descending order.
  private var freeNumbers: [Int]
  /// Entries to add to Cairo's page dictionaries, by page.
  private var pageEntries: [PDFDictionary]
  /// New streams, which are written after the drawing's.
  private var streams: [(number: Int, stream: PDFStream)] = []
  /// The marks of each page's content; empty for a PDF without tags.
  private let marks: [[StructureTree.Mark]]
  let conformance: Conformance?

  /// The file for `contents`.
  /// - Parameter drawing: a file that Cairo wrote, with one page for each of `contents.pages`. It must have Cairo's
  ///   structure tags if and only if `contents` has a structure.
  /// - Throws: `PDFError` if `drawing` does not have the form in which Cairo writes.
  package static func write(_ contents: DocumentContents, drawing: PDFBytes) throws(PDFError) -> [UInt8] {
    var writer = DocumentWriter(try CairoFile(drawing, isTagged: contents.structure != nil), contents)
    guard writer.pages.count == contents.pages.count else {
      throw PDFError(
        code: .pageTree, message: "The drawing has \(writer.pages.count) pages instead of \(contents.pages.count).")
    }
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
    if contents.conformance != nil { writer.completeFonts() }
    return try writer.file(catalog: catalog, information: contents.metadata.information, images: contents.images)
  }

  private init(_ drawing: CairoFile, _ contents: DocumentContents) {
    self.drawing = drawing
    conformance = contents.conformance
    marks = contents.structure?.marks ?? []
    isWritten = ContiguousArray(repeating: false, count: max(1, drawing.objects.count))
    freeNumbers = drawing.objects.indices.dropFirst().filter { drawing.objects[$0] == nil }.reversed()
    pageEntries = Array(repeating: PDFDictionary(), count: drawing.pages.count)
  }

  // MARK: New objects

  /// The pages' object numbers.
  var pages: [Int] { drawing.pages }
  /// The object number of the page tree's root.
  var pageTree: Int { drawing.pageTree }

  /// The number of a new object that a later call of `write` defines.
  mutating func reserve() -> Int {
    if let number = freeNumbers.popLast() { return number }
    isWritten.append(false)
    return isWritten.count - 1
  }

  /// The first of `count` consecutive new numbers.
  mutating func reserve(_ count: Int) -> Int {
    isWritten.append(contentsOf: repeatElement(false, count: count))
    return isWritten.count - count
  }

  /// Defines the object `number`; `body` writes its value.
  mutating func write(_ number: Int, _ body: (inout PDFSerializer) -> Void) {
    isWritten[number] = true
    packed.write(number, body)
  }

  mutating func write(_ number: Int, _ dictionary: PDFDictionary) {
    write(number) { $0.write(dictionary: dictionary) }
  }

  /// Adds a stream.
  /// - Returns: its number.
  mutating func write(stream: PDFStream) -> Int {
    let number = reserve()
    isWritten[number] = true
    streams.append((number, stream))
    return number
  }

  /// Adds entries to a page's dictionary.
  mutating func addEntries(to page: Int, _ entries: PDFDictionary) {
    for (key, value) in entries.entries { pageEntries[page][key] = value }
  }

  // MARK: The file

  private mutating func file(
    catalog: PDFDictionary, information: PDFDictionary, images: [PDFImage]
  ) throws(PDFError) -> [UInt8] {
    finishPages()
    write(drawing.catalog, catalog)
    let hasInformation = !(conformance?.isVersion2 ?? false)
    let informationNumber = drawing.information ?? reserve()
    // PDF 2.0 has the same facts in the metadata stream (ISO 19005-4, 6.1.3).
    if hasInformation { write(informationNumber, information) } else { isWritten[informationNumber] = true }

    var file = PDFSerializer(.spaced)
    file.reserve(drawing.bytes.count + packed.buffer.count / 2 + images.reduce(0) { $0 + $1.byteCount })
    // The comment of four bytes above 127 tells programs that the file is binary (7.5.2).
    file.write(text: "%PDF-\(version)\n%")
    file.write(bytes: [0xB5, 0xED, 0xAE, 0xFB, 0x0A])
    var offsets: [(number: Int, offset: Int)] = []
    try copyDrawing(to: &file, &offsets, images)
    for (number, stream) in streams {
      offsets.append((number, file.count))
      file.write(.stream(stream), as: PDFReference(new: number))
    }
    let trailer = Trailer.newFile(catalog: drawing.catalog, information: hasInformation ? informationNumber : nil)
    if conformance?.isVersion4 ?? false {
      writeTable(to: &file, &offsets, trailer)
    } else {
      writePacked(to: &file, &offsets, trailer)
    }
    return file.bytes
  }

  private var version: String {
    conformance?.isVersion2 ?? false ? "2.0" : conformance?.isVersion4 ?? false ? "1.4" : "1.7"
  }

  /// Writes the packed objects in object streams, and the cross-reference stream.
  private mutating func writePacked(
    to file: inout PDFSerializer, _ offsets: inout [(number: Int, offset: Int)], _ trailer: PDFDictionary
  ) {
    let streams = packed.streams()
    let first = reserve(streams.count + 1)
    for (index, stream) in streams.enumerated() {
      offsets.append((first + index, file.count))
      file.write(.stream(stream.object), as: PDFReference(new: first + index))
    }
    // The identifier depends on the contents alone.
    let trailer = Trailer.identified(trailer, by: FileIdentifier.bytes(for: file.bytes))
    let crossReference = first + streams.count
    offsets.append((crossReference, file.count))

    var table = ContiguousArray(repeating: XRefEntry.free(generation: 1), count: isWritten.count)
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
    for (number, value) in packed.objects {
      offsets.append((number, file.count))
      file.write(number)
      file.write(" 0 obj\n")
      file.write(bytes: value)
      file.write("\nendobj\n")
    }
    var trailer = Trailer.identified(trailer, by: FileIdentifier.bytes(for: file.bytes))
    trailer["Size"] = .integer(isWritten.count)
    let start = file.count
    file.write(text: XRefWriter.wholeTable(offsets, count: isWritten.count))
    file.write("trailer\n")
    file.write(dictionary: trailer)
    file.write("\n")
    Trailer.writeEnd(crossReference: start, to: &file)
  }

  private mutating func finishPages() {
    // PDF/A-1 has no transparency (ISO 19005-1, 6.4).
    let isOpaque = conformance?.isVersion4 ?? false
    for page in drawing.pages.indices where isOpaque || !pageEntries[page].entries.isEmpty {
      guard let cairosEntries = drawing.entries(ofDictionary: drawing.pages[page]) else { continue }
      let entries = pageEntries[page]
      let hasOwnBox = !entries["MediaBox"].isNull
      write(drawing.pages[page]) { buffer in
        buffer.write("<<")
        let kept = hasOwnBox ? CairoFile.entriesWithoutBox(cairosEntries) : cairosEntries
        buffer.write(bytes: isOpaque ? CairoFile.entriesWithoutGroup(kept) : kept)
        buffer.write(" ")
        buffer.write(entries: entries)
        buffer.write("\n>>")
      }
    }
  }

  /// Copies Cairo's streams, each with its length made direct, and packs Cairo's other objects. Placeholders are replaced by
  /// their images.
  private mutating func copyDrawing(
    to file: inout PDFSerializer, _ offsets: inout [(number: Int, offset: Int)], _ images: [PDFImage]
  ) throws(PDFError) {
    let marked = marks.isEmpty ? [:] : contentsOfPages()
    let kept = drawing.objects.enumerated().compactMap { number, range in
      range.flatMap { isWritten[number] ? nil : (number: number, range: $0) }
    }
    var lengths = Set<Int>()
    for object in kept.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where drawing.isStream(object.range) {
      let length = drawing.indirectLength(object.range)
      if let index = ImagePlaceholder.index(in: object.range, of: drawing.bytes), images.indices.contains(index) {
        var image = images[index]
        // Forbidden by PDF/A (ISO 19005-2, 6.2.8).
        if conformance != nil { image.isInterpolated = false }
        write(image, as: object.number, to: &file, &offsets)
        if let length { lengths.insert(length.number) }
        continue
      }
      offsets.append((object.number, file.count))
      if let page = marked[object.number] {
        let content = try drawing.stream(object.range, length: length?.value)
        let rewritten = PageMarks.rewrite(try content.decoded(limits: PDFLimits()), marks: marks[page])
        file.write(.stream(Self.compressed(rewritten)), as: PDFReference(new: object.number))
        if let length { lengths.insert(length.number) }
      } else if conformance != nil, let image = drawing.imageWithoutInterpolation(object.range) {
        file.write(bytes: image)
      } else if let length {
        lengths.insert(length.number)
        file.write(drawing.bytes, object.range.lowerBound..<length.range.lowerBound)
        file.write(length.value)
        file.write(drawing.bytes, length.range.upperBound..<object.range.upperBound)
      } else {
        file.write(drawing.bytes, object.range)
      }
    }
    for object in kept where !lengths.contains(object.number) && !drawing.isStream(object.range) {
      guard let value = drawing.value(object.range) else { continue }
      if let bytes = drawing.resourcesWithoutRepeats(value) {
        write(object.number) { $0.write(bytes: bytes) }
      } else {
        let source = drawing.bytes
        write(object.number) { $0.write(source, value) }
      }
    }
  }

  private static func compressed(_ content: [UInt8]) -> PDFStream {
    guard let data = content.deflated(.standard) else { return PDFStream(dictionary: [:], data: content) }
    return PDFStream(dictionary: ["Filter": .name("FlateDecode")], data: data)
  }

  /// By the number of its content stream, each page.
  private func contentsOfPages() -> [Int: Int] {
    var pages: [Int: Int] = [:]
    for (index, number) in drawing.pages.enumerated() {
      if let content = drawing.content(ofPage: number) { pages[content] = index }
    }
    return pages
  }
}
