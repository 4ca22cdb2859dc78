import Dates
import Diagnostics
import PDF
import TextShaping

extension Typesetter {
  /// Typesets the parts of a binder and merges them.
  /// - Parameter progress: called with the number of pages after each page.
  /// - Throws: `partRefused` for a part that cannot be bound, and errors of its composition, with its place in the payload.
  func bind(
    _ binder: ComposedBinder, progress: ((_ pages: Int) -> Void)? = nil
  ) throws(CompositionError) -> RenderedDocument {
    var stopwatch = Stopwatch()
    var binding = Binding(binder)
    for part in binder.parts { try binding.add(part, by: self, progress) }
    try binding.addFront(by: self)
    var timings = RenderedDocument.Timings()
    timings.layout = stopwatch.lap()
    var document = try binding.merged(by: self)
    timings.paint = stopwatch.lap()
    document.timings = timings
    return document
  }
}

/// A binder while it is bound.
private struct Binding {
  private let binder: ComposedBinder
  private var parts: [Part] = []
  /// Cover and table of contents; nil without both.
  private var front: RenderedDocument?
  /// A page for each part; nil without separators.
  private var separators: RenderedDocument?
  private var warnings: [Diagnostic]
  /// Of the parts that are composed here, and of cover and contents.
  private var fonts: Set<UsedFont> = []
  private var pages = 0

  private struct Part {
    var title: String
    var file: PDFFile
    var pages: [PageMeasure]
    var stamps: [ComposedStamp]
    var place: String
  }

  private static let maximumPages = 100_000
  /// Times that the table of contents is laid out until its own length agrees with its page numbers.
  private static let maximumPasses = 4

  init(_ binder: ComposedBinder) {
    self.binder = binder
    warnings = binder.warnings
  }

  // MARK: Parts

  mutating func add(
    _ part: ComposedBinder.Part, by typesetter: Typesetter, _ progress: ((_ pages: Int) -> Void)?
  ) throws(CompositionError) {
    let before = pages
    var composed = part.document
    // A finished PDF is checked with the whole binder.
    if let conformance = binder.conformance, case .html = composed { try composed.conform(to: conformance) }
    let document = try Self.set(composed, at: part.place, by: typesetter) { progress?(before + $0) }
    warnings += document.warnings.map { warning in
      var warning = warning
      let own = warning.location.source
      warning.location.source =
        own.hasPrefix("$") ? part.place + own.dropFirst() : own.isEmpty ? part.place : "\(part.place), \(own)"
      return warning
    }
    fonts.formUnion(document.fonts)
    let (file, sizes, ownTitle) = try Self.open(document, at: part.place)
    pages += sizes.count
    guard pages <= Self.maximumPages else {
      throw CompositionError(.limitExceeded, "the binder has more than \(Self.maximumPages) pages", at: part.place)
    }
    let title = part.title.flatMap { $0.isEmpty ? nil : $0 } ?? ownTitle ?? "\(parts.count + 1)"
    parts.append(Part(title: title, file: file, pages: sizes, stamps: part.stamps, place: part.place))
  }

  private static func set(
    _ document: ComposedDocument, at place: String, by typesetter: Typesetter,
    _ progress: ((_ pages: Int) -> Void)? = nil
  ) throws(CompositionError) -> RenderedDocument {
    do throws(CompositionError) {
      return try typesetter.set(document, progress: progress)
    } catch {
      throw CompositionError(error.code, error.message, at: error.place.isEmpty ? place : "\(place), \(error.place)")
    }
  }

  /// The file, page sizes and title of a document. What cannot be merged is refused here, before anything is laid out on it.
  private static func open(
    _ document: RenderedDocument, at place: String
  ) throws(CompositionError) -> (PDFFile, [PageMeasure], title: String?) {
    try refusing(place) { () throws(PDFError) in
      let file = try PDFFile(bytes: document.pdf)
      guard !file.isEncrypted else {
        throw PDFError(code: .encrypted, message: "The file is encrypted. Remove the encryption first.")
      }
      let pages = try file.pages().map { PageMeasure(width: $0.width, height: $0.height) }
      guard !pages.isEmpty else { throw PDFError(code: .pageTree, message: "The file has no pages.") }
      return (file, pages, try file.title())
    }
  }

  private static func refusing<Value>(
    _ place: String, _ body: () throws(PDFError) -> Value
  ) throws(CompositionError) -> Value {
    do throws(PDFError) {
      return try body()
    } catch {
      throw CompositionError(.partRefused, error.description, at: place)
    }
  }

  // MARK: Cover, contents, separators, numbers

