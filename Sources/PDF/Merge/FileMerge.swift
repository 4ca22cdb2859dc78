/// Combines the pages of several files, or some pages of one, into a new file.
///
/// Objects are copied with new numbers; streams keep their encoded bytes. Kept are: pages with their annotations, named
/// destinations, outlines, attachments, form fields, layers, page labels, and, if all pages of a file are taken, its structure.
/// Names that several files use are made unique, and what refers to them follows. Left out are: XMP metadata, output intents,
/// scripts and actions of the document, because each is true of its file only.
package struct FileMerge {
  /// A file, and which of its pages to take.
  package struct Part {
    package var file: PDFFile
    /// From 0, in the order in which they are to appear, each at most once; nil for all.
    package var pages: [Int]?
    /// By how much pages are enlarged, or reduced if it is below 1. Pages that are scaled lose their structure.
    package var scale: Double

    package init(_ file: PDFFile, pages: [Int]? = nil, scale: Double = 1) {
      self.file = file
      self.pages = pages
      self.scale = scale
    }
  }

  private let output = MergeOutput()
  private let pageTree: Int
  private var pages: [Int] = []
  private var catalog: PDFDictionary = ["Type": .name("Catalog")]
  private var names = MergedNames()
  private var outline = MergedOutline()
  private var structure: MergedStructure
  private var form = MergedForm()
  private var layers = MergedLayers()
  private var labels = MergedPageLabels()

  /// The new file.
  /// - Parameter information: the information dictionary (ISO 32000-1, 14.3.3); nil for that of the first file.
  /// - Throws: `PDFError` if there are no pages, or a file is encrypted, signed, or cannot be read.
  package static func merge(_ parts: [Part], information: PDFDictionary? = nil) throws(PDFError) -> [UInt8] {
    var merge = FileMerge()
    for (index, part) in parts.enumerated() {
      do throws(PDFError) {
        try merge.add(part)
      } catch {
        guard parts.count > 1 else { throw error }
        throw PDFError(code: error.code, message: "File \(index + 1): \(error.message)", offset: error.offset)
      }
    }
    guard !merge.pages.isEmpty else { throw PDFError(code: .pageTree, message: "There are no pages to merge.") }
    if let information { return try merge.finish(information) }
    return try merge.finish(try Self.information(of: parts))
  }

  private init() {
    pageTree = output.reserve()
    structure = MergedStructure(root: output.reserve())
  }

  private mutating func add(_ part: Part) throws(PDFError) {
    let file = part.file
    guard !file.isEncrypted else {
      throw PDFError(code: .encrypted, message: "The file is encrypted. Remove the encryption first.")
    }
    guard try !file.signatures().isSigned else {
      throw PDFError(code: .signed, message: "The file is signed, and merging would break its signature.")
    }
    let source = try file.catalog()
    let all = try file.pages()
    let selected = part.pages ?? Array(all.indices)
    guard selected.allSatisfy(all.indices.contains), Set(selected).count == selected.count else {
      throw PDFError(code: .pageTree, message: "A page is requested that the file does not have, or one twice.")
    }
    let copier = ObjectCopier(file, output)
    copier.scale = part.scale
    for page in all {
      guard let reference = page.reference else {
        throw PDFError(code: .pageTree, message: "Page \(page.index + 1) is not an indirect object.")
      }
      copier.exclude(reference)
    }
    let isWhole = selected == Array(all.indices)
    let references = selected.compactMap { all[$0].reference }
    let numbers = references.map { copier.replace($0, by: output.reserve()) }
    // Everything that renames must be known before the first object is copied.
    copier.renamed = try names.reserve(source, file)
    let keepsStructure = isWhole && part.scale == 1
    if keepsStructure { copier.structureOffset = try structure.begin(source, copier) }
    for (reference, number) in zip(references, numbers) { try copy(reference, as: number, copier) }
    try labels.add(source, file, isWhole: isWhole, from: pages.count, pages: selected.count)
    pages += numbers
    try names.add(source, copier)
    try outline.add(source, copier)
    if keepsStructure { try structure.add(source, copier) }
    try form.add(source, copier)
    try layers.add(source, copier)
    if catalog["Lang"].isNull { catalog["Lang"] = try file.resolve(source["Lang"]) }
    try copier.finish()
  }

  private func copy(_ reference: PDFReference, as number: Int, _ copier: ObjectCopier) throws(PDFError) {
    guard case .dictionary(var page) = try copier.file.object(reference) else {
      throw PDFError(code: .pageTree, message: "Page \(reference) is not a dictionary.")
    }
    for key in ["Resources", "MediaBox", "CropBox", "Rotate"] as [PDFName] where page[key].isNull {
      page[key] = try copier.inherited(key, by: page)
    }
    // Beads belong to articles, which are not copied.
    for key in ["Parent", "B"] as [PDFName] { page[key] = .null }
    var copy = try copier.entries(page)
    try PageScaling(factor: copier.scale, copier: copier, output: output).apply(to: &copy, of: page)
    copy["Parent"] = .reference(to: pageTree)
    output.write(.dictionary(copy), as: number)
  }

  private mutating func finish(_ information: PDFDictionary) throws(PDFError) -> [UInt8] {
    output.write(
      .dictionary([
        "Type": .name("Pages"), "Count": .integer(pages.count),
        "Kids": .array(pages.map { PDFObject.reference(to: $0) }),
      ]), as: pageTree)
    catalog["Pages"] = .reference(to: pageTree)
    catalog["Names"] = names.dictionary(output)
    catalog["Outlines"] = outline.write(to: output)
    if !catalog["Outlines"].isNull { catalog["PageMode"] = .name("UseOutlines") }
    catalog["StructTreeRoot"] = structure.write(to: output)
    if structure.isComplete { catalog["MarkInfo"] = .dictionary(["Marked": .boolean(true)]) }
    catalog["AcroForm"] = form.dictionary
    catalog["OCProperties"] = layers.dictionary
    catalog["PageLabels"] = labels.dictionary
    guard output.count < PDFLimits().newObjectNumber else {
      throw PDFError(code: .limit, message: "The merged file would have too many objects.")
    }
    return output.finish(catalog: catalog, information: information)
  }

  /// The information dictionary of the first file, without what is not text.
  private static func information(of parts: [Part]) throws(PDFError) -> PDFDictionary {
    guard let file = parts.first?.file else { return PDFDictionary() }
    var information = PDFDictionary()
    for (key, value) in try file.resolve(file.trailer["Info"]).dictionary?.entries ?? [] {
      if case .string(let text) = try file.resolve(value) { information[key] = .string(text) }
    }
    return information
  }
}

