import Diagnostics
import Layout
import Markup
import PDF
import Paint
import Resources
import Style
import TextShaping

/// Typesets composed documents: HTML through Markup, Style, Layout and Paint; a PDF is returned unchanged.
///
/// Each renderer process has one; it caches fonts, shaped words, parsed style sheets and encoded images across documents. Not thread-safe. Elements can be
/// nested 512 levels deep, so it needs a thread with a large stack.
package final class Typesetter {
  let shaper = TextShaper()
  private let preparedImages = PreparedImages()
  private let parsedSheets = ParsedSheets()

  package init() {}

  /// - Parameter progress: called with the number of pages after each page.
  /// - Throws: `markupRefused`, `layoutRefused`, `limitExceeded`, `fontMissing`, `renderingFailed`.
  package func set(
    _ composed: ComposedDocument, progress: ((_ pages: Int) -> Void)? = nil
  ) throws(CompositionError) -> RenderedDocument {
    switch composed {
    case .html(let document): return try set(document, progress: progress).rendered()
    case .pdf(let document):
      return RenderedDocument(
        pdf: document.bytes, pages: document.pages, warnings: try document.checkedWarnings(), timings: .init(),
        archive: document.archive)
    case .binder(let binder): return try bind(binder, progress: progress)
    }
  }

  /// Lays out a document. The result is valid until the next document is set.
  /// - Parameters:
  ///   - isInspected: whether the structure of the document can be shown (`SetDocument.structureOutline`).
  ///   - progress: called with the number of pages after each page.
  package func set(
    _ source: HTMLDocument, isInspected: Bool = false, progress: ((_ pages: Int) -> Void)? = nil
  ) throws(CompositionError) -> SetDocument {
    let source = source.withMarks
    // Before the document, because its own result is valid until the next document is set.
    let stamps = try source.stamps.map { stamp throws(CompositionError) in try set(stamp, of: source) }
    let loader = source.loader
    let images = ImageStore(loader: loader)
    let styling = try styledForContainers(style(source, loader), of: source, loader, images)
    let (styleWarnings, styleTimings) = (styling.warnings, styling.timings)
    let styled = (consume styling).styled
    let document = styled.document
    let footnotes = source.isTagged || isInspected ? styled.footnotes : []

    var stopwatch = Stopwatch()
    // Layout adds styles: a second owner would cause a copy of all of them.
    let laidOut = try layOut(consume styled, of: source, images, progress)
    if let zoom = source.zoomToFit(laidOut) {
      var zoomed = source
      zoomed.zoom = zoom
      return try set(zoomed, isInspected: isInspected, progress: progress)
    }
    var warnings = styleWarnings + layoutWarnings(laidOut.diagnostics, images, source)
    if let wide = laidOut.wideContent { warnings.append(wide.warning(in: document).located(in: source)) }
    if let missing = warnings.first(where: { $0.code == "missing_character" }),
      let page = laidOut.firstPageWithoutGlyphs()
    {
      throw CompositionError(
        .fontMissing, "page \(page) would have boxes instead of text. \(missing.message)",
        at: missing.location.description)
    }
    var timings = styleTimings
    timings.layout = stopwatch.lap()

    let needsAlternatives = source.conformance?.profiles.accessibility != nil
    let structure =
      source.isTagged || isInspected
      ? DocumentStructure(document, footnotes: footnotes, needsAlternatives: needsAlternatives) : nil
    let (metadata, metadataWarnings) = source.completed(source.metadata.filled(from: document))
    var options = Painter.PDFOptions(PDFMetadata(metadata), structure: source.isTagged ? structure : nil)
    options.conformance = source.conformance?.profiles
    options.schemas = source.schemas
    options.attachments = source.attachments
    options.stamps = try stamps.map { stamp throws(CompositionError) in try stamp.placed(on: laidOut.pages.count) }
    options.isIntermediate = source.sheets != nil
    return SetDocument(
      painter: Painter(
        laidOut, images: images, fonts: FontSource(shaper), preparedImages: preparedImages,
        pageScale: source.pageScale / source.zoom),
      options: options, conformance: source.conformance,
      inspection: isInspected ? structure.map { Inspection(document: document, structure: $0) } : nil, shaper: shaper,
      pages: laidOut.pages.map { PageMeasure($0, scale: source.pageScale / source.zoom) },
      warnings: (stamps.flatMap(\.warnings) + warnings + metadataWarnings).unique, timings: timings, name: source.name,
      origins: source.origins,
      sheets: source.sheets)
  }

  /// A styled document.
  struct Styling {
    var styled: StyledDocument
    var warnings: [Diagnostic]
    var timings: RenderedDocument.Timings
  }

  /// Parses a document and computes its styles.
  func style(_ source: HTMLDocument, _ loader: ResourceLoader) throws(CompositionError) -> Styling {
    var timings = RenderedDocument.Timings()
    shaper.startDocument()
    var stopwatch = Stopwatch()
    let document = try source.parsed(for: .print)
    timings.markup = stopwatch.lap()

    let fonts = DocumentFonts(shaper: shaper, loader: loader)
    var options = styleOptions(source)
    options.foundFonts = { fonts.add($0, base: $1) }
    let styled = StyleEngine.style(document, loader: loader, options: options)
    // Layout requests the same fonts again and reports problems with the element.
    shaper.discardDiagnostics()
    timings.style = stopwatch.lap()
    let found = document.diagnostics + fonts.warnings + styled.diagnostics
    return Styling(
      styled: styled, warnings: source.warnings + found.map { $0.located(in: source) }, timings: timings)
  }

  /// The diagnostics of layout, of images and of fonts.
  func layoutWarnings(_ diagnostics: [Diagnostic], _ images: ImageStore, _ source: HTMLDocument) -> [Diagnostic] {
    images.failures.map { $0.diagnostic.located(in: source) } + shaper.takeDiagnostics().map(\.diagnostic)
      + diagnostics.map { $0.location.line > 0 ? $0.located(in: source) : $0 }
  }

  func layOut(
    _ styled: consuming StyledDocument, of source: HTMLDocument, _ images: ImageStore,
    _ progress: ((_ pages: Int) -> Void)?
  ) throws(CompositionError) -> LaidOutDocument {
    do throws(LayoutError) {
      return try LayoutEngine.layOut(styled, shaper: shaper, images: images, limits: .ofProcess, progress: progress)
    } catch {
      throw CompositionError(.limitExceeded, error.message, at: source.place(ofLine: error.line))
    }
  }

  func styleOptions(_ source: HTMLDocument) -> StyleEngine.Options {
    var options = StyleEngine.Options()
    options.stylesheets = source.stylesheets.map { ($0.css, $0.source) }
    options.parsedSheets = parsedSheets
    options.pageWidth = source.pageSize.width
    options.pageHeight = source.pageSize.height
    options.pageZoom = source.zoom
    options.mediaWidth = source.widths.media.map(Double.init)
    options.fontRelativeUnits = { [shaper] font, measure in
      let id = shaper.font(FontDescription(measuring: font))
      switch measure {
      case .xHeight: return shaper.metrics(id).xHeight
      case .zeroAdvance: return shaper.metrics(id).zeroAdvance
      case .capHeight: return shaper.metrics(id).capHeight
      case .ideographAdvance: return shaper.advance(of: "\u{6C34}", in: id) ?? font.size
      }
    }
    return options
  }
}

