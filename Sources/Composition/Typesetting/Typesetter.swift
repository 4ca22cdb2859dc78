import Diagnostics
import Layout
import Markup
import PDF
import Paint
import Resources
import Style
import TextShaping

/// Sets composed documents: HTML by way of Markup, Style, Layout and Paint; a PDF is passed through.
///
/// One per renderer process: it keeps fonts and shaped words from one document to the next. Not thread-safe. Elements
/// may stand 512 deep in each other, so it wants a thread with a large stack.
package final class Typesetter {
  private let shaper = TextShaper()
  private let clock = ContinuousClock()

  package init() {}

  /// - Parameter progress: is told the number of pages after each one is laid out.
  /// - Throws: `markupRefused`, `layoutRefused`, `limitExceeded`, `renderingFailed`.
  package func set(
    _ composed: ComposedDocument, progress: ((_ pages: Int) -> Void)? = nil
  ) throws(CompositionError) -> RenderedDocument {
    switch composed {
    case .html(let document): return try set(document, progress: progress).rendered()
    case .pdf(let document):
      return RenderedDocument(
        pdf: document.bytes, pages: document.pages, warnings: document.warnings, timings: .init(),
        archive: document.archive)
    }
  }

  /// Lays a document out, ready to be painted. The result is void once the next document is set.
  /// - Parameter progress: is told the number of pages after each one is laid out.
  package func set(
    _ source: HTMLDocument, progress: ((_ pages: Int) -> Void)? = nil
  ) throws(CompositionError) -> SetDocument {
    var timings = RenderedDocument.Timings()
    var warnings = source.warnings
    shaper.startDocument()
    let loader = ResourceLoader(assets: source.assets, documentFolder: source.assetsSubfolder)
    let images = ImageStore(loader: loader)

    var start = clock.now
    func lap() -> Duration {
      let now = clock.now
      defer { start = now }
      return now - start
    }
    let document: Document
    do throws(MarkupError) {
      document = try Document.parse(markup: source.html)
    } catch {
      throw CompositionError(.markupRefused, error.message, at: source.place(ofLine: error.line))
    }
    warnings += document.diagnostics.map {
      Warning(message: $0.message, source: source.name, line: $0.location.line, column: $0.location.column)
    }
    timings.markup = lap()

    let fonts = DocumentFonts(shaper: shaper, loader: loader)
    var options = styleOptions(source)
    options.foundFonts = { fonts.add($0, base: $1) }
    let styled = StyleEngine.style(document, loader: loader, options: options)
    // Layout asks for the same fonts again, and knows for which element.
    shaper.discardDiagnostics()
    warnings += fonts.warnings.map {
      Warning(
        message: $0.message, source: $0.source.isEmpty ? source.name : $0.source, line: $0.line, column: $0.column)
    }
    warnings += styled.diagnostics.map {
      let location = $0.location
      return Warning(
        message: $0.message, source: location.source.isEmpty ? source.name : location.source, line: location.line,
        column: location.column)
    }
    let footnotes = source.isTagged ? styled.footnotes : []
    timings.style = lap()

    let laidOut: LaidOutDocument
    do throws(LayoutError) {
      laidOut = try LayoutEngine.layOut(styled, shaper: shaper, images: images, progress: progress)
    } catch {
      throw CompositionError(.limitExceeded, error.message, at: source.place(ofLine: error.line))
    }
    warnings += images.failures.map { Warning($0, in: source) }
    warnings += shaper.takeDiagnostics().map { Warning(message: $0.diagnostic.message) }
    warnings += laidOut.diagnostics.map {
      Warning(
        message: $0.message, source: $0.location.line > 0 ? source.name : "", line: $0.location.line,
        column: $0.location.column)
    }
    timings.layout = lap()

    let paintFonts = FontSource(
      scaledFont: { [shaper] in shaper.scaledFont($0) }, metrics: { [shaper] in shaper.metrics(face: $0) })
    return SetDocument(
      painter: Painter(laidOut, images: images, fonts: paintFonts),
      structure: source.isTagged ? DocumentStructure(document, footnotes: footnotes) : nil,
      metadata: PDFMetadata(source.metadata.filled(from: document)),
      pages: laidOut.pages.map { page in
        let (width, height) = (page.size.width * 0.75, page.size.height * 0.75)
        return page.rotation % 180 == 0
          ? PageMeasure(width: width, height: height) : PageMeasure(width: height, height: width)
      },
      warnings: warnings.unique, timings: timings, name: source.name)
  }

  private func styleOptions(_ source: HTMLDocument) -> StyleEngine.Options {
    var options = StyleEngine.Options()
    options.stylesheets = source.stylesheets.map { ($0.css, $0.source) }
    options.pageWidth = source.pageSize.width
    options.pageHeight = source.pageSize.height
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

/// A document on its pages, ready to be painted.
package struct SetDocument {
  private let painter: Painter
  private let structure: DocumentStructure?
  private let metadata: PDFMetadata
  package let pages: [PageMeasure]
  package let warnings: [Warning]
  package let timings: RenderedDocument.Timings
  private let name: String

  fileprivate init(
    painter: Painter, structure: DocumentStructure?, metadata: PDFMetadata, pages: [PageMeasure], warnings: [Warning],
    timings: RenderedDocument.Timings, name: String
  ) {
    self.name = name
    self.painter = painter
    self.structure = structure
    self.metadata = metadata
    self.pages = pages
    self.warnings = warnings
    self.timings = timings
  }

  /// Painted as a PDF.
  package func rendered() throws(CompositionError) -> RenderedDocument {
    let start = ContinuousClock.now
    do throws(PaintError) {
      let file = try painter.pdf(metadata, structure: structure)
      var timings = timings
      timings.paint = .now - start
      let all = warnings + file.diagnostics.map(warning)
      return RenderedDocument(pdf: file.bytes, pages: pages, warnings: all.unique, timings: timings)
    } catch {
      throw CompositionError(error)
    }
  }

  /// One page, from 0, as a PNG of `scale` pixels to the CSS px, and what could not be painted of it.
  package func png(page: Int, scale: Double = 1) throws(CompositionError) -> (bytes: [UInt8], warnings: [Warning]) {
    do throws(PaintError) {
      let file = try painter.png(page: page, scale: scale)
      return (file.bytes, file.diagnostics.map(warning))
    } catch {
      throw CompositionError(error)
    }
  }
}

extension SetDocument {
  /// At the element that it concerns if its location is known, otherwise at its page.
  private func warning(_ diagnostic: Diagnostic) -> Warning {
    let location = diagnostic.location
    return Warning(
      message: diagnostic.message, source: location.line > 0 ? name : location.source, line: location.line,
      column: location.column)
  }
}

extension CompositionError {
  fileprivate init(_ error: PaintError) {
    let code: Code =
      switch error.code {
      case .tooLarge: .limitExceeded
      case .badPageSize, .noSuchPage: .layoutRefused
      case .cairo: .renderingFailed
      }
    self.init(code, error.message, at: error.page.map { "page \($0 + 1)" } ?? "")
  }
}

extension HTMLDocument {
  /// Where an error stands: `report.html:12`, or `line 12` where the document has no name.
  fileprivate func place(ofLine line: Int?) -> String {
    guard let line, line > 0 else { return name }
    return name.isEmpty ? "line \(line)" : "\(name):\(line)"
  }
}

extension Warning {
  /// At the element that asks for the image, where that is known; else at the image's address.
  fileprivate init(_ failure: ImageFailure, in document: HTMLDocument) {
    let diagnostic = failure.diagnostic
    self.init(
      message: diagnostic.message, source: diagnostic.location.line > 0 ? document.name : diagnostic.location.source,
      line: diagnostic.location.line, column: diagnostic.location.column)
  }
}

extension PDFMetadata {
  fileprivate init(_ metadata: Metadata) {
    var created = metadata.created
    created?.hasTime = true
    self.init(
      title: metadata.title, author: metadata.author, subject: metadata.subject,
      keywords: metadata.keywords.joined(separator: ", "), creator: "Pressrun", language: metadata.language,
      created: created?.text ?? "")
  }
}

extension FontDescription {
  /// For the measures that `ex` and `ch` stand on.
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

extension [Warning] {
  /// Each once, at its first place in the list.
  fileprivate var unique: [Warning] {
    var known: Set<Warning> = []
    return filter { known.insert($0).inserted }
  }
}
