import Diagnostics
import PDF
import Paint
import TextShaping

/// A document that is laid out and can be painted.
package struct TypesetDocument {
  let painter: Painter
  let options: Painter.PDFOptions
  let conformance: ConformanceRequest?
  /// The boxes and elements that tools show; nil if it is not inspected.
  let inspection: Inspection?
  let shaper: TextShaper
  package let pages: [PageMeasure]
  package let warnings: [Diagnostic]
  package let timings: RenderedDocument.Timings
  let name: String
  let origins: SourceMap?
  let sheets: SheetLayout?

  /// Paints the document as a PDF.
  package func rendered() throws(CompositionError) -> RenderedDocument {
    let start = ContinuousClock.now
    do {
      let file = try painter.pdf(options)
      var timings = timings
      timings.paint = .now - start
      let all = warnings + file.diagnostics.map(warning)
      var document = RenderedDocument(
        pdf: file.bytes, pages: pages, warnings: all.summarized(), timings: timings, fonts: shaper.usedFonts)
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

  /// The profiles that the document states if its pages are placed on sheets.
  private func mergedConformance() throws(CompositionError) -> MergedConformance? {
    guard let profiles = options.conformance else { return nil }
    var metadata = options.metadata
    metadata.producer = "Pressrun"
    do throws(PDFError) { return try MergedConformance(profiles, metadata, schemas: options.schemas) } catch {
      throw CompositionError(.notConforming, error.message, at: "$.sheets")
    }
  }

  /// Paints one page, numbered from 0, as a PNG with `scale` pixels per CSS px; if `isQuick`, as a larger file in less
  /// time.
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

extension TypesetDocument {
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