/// Measures consecutive durations.
struct Stopwatch {
  private var start = ContinuousClock.now

  /// The time since the previous call, or since creation.
  mutating func lap() -> Duration {
    let now = ContinuousClock.now
    defer { start = now }
    return now - start
  }
}

extension PageMeasure {
  /// The size of a page in points after its rotation.
  fileprivate init(_ page: Page, scale: Double) {
    let (width, height) = (page.size.width * 0.75 * scale, page.size.height * 0.75 * scale)
    if page.rotation % 180 == 0 {
      self.init(width: width, height: height)
    } else {
      self.init(width: height, height: width)
    }
  }
}

/// A document that is laid out and can be painted.
package struct SetDocument {
  let painter: Painter
  /// What tools show of the document; nil if it is not inspected.
  let inspection: Inspection?
  private let options: Painter.PDFOptions
  private let conformance: ConformanceRequest?
  private let shaper: TextShaper
  package let pages: [PageMeasure]
  package let warnings: [Diagnostic]
  package let timings: RenderedDocument.Timings
  private let name: String
  private let sheets: SheetLayout?
  let origins: SourceMap?

  fileprivate init(
    painter: Painter, options: Painter.PDFOptions, conformance: ConformanceRequest?, inspection: Inspection?,
    shaper: TextShaper,
    pages: [PageMeasure],
    warnings: [Diagnostic],
    timings: RenderedDocument.Timings, name: String, origins: SourceMap?, sheets: SheetLayout?
  ) {
    self.sheets = sheets
    self.name = name
    self.origins = origins
    self.inspection = inspection
    self.painter = painter
    self.options = options
    self.conformance = conformance
    self.shaper = shaper
    self.pages = pages
    self.warnings = warnings
    self.timings = timings
  }

  /// Paints the document as a PDF.
  package func rendered() throws(CompositionError) -> RenderedDocument {
    let start = ContinuousClock.now
    do {
      let file = try painter.pdf(options)
      var timings = timings
      timings.paint = .now - start
      let all = warnings + file.diagnostics.map(warning)
      var document = RenderedDocument(
        pdf: file.bytes, pages: pages, warnings: all.unique, timings: timings, fonts: shaper.usedFonts)
      if let sheets { document = try document.placed(on: sheets, conformance: try mergedConformance()) }
      if let conformance { document.warnings += try conformance.check(document.pdf) }
      return document
    } catch let error as PaintError {
      throw CompositionError(error)
    } catch let error as CompositionError {
      throw error
    } catch {
      throw CompositionError(.renderingFailed, "\(error)")
    }
  }

  /// What the document states on sheets.
  private func mergedConformance() throws(CompositionError) -> MergedConformance? {
    guard let profiles = options.conformance else { return nil }
    var metadata = options.metadata
    metadata.producer = "Pressrun"
    do throws(PDFError) { return try MergedConformance(profiles, metadata, schemas: options.schemas) } catch {
      throw CompositionError(.notConforming, error.message, at: "$.sheets")
    }
  }

  /// Paints one page, numbered from 0, as a PNG with `scale` pixels per CSS px; if `isQuick`, as a larger file in less time.
  /// - Returns: also diagnostics for this page.
  package func png(
    page: Int, scale: Double = 1, isQuick: Bool = false
  ) throws(CompositionError) -> (bytes: [UInt8], warnings: [Diagnostic]) {
    try picture { () throws(PaintError) in try painter.png(page: page, scale: scale, isQuick: isQuick) }
  }

  /// Paints one page, numbered from 0, as a JPEG with `scale` pixels per CSS px.
  /// - Returns: also diagnostics for this page.
  package func jpeg(page: Int, scale: Double = 1) throws(CompositionError) -> (bytes: [UInt8], warnings: [Diagnostic]) {
    try picture { () throws(PaintError) in try painter.jpeg(page: page, scale: scale) }
  }

  private func picture(
    _ paint: () throws(PaintError) -> PaintedFile
  ) throws(CompositionError) -> (bytes: [UInt8], warnings: [Diagnostic]) {
    do throws(PaintError) {
      let file = try paint()
      var warnings = file.diagnostics.map(warning)
      if !options.stamps.isEmpty {
        warnings.append(
          Diagnostic("picture_without_stamps", "The picture shows pages without their stamps, which only PDFs have."))
      }
      return (file.bytes, warnings)
    } catch {
      throw CompositionError(error)
    }
  }
}

