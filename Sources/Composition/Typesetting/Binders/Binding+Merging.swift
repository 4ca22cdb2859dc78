import Dates
import PDF

/// The file of a binder.
extension Binding {
  func merged(by typesetter: Typesetter) throws(CompositionError) -> RenderedDocument {
    var merge = FileMerge()
    var bound: [BoundPart] = []
    var order: [Int] = []
    var pages: [PageMeasure] = []
    if let front {
      order += try add(front, to: &merge)
      pages += front.pages
    }
    let separators = try separators.map { pages throws(CompositionError) in try add(pages, to: &merge) }
    let numbers = try numbers(by: typesetter)
    var drawn = try stamps(of: numbers?.document, at: "numbering", &merge)[...]
    let common = try stamps(binder.stamps, pages: parts.reduce(0) { $0 + $1.pages.count }, by: typesetter, &merge)
    var numbering = [FileMerge.Numbering(page: 0)]
    var documents: [Range<Int>] = []
    var page = 0
    for (index, part) in parts.enumerated() {
      if let separators, let sizes = self.separators?.pages {
        order.append(separators.lowerBound + index)
        pages.append(sizes[index])
      }
      let own = try stamps(part.stamps, pages: part.pages.count, by: typesetter, &merge)
      let first = merge.pageCount
      let range = page..<page + part.pages.count
      try Self.refusing(part.place) { () throws(PDFError) in
        var file = FileMerge.Part(part.file)
        (file.title, file.isRestorable) = (part.title, true)
        file.stamps = range.map { page in
          var stamps = common[page].adding(own[page - range.lowerBound])
          if numbers?.isNumbered[page] == true, let number = drawn.popFirst() { stamps.above.append(number) }
          return stamps
        }
        try merge.add(file)
      }
      if front != nil {
        merge.redirect(Self.anchor(index), to: separators.map { $0.lowerBound + index } ?? first)
      }
      if binder.numbering == .perPart { numbering.append(.init(page: order.count, prefix: "\(index + 1)-")) }
      documents.append(order.count..<order.count + part.pages.count)
      order += first..<first + part.pages.count
      pages += part.pages
      bound.append(
        BoundPart(
          title: part.title, firstPage: documents[index].lowerBound + 1, pages: part.pages.count,
          sha256: merge.originalDigests[index]))
      page += part.pages.count
    }
    return try finished(&merge, order, numbering, pages, bound, documents)
  }

  /// Writes the merged file, and places its pages on sheets if the binder has them.
  /// - Parameters:
  ///   - order: the pages of the file by their numbers in the merge.
  ///   - documents: the pages of each part.
  private func finished(
    _ merge: inout FileMerge, _ order: [Int], _ numbering: [FileMerge.Numbering], _ pages: [PageMeasure],
    _ bound: [BoundPart], _ documents: [Range<Int>]
  ) throws(CompositionError) -> RenderedDocument {
    let recorded = binder.metadata.created.map { PDFDate.pdf(iso8601: $0.text) ?? "" } ?? ""
    let pdf = try Self.refusing("") { () throws(PDFError) in
      try merge.finish(
        information: PDFMetadata(binder.metadata).information, order: order,
        numbering: binder.numbering == .none ? nil : numbering, recorded: recorded,
        // A file on sheets gets the profiles when its pages are placed, below.
        conformance: binder.sheets == nil ? try statedConformance() : nil)
    }
    var document = RenderedDocument(pdf: pdf, pages: pages, warnings: warnings.summarized(), timings: .init())
    document.parts = bound
    document.fonts = fonts.sorted { ($0.name, $0.path ?? "") < ($1.name, $1.path ?? "") }
    if let sheets = binder.sheets {
      // Cover and contents are documents too.
      var documents = documents
      if let front { documents.insert(0..<front.pages.count, at: 0) }
      let conformance = try Self.refusing("") { () throws(PDFError) in try statedConformance() }
      document = try document.placed(on: sheets, documents: documents, recorded: recorded, conformance: conformance)
    }
    document.warnings += try checked(document.pdf)
    return document
  }

  private func add(_ document: RenderedDocument, to merge: inout FileMerge) throws(CompositionError) -> Range<Int> {
    do throws(PDFError) {
      return try merge.add(FileMerge.Part(try PDFFile(bytes: document.pdf)))
    } catch {
      throw CompositionError(.renderingFailed, error.description)
    }
  }
}