/// The file that a merge writes.
final class MergeOutput {
  private var file = PDFSerializer(.spaced)
  private var packed = PackedObjects()
  private var offsets: [(number: Int, offset: Int)] = []
  /// The highest number of an object.
  private(set) var count = 0

  init() {
    file.write("%PDF-1.7\n%")
    file.write(bytes: [0xB5, 0xED, 0xAE, 0xFB, 0x0A])
  }

  /// The number of a new object.
  func reserve() -> Int {
    count += 1
    return count
  }

  func write(_ object: PDFObject, as number: Int) {
    guard case .stream = object else { return packed.write(number) { $0.write(object) } }
    offsets.append((number, file.count))
    file.write(object, as: PDFReference(new: number))
  }

  /// Writes an object with a new number.
  /// - Returns: a reference to it.
  func write(_ object: PDFObject) -> PDFObject {
    let number = reserve()
    write(object, as: number)
    return .reference(to: number)
  }

  func finish(catalog: PDFDictionary, information: PDFDictionary) -> [UInt8] {
    let (catalogNumber, informationNumber) = (reserve(), reserve())
    write(.dictionary(catalog), as: catalogNumber)
    write(.dictionary(information), as: informationNumber)
    let streams = packed.streams().map { (number: reserve(), stream: $0) }
    for (number, stream) in streams { write(.stream(stream.object), as: number) }
    let identifier = FileIdentifier.bytes(for: file.bytes)
    let crossReference = reserve()
    let start = file.count
    offsets.append((crossReference, start))
    var table = ContiguousArray(repeating: XRefEntry.free(generation: 1), count: count + 1)
    for (number, offset) in offsets { table[number] = .inUse(offset: offset, generation: 0) }
    for (number, stream) in streams {
      for (index, member) in stream.numbers.enumerated() { table[member] = .compressed(stream: number, index: index) }
    }
    let trailer = Trailer.newFile(catalog: catalogNumber, information: informationNumber, identifier: identifier)
    file.write(.stream(XRefWriter.compressedStream(table, trailer: trailer)), as: PDFReference(new: crossReference))
    Trailer.writeEnd(crossReference: start, to: &file)
    return file.bytes
  }
}