extension SetDocument {
  /// Located at the element if its location is known, otherwise at its page.
  private func warning(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    guard diagnostic.location.line > 0 else { return diagnostic }
    diagnostic.location.source = name
    if let origin = origins?.origin(line: diagnostic.location.line, column: diagnostic.location.column) {
      diagnostic.location = origin
    }
    return diagnostic
  }
}

extension CompositionError {
  fileprivate init(_ error: PaintError) {
    let code: Code =
      switch error.code {
      case .tooLarge: .limitExceeded
      case .badPageSize, .noSuchPage: .layoutRefused
      case .cairo, .badStamp: .renderingFailed
      }
    self.init(code, error.message, at: error.page.map { "page \($0 + 1)" } ?? "")
  }
}

extension HTMLDocument {
  /// Loads what the document refers to.
  var loader: ResourceLoader {
    let all = templateFiles.map { template in files.map { template.merging($0) { $1 } } ?? template } ?? files
    return ResourceLoader(assets: assets, documentFolder: assetsSubfolder, files: all, refusals: refusals)
  }

  /// The markup with its charts and barcodes drawn, and the size class of its pages or, for mails, `regular`, on the root.
  /// - Throws: `markupRefused`, and the errors of charts and barcodes.
  func parsed(for medium: FigureMedium) throws(CompositionError) -> Document {
    let html = try FigureExpander.expand(self, for: medium)
    do throws(MarkupError) {
      var document = try Document.parse(markup: html)
      if hasSizeClass { document.addRootClass((medium == .mail ? .regular : SizeClass(pageSize)).rawValue) }
      return document
    } catch {
      throw CompositionError(.markupRefused, error.message, at: place(ofLine: error.line))
    }
  }

  /// The location of an error: `report.html:12`, or `line 12` if the document has no name.
  func place(ofLine line: Int?) -> String {
    guard let line, line > 0 else { return name }
    if let origin = origins?.origin(line: line, column: 0) { return "\(origin.source):\(origin.line)" }
    return name.isEmpty ? "line \(line)" : "\(name):\(line)"
  }
}

extension Diagnostic {
  /// The diagnostic with its place in the template if that is known, otherwise with the document's name as its source. One that
  /// has a source is unchanged.
  package func located(in document: HTMLDocument) -> Diagnostic {
    guard location.source.isEmpty else { return self }
    var copy = self
    if location.line > 0, let origin = document.origins?.origin(line: location.line, column: location.column) {
      copy.location = origin
    } else {
      copy.location.source = document.name
    }
    return copy
  }
}

extension PDFMetadata {
  init(_ metadata: Metadata) {
    var created = metadata.created
    created?.hasTime = true
    self.init(
      title: metadata.title, author: metadata.author, subject: metadata.subject,
      keywords: metadata.keywords.joined(separator: ", "), creator: "Pressrun", language: metadata.language,
      created: created?.text ?? "")
  }
}

extension FontDescription {
  /// The font for measuring font-relative units such as `ex` and `ch`.
  fileprivate init(measuring font: FontStyle) {
    let slant: Slant =
      switch font.slant {
      case .normal: .normal
      case .italic: .italic
      case .oblique: .oblique
      }
    self.init(families: font.families, size: font.size, weight: font.weight, slant: slant, stretch: font.stretch)
  }
}

extension [Diagnostic] {
  /// Without duplicates, in order of first occurrence.
  var unique: [Diagnostic] {
    var known: Set<Diagnostic> = []
    return filter { known.insert($0).inserted }
  }
}
