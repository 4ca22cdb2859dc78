/// Combines the pages of several files, or some pages of one, into a new file.
///
/// Objects are copied with new numbers; streams keep their encoded bytes. Kept are: pages with their annotations, named
/// destinations, outlines, attachments, form fields, layers, page labels, and, if all pages of a file are taken, its
/// structure. Names that several files use are made unique, and references to them are changed. Fonts, images and other
/// resources that several files have are written once. XMP metadata and output intents are written anew if the file
/// states profiles. Scripts and actions of the document are left out, because each concerns its own file only.
package struct FileMerge {
  /// The numbering of pages from one page on (ISO 32000-1, 12.4.2): decimal numbers from 1 after a prefix.
  package struct Numbering: Hashable, Sendable {
    /// The index of the page, from 0.
    package var page: Int
    /// Text before the number; may be empty.
    package var prefix: String
    package init(page: Int, prefix: String = "") { (self.page, self.prefix) = (page, prefix) }
  }

  let output: MergeOutput
  let pageTree: Int
  var pages: [Int] = []
  private var catalog: PDFDictionary = ["Type": .name("Catalog")]
  private var names = MergedNames()
  private var outline = MergedOutline()
  private var structure: MergedStructure
  private var form = MergedForm()
  private var layers = MergedLayers()
  private var labels = MergedPageLabels()
  private var originals = MergedOriginals()
  /// Attachments of the files themselves (ISO 19005-3, 6.8).
  private var associated: [PDFObject] = []

  /// The new file.
  /// - Parameter information: the information dictionary (ISO 32000-1, 14.3.3); nil to take the texts of the first
  ///   file's.
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
    if let information { return try merge.finish(information: information) }
    let first = try parts.first?.file.information()
    return try merge.finish(information: first?.texts() ?? [:])
  }

  /// - Parameter sharesEqualObjects: whether fonts, images and other resources that are equal are written once; not
  ///   worth the time for pages of one file.
  package init(sharesEqualObjects: Bool = true) {
    output = MergeOutput(sharesEqualObjects: sharesEqualObjects)
    pageTree = output.reserve()
    structure = MergedStructure(root: output.reserve())
  }

  /// The SHA-256 of the parts that can be restored, in the order in which they were added.
  package var originalDigests: [String] { originals.digests }

  /// How many pages have been added.
  package var pageCount: Int { pages.count }

  /// Adds the pages of a file after those that were added before.
  /// - Returns: their indices.
  @discardableResult
  package mutating func add(_ part: Part) throws(PDFError) -> Range<Int> {
    let file = part.file
    let source = try Self.mergeableCatalog(of: file)
    let all = try file.pages()
    let selected = part.pages ?? Array(all.indices)
    guard selected.allSatisfy(all.indices.contains), Set(selected).count == selected.count else {
      throw PDFError(code: .pageTree, message: "A page is requested that the file does not have, or one twice.")
    }
    let copier = ObjectCopier(file, output)
    for page in all {
      guard let reference = page.reference else {
        throw PDFError(code: .pageTree, message: "Page \(page.index + 1) is not an indirect object.")
      }
      copier.exclude(reference)
    }
    let isWhole = selected == Array(all.indices)
    // All new names must be known before the first object is copied.
    copier.renamed = try names.reserve(source, file)
    if isWhole { copier.structureOffset = try structure.begin(source, copier, language: catalog["Lang"], output) }
    let first = pages.count
    try addPages(selected.map { all[$0] }, of: part, copier)
    let added = first..<pages.count
    try labels.add(source, file, isWhole: isWhole && part.sheets == nil, from: first, pages: added.count)
    try names.add(source, copier)
    for attachment in try file.resolve(source["AF"]).array ?? [] { associated.append(try copier.copy(attachment)) }
    try outline.add(source, copier, title: part.title, page: added.first.map { pages[$0] })
    if isWhole { try structure.add(source, copier, output) }
    try form.add(source, copier)
    try layers.add(source, copier)
    if catalog["Lang"].isNull { catalog["Lang"] = try file.resolve(source["Lang"]) }
    // A binder that is a part itself is restored as a whole.
    if isWhole, !part.isRestorable, let records = try file.originalRecords() { try originals.adopt(records, copier) }
    try copier.finish()
    if part.isRestorable, let page = added.first {
      let original = MergedOriginals.Original(
        title: part.title ?? "", page: pages[page], pages: added.count, bytes: file.bytes, streams: copier.copiedStreams
      )
      try originals.add(original, output)
    }
    return added
  }

  static func mergeableCatalog(of file: PDFFile) throws(PDFError) -> PDFDictionary {
    guard !file.isEncrypted else {
      throw PDFError(code: .encrypted, message: "The file is encrypted. Remove the encryption first.")
    }
    guard try !file.signatures().isSigned else {
      throw PDFError(code: .signed, message: "The file is signed, and merging would break its signature.")
    }
    return try file.catalog()
  }

  // MARK: Finishing

  /// Lets a named destination lead to a page instead, whichever file has it.
  /// - Parameter page: the index of an added page.
  package mutating func redirect(_ name: String, to page: Int) {
    guard pages.indices.contains(page) else { return }
    names.redirect(Array(name.utf8), to: pages[page])
  }

  /// The new file.
  /// - Parameters:
  ///   - order: the index of each added page, in their final order; nil for the order in which they were added.
  ///   - numbering: of the pages in their final order; nil for the labels of the files.
  ///   - recorded: the date of the record of the originals, as `D:20261120091400Z`.
  ///   - conformance: the profiles that the file states; nil for none.
  /// - Throws: `pageTree` if there are no pages or if `order` does not name each of them once, `limit` if the file has
  ///   too many objects.
  package mutating func finish(
    information: PDFDictionary, order: [Int]? = nil, numbering: [Numbering]? = nil, recorded: String = "",
    conformance: MergedConformance? = nil
  ) throws(PDFError) -> [UInt8] {
    guard !pages.isEmpty else { throw PDFError(code: .pageTree, message: "There are no pages to merge.") }
    let order = order ?? Array(pages.indices)
    guard order.sorted() == Array(pages.indices) else {
      throw PDFError(code: .pageTree, message: "The order of the pages does not name each of them once.")
    }
    let final = order.map { pages[$0] }
    output.write(
      .dictionary([
        "Type": .name("Pages"), "Count": .integer(pages.count),
        "Kids": .array(final.map { PDFObject.reference(to: $0) }),
      ]), as: pageTree)
    catalog["Pages"] = .reference(to: pageTree)
    catalog["Names"] = names.dictionary(output)
    catalog["Outlines"] = outline.write(to: output)
    if !catalog["Outlines"].isNull { catalog["PageMode"] = .name("UseOutlines") }
    catalog["StructTreeRoot"] = structure.write(to: output)
    if structure.isComplete { catalog["MarkInfo"] = .dictionary(["Marked": .boolean(true)]) }
    catalog["AcroForm"] = form.dictionary
    catalog["OCProperties"] = layers.dictionary
    catalog["PageLabels"] = numbering.map(MergedPageLabels.dictionary) ?? labels.dictionary
    catalog["PieceInfo"] = originals.write(to: output, recorded: recorded)
    if !associated.isEmpty { catalog["AF"] = .array(associated) }
    conformance?.write(to: output, &catalog)
    guard output.count < PDFLimits().newObjectNumber else {
      throw PDFError(code: .limit, message: "The merged file would have too many objects.")
    }
    return output.finish(catalog: catalog, information: information)
  }
}