  mutating func addFront(by typesetter: Typesetter) throws(CompositionError) {
    if binder.hasSeparators {
      let list = parts.indices.map {
        TemplateValue.object(["number": .text("\($0 + 1)"), "title": .text(parts[$0].title)])
      }
      let set = try typeset(["separators": .list(list)], by: typesetter)
      guard set.pages.count == parts.count else {
        throw CompositionError(
          .templateBroken, "\(parts.count) separators take \(set.pages.count) pages; each must take one",
          at: "separators")
      }
      separators = set
    }
    guard binder.hasCover || binder.hasContents else { return }
    var length = 1
    for pass in 1...Self.maximumPasses {
      let set = try layOut(frontValues(length), by: typesetter)
      let isLast = set.pages.count == length || pass == Self.maximumPasses
      length = set.pages.count
      guard isLast else { continue }
      front = try set.rendered()
      break
    }
    warnings += front?.warnings ?? []
    fonts.formUnion(front?.fonts ?? [])
  }

  private func frontValues(_ length: Int) -> [String: TemplateValue] {
    var page = length
    var list: [TemplateValue] = []
    for (index, part) in parts.enumerated() {
      list.append(
        .object([
          "number": .text("\(index + 1)"), "title": .text(part.title), "anchor": .text(Self.anchor(index)),
          "page": .text(label(part: index, page: 0, of: page)), "pages": .text("\(part.pages.count)"),
        ]))
      page += part.pages.count + (binder.hasSeparators ? 1 : 0)
    }
    var values: [String: TemplateValue] = ["cover": .flag(binder.hasCover)]
    if binder.hasContents { values["contents"] = .object(["parts": .list(list)]) }
    return values
  }

  private static func anchor(_ part: Int) -> String { "part-\(part + 1)" }

  /// The number of a page.
  /// - Parameters:
  ///   - page: its index in its part.
  ///   - index: its index in the binder.
  private func label(part: Int, page: Int, of index: Int) -> String {
    binder.numbering == .perPart ? "\(part + 1)-\(page + 1)" : "\(index + 1)"
  }

  private func typeset(
    _ values: [String: TemplateValue], css: String = "", isStamp: Bool = false, by typesetter: Typesetter
  ) throws(CompositionError) -> RenderedDocument {
    try layOut(values, css: css, isStamp: isStamp, by: typesetter).rendered()
  }

  /// - Parameter isStamp: whether the pages are drawn on others.
  private func layOut(
    _ values: [String: TemplateValue], css: String = "", isStamp: Bool = false, by typesetter: Typesetter
  ) throws(CompositionError) -> SetDocument {
    var all: [String: TemplateValue] = [
      "cover": .flag(false), "contents": .nothing, "separators": .list([]), "numbers": .list([]),
    ]
    all.merge(binder.values) { $1 }
    all.merge(values) { $1 }
    var document = try binder.template.document(all, format: binder.format)
    if !css.isEmpty { document.stylesheets.append(.init(css: css, source: "binder")) }
    document.pageSize = binder.pageSize
    document.isTagged = binder.isTagged
    if let conformance = binder.conformance { document.conform(to: conformance) }
    if isStamp, case .html(let stamp) = ComposedDocument.html(document).asStamp(binder.conformance) { document = stamp }
    document.metadata = binder.metadata
    return try typesetter.set(document)
  }

  /// The numbers that are drawn on the pages of the parts: a page of the same size for each. Pages on which there is no space for
  /// a number have none.
  private func numbers(
    by typesetter: Typesetter
  ) throws(CompositionError) -> (document: RenderedDocument, isNumbered: [Bool])? {
    guard binder.numbering != .none else { return nil }
    var sizes: [PageMeasure: Int] = [:]
    var css = ""
    var list: [TemplateValue] = []
    var isNumbered: [Bool] = []
    var index = front?.pages.count ?? 0
    for (number, part) in parts.enumerated() {
      if separators != nil { index += 1 }
      for (page, size) in part.pages.enumerated() {
        let label = label(part: number, page: page, of: index)
        index += 1
        isNumbered.append(Self.numberedSides.contains(size.width) && Self.numberedSides.contains(size.height))
        guard isNumbered[isNumbered.count - 1] else { continue }
        let name = "size-\(sizes[size] ?? sizes.count)"
        if sizes.updateValue(sizes[size] ?? sizes.count, forKey: size) == nil {
          guard sizes.count <= Self.maximumSizes else {
            throw CompositionError(
              .limitExceeded, "the pages have more than \(Self.maximumSizes) sizes; choose the numbering none",
              at: part.place)
          }
          // A point less than the page, so that rounding does not need a second page.
          css +=
            "@page \(name) { size: \(size.width)pt \(size.height)pt; margin: 0 } "
            + ".\(name) { page: \(name); width: \(size.width)pt; height: \(size.height - 1)pt }\n"
        }
        list.append(.object(["label": .text(label), "size": .text(name)]))
      }
    }
    guard !list.isEmpty else { return nil }
    let set = try typeset(["numbers": .list(list)], css: css, isStamp: true, by: typesetter)
    guard set.pages.count == list.count else {
      throw CompositionError(
        .templateBroken, "\(list.count) page numbers take \(set.pages.count) pages; each must take one", at: "numbers")
    }
    return (set, isNumbered)
  }

