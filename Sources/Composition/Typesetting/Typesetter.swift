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
/// Each renderer process has one; it caches fonts, shaped words, parsed style sheets and encoded images across
/// documents. Not thread-safe. Elements can be nested 512 levels deep, so it needs a thread with a large stack.
package final class Typesetter {
  let shaper = TextShaper()
  private let preparedImages = PreparedImages()
  private let parsedSheets = ParsedSheets()

  package init() {}

  /// Makes the PDF of a composed document.
  /// - Parameter progress: called with the number of pages after each page.
  /// - Throws: `markupRefused`, `layoutRefused`, `limitExceeded`, `fontMissing`, `renderingFailed`.
  package func render(
    _ composed: ComposedDocument, progress: ((_ pages: Int) -> Void)? = nil
  ) throws(CompositionError) -> RenderedDocument {
    switch composed {
    case .html(let document): return try typeset(document, progress: progress).rendered()
    case .pdf(let document):
      return RenderedDocument(
        pdf: document.bytes, pages: document.pages, warnings: try document.checkedWarnings(), timings: .init(),
        archive: document.archive)
    case .binder(let binder): return try bind(binder, progress: progress)
    }
  }

  /// Lays out a document so that it can be painted. The result is valid until the next document is typeset.
  /// - Parameters:
  ///   - isInspected: whether the structure of the document can be shown (`TypesetDocument.structureOutline`).
  ///   - progress: called with the number of pages after each page.
  package func typeset(
    _ source: HTMLDocument, isInspected: Bool = false, progress: ((_ pages: Int) -> Void)? = nil
  ) throws(CompositionError) -> TypesetDocument {
    let source = source.withMarks
    // Before the document, because its own result is valid until the next document is typeset.
    let stamps = try source.stamps.map { stamp throws(CompositionError) in try typeset(stamp, of: source) }
    let loader = source.loader
    let images = ImageStore(loader: loader)
    let styling = try styledForContainers(style(source, loader), of: source, loader, images)
    let (styleWarnings, styleTimings) = (styling.warnings, styling.timings)
    let styled = (consume styling).styled
    let document = styled.document
    let footnotes = source.isTagged || isInspected ? styled.footnotes : []
    let colors = DocumentColors(styled.colorProfiles, base: styled.base, loader: loader)

    var stopwatch = Stopwatch()
    // Layout adds styles: a second owner would cause a copy of all of them.
    let laidOut = try layOut(consume styled, of: source, images, progress)
    if let zoomed = source.zoomedToFit(laidOut) {
      return try typeset(zoomed, isInspected: isInspected, progress: progress)
    }
    var warnings = styleWarnings + colors.warnings.map { $0.located(in: source) }
    warnings += layoutWarnings(laidOut.diagnostics, images, source)
    if let wide = laidOut.wideContent { warnings.append(wide.warning(in: document).located(in: source)) }
    warnings += laidOut.cutContent.map { $0.warning(in: document).located(in: source) }
    try checkFonts(laidOut, warnings)
    var timings = styleTimings
    timings.layout = stopwatch.lap()

    let structure =
      source.isTagged || isInspected
      ? DocumentStructure(
        document, footnotes: footnotes, needsAlternatives: source.conformance?.profiles.accessibility != nil) : nil
    let (metadata, metadataWarnings) = source.completed(source.metadata.filled(from: document))
    var options = source.painting(metadata, structure)
    options.stamps = try stamps.map { stamp throws(CompositionError) in try stamp.placed(on: laidOut.pages.count) }
    return TypesetDocument(
      painter: Painter(
        laidOut, images: images, fonts: FontSource(shaper), preparedImages: preparedImages,
        pageScale: source.pageScale / source.zoom, colorProfiles: colors.profiles),
      options: options, conformance: source.conformance,
      inspection: isInspected ? structure.map { Inspection(document: document, structure: $0) } : nil, shaper: shaper,
      pages: laidOut.pages.map { PageMeasure($0, scale: source.pageScale / source.zoom) },
      warnings: (stamps.flatMap(\.warnings) + warnings + metadataWarnings).summarized(), timings: timings,
      name: source.name, origins: source.origins, sheets: source.sheets)
  }

  /// - Throws: `fontMissing` if no character of a page has a glyph.
  private func checkFonts(_ document: LaidOutDocument, _ warnings: [Diagnostic]) throws(CompositionError) {
    guard let missing = warnings.first(where: { $0.code == "missing_character" }),
      let page = document.firstPageWithoutGlyphs()
    else { return }
    throw CompositionError(
      .fontMissing, "page \(page) would have boxes instead of text. \(missing.message)",
      at: missing.location.description)
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
    options.pageZoom = source.zoom
    options.setSize(of: source)
    options.fontRelativeUnits = { [shaper] font, measure in
      let id = shaper.font(FontDescription(measuring: font))
      switch measure {
      case .xHeight: return shaper.metrics(id).xHeight
      case .zeroAdvance: return shaper.metrics(id).zeroAdvance
      case .capHeight: return shaper.metrics(id).capHeight
      case .ideographAdvance: return shaper.advance(of: "\u{6C34}", in: id) ?? font.size
      case .scriptScale: return shaper.mathConstants(id).scriptScale
      case .scriptScriptScale: return shaper.mathConstants(id).scriptScriptScale
      }
    }
    return options
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

extension HTMLDocument {
  /// How the laid-out document is written, without stamps.
  fileprivate func painting(_ metadata: Metadata, _ structure: DocumentStructure?) -> Painter.PDFOptions {
    var options = Painter.PDFOptions(PDFMetadata(metadata), structure: isTagged ? structure : nil)
    options.conformance = conformance?.profiles
    options.schemas = schemas
    options.attachments = attachments
    options.isIntermediate = sheets != nil
    options.fileName = name.split(separator: "/").last.map(String.init) ?? ""
    return options
  }
}
