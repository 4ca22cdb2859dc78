/// Combines the pages of several files, or some pages of one, into a new file.
///
/// Objects are copied with new numbers; streams keep their encoded bytes. Kept are: pages with their annotations, named
/// destinations, outlines, attachments, form fields, layers, page labels, and, if all pages of a file are taken, its structure.
/// Names that several files use are made unique, and what refers to them follows. Fonts, images and other resources that several
/// files have are written once. XMP metadata and output intents are written anew if the file states profiles; left out are scripts and actions of the document, because each is
/// true of its file only.
package struct FileMerge {
  /// A file, and which of its pages to take.
  package struct Part {
    package var file: PDFFile
    /// From 0, in the order in which they are to appear, each at most once; nil for all.
    package var pages: [Int]?
    /// By how much pages are enlarged, or reduced if it is below 1.
    package var scale: Double
    /// Where pages are drawn instead of pages of their own size; nil for pages as they are.
    package var sheets: SheetLayout?
    /// For `SheetLayout.Order.documents`: the documents as ranges of the pages that are taken.
    package var documents: [Range<Int>] = []
    /// The title of an outline item that contains the outline of the file; nil to add the outline's items themselves.
    package var title: String?
    /// What is drawn on each of the pages that are taken, by index; nothing on those beyond the end.
    package var stamps: [PageStamps] = []
    /// Whether the new file records how to restore this one (`PDFFile.originals`).
    package var isRestorable = false

    package init(_ file: PDFFile, pages: [Int]? = nil, scale: Double = 1) {
      self.file = file
      self.pages = pages
      self.scale = scale
    }
  }

  /// A page that is drawn on other pages, added by `addStamps`.
  package struct Stamp: Sendable {
    fileprivate var form: Int
    /// From the form's space to the stamp as displayed.
    fileprivate var matrix: PDFMatrix
    /// In points.
    fileprivate var height: Double
  }

  /// The stamps of one page.
  package struct PageStamps: Sendable {
    package var below: [Stamp] = []
    package var above: [Stamp] = []
    package init() {}
    package var isEmpty: Bool { below.isEmpty && above.isEmpty }
  }

  /// The numbering of pages from one page on (ISO 32000-1, 12.4.2): decimal numbers from 1 after a prefix.
  package struct Numbering: Hashable, Sendable {
    /// From 0.
    package var page: Int
    package var prefix: String
    package init(page: Int, prefix: String = "") { (self.page, self.prefix) = (page, prefix) }
  }

  private let output: MergeOutput
  private let pageTree: Int
  private var pages: [Int] = []
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
  /// - Parameter information: the information dictionary (ISO 32000-1, 14.3.3); nil for the texts in that of the first file.
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

  /// - Parameter sharesEqualObjects: whether fonts, images and other resources that are equal are written once; not worth the time
  ///   for pages of one file.
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
    // Everything that renames must be known before the first object is copied.
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

  private static func mergeableCatalog(of file: PDFFile) throws(PDFError) -> PDFDictionary {
    guard !file.isEncrypted else {
      throw PDFError(code: .encrypted, message: "The file is encrypted. Remove the encryption first.")
    }
    guard try !file.signatures().isSigned else {
      throw PDFError(code: .signed, message: "The file is signed, and merging would break its signature.")
    }
    return try file.catalog()
  }

  // MARK: Pages

  private mutating func addPages(_ selected: [PDFPage], of part: Part, _ copier: ObjectCopier) throws(PDFError) {
    if let layout = part.sheets { return try addSheets(selected, layout, part.documents, copier) }
    let numbers = selected.map { _ in output.reserve() }
    for (index, page) in selected.enumerated() {
      guard let reference = page.reference else { continue }
      if part.scale != 1 || part.stamps.indices.contains(index) && !part.stamps[index].isEmpty {
        copier.place(reference, Placement(page: numbers[index], matrix: .scale(part.scale)))
      } else {
        copier.replace(reference, by: numbers[index])
      }
    }
    for (index, page) in selected.enumerated() {
      let stamps = part.stamps.indices.contains(index) ? part.stamps[index] : PageStamps()
      try copy(page, as: numbers[index], scale: part.scale, stamps, copier)
    }
    pages += numbers
  }

  private func dictionary(of page: PDFPage, _ copier: ObjectCopier) throws(PDFError) -> PDFDictionary {
    guard let reference = page.reference, case .dictionary(var entries) = try copier.file.object(reference) else {
      throw PDFError(code: .pageTree, message: "Page \(page.index + 1) is not a dictionary.")
    }
    for key in ["Resources", "MediaBox", "CropBox", "Rotate"] as [PDFName] where entries[key].isNull {
      entries[key] = try copier.inherited(key, by: entries)
    }
    // Beads belong to articles, which are not copied.
    for key in ["Parent", "B"] as [PDFName] { entries[key] = .null }
    return entries
  }

  private func copy(
    _ page: PDFPage, as number: Int, scale: Double, _ stamps: PageStamps, _ copier: ObjectCopier
  ) throws(PDFError) {
    var original = try dictionary(of: page, copier)
    var content = FormContent()
    if scale != 1 || !stamps.isEmpty, let reference = page.reference {
      let pageForm = PageForm(copier: copier, output: output)
      let form = try pageForm.write(original, box: page.mediaBox, matrix: .scale(scale))
      copier.setForm(form, of: reference)
      for stamp in stamps.below { content.draw(stamp, on: page, scale) }
      if let form { content.draw(form) }
      for stamp in stamps.above { content.draw(stamp, on: page, scale) }
      for key in ["Resources", "Contents", "Group", "StructParents"] as [PDFName] { original[key] = .null }
    }
    let annotations = original["Annots"]
    if scale != 1 { original["Annots"] = .null }
    var copy = try copier.entries(original)
    content.apply(to: &copy, output)
    if scale != 1 {
      let annotations = try copier.annotations(annotations, .scale(scale))
      if !annotations.isEmpty { copy["Annots"] = .array(annotations) }
      for key in ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"] as [PDFName] where !original[key].isNull {
        copy[key] = Placement.rectangle(try copier.file.resolve(original[key]), .scale(scale))
      }
    }
    copy["Parent"] = .reference(to: pageTree)
    output.write(.dictionary(copy), as: number)
  }

  private mutating func addSheets(
    _ selected: [PDFPage], _ layout: SheetLayout, _ documents: [Range<Int>], _ copier: ObjectCopier
  ) throws(PDFError) {
    let sizes = selected.map { SheetLayout.Size(width: $0.width, height: $0.height) }
    let sheets = layout.sheets(of: sizes, documents: documents.isEmpty ? [selected.indices] : documents)
    let numbers = sheets.map { _ in output.reserve() }
    for (sheet, number) in zip(sheets, numbers) {
      for cell in sheet.cells {
        guard let reference = selected[cell.page].reference else { continue }
        let matrix = selected[cell.page].displayMatrix.followed(by: cell.matrix)
        copier.place(reference, Placement(page: number, matrix: matrix))
      }
    }
    let pageForm = PageForm(copier: copier, output: output)
    for (sheet, number) in zip(sheets, numbers) {
      var content = FormContent()
      var annotations: [PDFObject] = []
      for cell in sheet.cells {
        let page = selected[cell.page]
        guard let reference = page.reference else { continue }
        let entries = try dictionary(of: page, copier)
        let matrix = page.displayMatrix.followed(by: cell.matrix)
        if let form = try pageForm.write(entries, box: page.cropBox, matrix: matrix) {
          copier.setForm(form, of: reference)
          content.draw(form)
        }
        annotations += try copier.annotations(entries["Annots"], matrix)
      }
      var entries: PDFDictionary = [
        "Type": .name("Page"), "Parent": .reference(to: pageTree),
        "MediaBox": .rectangle(PDFRectangle(x0: 0, y0: 0, x1: sheet.size.width, y1: sheet.size.height)),
      ]
      content.apply(to: &entries, output)
      if entries["Resources"].isNull { entries["Resources"] = .dictionary([:]) }
      if !annotations.isEmpty { entries["Annots"] = .array(annotations) }
      if copier.structureOffset != nil { entries["Tabs"] = .name("S") }
      output.write(.dictionary(entries), as: number)
    }
    pages += numbers
  }

  // MARK: Binding

  /// Adds the pages of a file as stamps. Only their contents are used.
  package func addStamps(_ file: PDFFile) throws(PDFError) -> [Stamp] {
    _ = try Self.mergeableCatalog(of: file)
    let copier = ObjectCopier(file, output)
    var stamps: [Stamp] = []
    for page in try file.pages() {
      let entries = try dictionary(of: page, copier)
      let form = try PageForm(copier: copier, output: output).write(entries, box: page.cropBox)
      stamps.append(Stamp(form: form ?? 0, matrix: page.displayMatrix, height: page.height))
    }
    try copier.finish()
    return stamps
  }

  /// Lets a named destination lead to a page instead, whichever file has it.
  /// - Parameter page: the index of an added page.
  package mutating func redirect(_ name: String, to page: Int) {
    guard pages.indices.contains(page) else { return }
    names.redirect(Array(name.utf8), to: pages[page])
  }

  /// Adds an item to the end of the outline.
  /// - Parameter page: the index of an added page.
  package mutating func addOutlineItem(_ title: String, page: Int) {
    if pages.indices.contains(page) { outline.add(title: title, page: pages[page]) }
  }

  /// The new file.
  /// - Parameters:
  ///   - order: the index of each added page, in their final order; nil for the order in which they were added.
  ///   - numbering: of the pages in their final order; nil for the labels of the files.
  ///   - recorded: the date of the record of the originals, as `D:20261120091400Z`.
  ///   - conformance: the profiles that the file states; nil for none.
  /// - Throws: `pageTree` if there are no pages or if `order` does not name each of them once, `limit` if the file has too many objects.
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

extension FormContent {
  /// Draws a stamp upright, with its top left corner in that of the page as displayed.
  fileprivate mutating func draw(_ stamp: FileMerge.Stamp, on page: PDFPage, _ scale: Double) {
    guard stamp.form > 0 else { return }
    let matrix = stamp.matrix.followed(by: .translation(0, page.height - stamp.height)).followed(by: page.userMatrix)
      .followed(by: .scale(scale))
    draw(stamp.form, matrix: matrix, isArtifact: true)
  }
}