  /// Lengths in points of the sides of pages that are numbered.
  private static let numberedSides = 72.0...7200.0
  private static let maximumSizes = 500

  // MARK: Merging

  func merged(by typesetter: Typesetter) throws(CompositionError) -> RenderedDocument {
    var merge = FileMerge()
    var bound: [BoundPart] = []
    var order: [Int] = []
    var pages: [PageMeasure] = []
    if let front {
      order += try add(front, to: &merge)
      pages += front.pages
    }
    let separators = try separators.map { set throws(CompositionError) in try add(set, to: &merge) }
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
    let recorded = binder.metadata.created.map { PDFDate.pdf(iso8601: $0.text) ?? "" } ?? ""
    let pdf = try Self.refusing("") { () throws(PDFError) in
      try merge.finish(
        information: PDFMetadata(binder.metadata).information, order: order,
        numbering: binder.numbering == .none ? nil : numbering, recorded: recorded,
        // A file on sheets states it below.
        conformance: binder.sheets == nil ? try statedConformance() : nil)
    }
    var document = RenderedDocument(pdf: pdf, pages: pages, warnings: warnings.unique, timings: .init())
    document.parts = bound
    document.fonts = fonts.sorted { ($0.name, $0.path ?? "") < ($1.name, $1.path ?? "") }
    if let sheets = binder.sheets {
      // Cover and contents are documents too.
      if let front { documents.insert(0..<front.pages.count, at: 0) }
      let conformance = try Self.refusing("") { () throws(PDFError) in try statedConformance() }
      document = try document.placed(on: sheets, documents: documents, recorded: recorded, conformance: conformance)
    }
    document.warnings += try checked(document.pdf)
    return document
  }

  // MARK: Conformance

  private func statedConformance() throws(PDFError) -> MergedConformance? {
    guard let request = binder.conformance else { return nil }
    return try MergedConformance(request.profiles, PDFMetadata(binder.metadata))
  }

  /// Checks the binder.
  /// - Returns: warnings, if it is kept although it violates rules.
  /// - Throws: `notConforming` with the place of the first part that alone violates rules too, if there is one.
  private func checked(_ pdf: [UInt8]) throws(CompositionError) -> [Diagnostic] {
    guard let request = binder.conformance else { return [] }
    do throws(CompositionError) {
      return try request.check(pdf)
    } catch {
      for part in parts {
        let alone = try Self.refusing(part.place) { () throws(PDFError) in
          var merge = FileMerge()
          try merge.add(FileMerge.Part(part.file))
          return try merge.finish(
            information: PDFMetadata(binder.metadata).information, conformance: try statedConformance())
        }
        do throws(CompositionError) { _ = try request.check(alone) } catch {
          throw CompositionError(error.code, error.message, at: part.place)
        }
      }
      throw error
    }
  }

  private func add(_ document: RenderedDocument, to merge: inout FileMerge) throws(CompositionError) -> Range<Int> {
    do throws(PDFError) {
      return try merge.add(FileMerge.Part(try PDFFile(bytes: document.pdf)))
    } catch {
      throw CompositionError(.renderingFailed, error.description)
    }
  }

  private func stamps(
    of document: RenderedDocument?, at place: String, _ merge: inout FileMerge
  ) throws(CompositionError) -> [FileMerge.Stamp] {
    guard let document else { return [] }
    do throws(PDFError) {
      return try merge.addStamps(try PDFFile(bytes: document.pdf))
    } catch {
      throw CompositionError(.partRefused, error.description, at: place)
    }
  }

  /// The stamps of each page. A stamp of one page is drawn on all pages that are stamped; otherwise it must have as many.
  private func stamps(
    _ stamps: [ComposedStamp], pages: Int, by typesetter: Typesetter, _ merge: inout FileMerge
  ) throws(CompositionError) -> [FileMerge.PageStamps] {
    var all = Array(repeating: FileMerge.PageStamps(), count: pages)
    for stamp in stamps {
      let document = try Self.set(stamp.document.asStamp(binder.conformance), at: stamp.place, by: typesetter)
      let drawn = try self.stamps(of: document, at: stamp.place, &merge)
      let range = stamp.pages.range(of: pages)
      try stamp.check(pages: drawn.count, for: range)
      for (index, page) in range.enumerated() {
        let one = drawn[drawn.count == 1 ? 0 : index]
        if stamp.isBelow { all[page].below.append(one) } else { all[page].above.append(one) }
      }
    }
    return all
  }
}

extension FileMerge.PageStamps {
  /// These stamps, nearer to the page than `others`.
  fileprivate func adding(_ others: Self) -> Self {
    var all = others
    all.below += below
    all.above = above + others.above
    return all
  }
}
