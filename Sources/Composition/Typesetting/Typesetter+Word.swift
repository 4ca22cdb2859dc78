import Dates
import Diagnostics
import Layout
import Paint
import Resources
import Style
import WordDocuments

/// A document as a Word file.
package struct RenderedWordDocument: Sendable {
  package var bytes: [UInt8]
  /// Includes warnings about content that Word cannot express.
  package var warnings: [Diagnostic]
  package var timings: RenderedDocument.Timings
}

extension Typesetter {
  /// Lays out a document for the sizes of its columns and images, and writes it as a Word file.
  /// - Throws: `markupRefused`, `layoutRefused`, `limitExceeded`, `renderingFailed`.
  package func word(_ source: HTMLDocument) throws(CompositionError) -> RenderedWordDocument {
    var source = source
    // Tagging adds content for the structure of a PDF, such as the data of charts.
    source.isTagged = false
    let loader = source.loader
    let images = ImageStore(loader: loader)
    let styling = try styledForContainers(style(source, loader), of: source, loader, images)
    let metadata = source.metadata.filled(from: styling.styled.document)

    var timings = styling.timings
    var stopwatch = Stopwatch()
    let flow = try flow(styling.styled, of: source, images)
    timings.layout = stopwatch.lap()
    let layoutWarnings = layoutWarnings(flow.diagnostics, images, source)
    let pictures = PictureRasterizer(images: images)
    do throws(WordError) {
      let document = try WordDocument(flow, images: images, metadata: WordDocument.Metadata(metadata)) {
        pictures.png($0, width: $1, height: $2)
      }
      timings.paint = stopwatch.lap()
      let own = document.diagnostics.map { $0.located(in: source) }
      return RenderedWordDocument(
        bytes: document.bytes, warnings: (styling.warnings + layoutWarnings + own).summarized(), timings: timings)
    } catch {
      throw CompositionError(error, at: source.place(ofLine: error.line))
    }
  }

  private func flow(
    _ styled: consuming StyledDocument, of source: HTMLDocument, _ images: ImageStore
  ) throws(CompositionError) -> DocumentFlow {
    do throws(LayoutError) {
      return try LayoutEngine.flow(styled, shaper: shaper, images: images)
    } catch {
      throw CompositionError(.limitExceeded, error.message, at: source.place(ofLine: error.line))
    }
  }
}

extension WordDocument.Metadata {
  fileprivate init(_ metadata: Metadata) {
    self.init()
    title = metadata.title
    author = metadata.author
    subject = metadata.subject
    keywords = metadata.keywords.joined(separator: ", ")
    language = metadata.language
    created = metadata.created.map { Timestamp(seconds: $0.seconds).text } ?? ""
  }
}

extension CompositionError {
  fileprivate init(_ error: WordError, at place: String) {
    let code: Code =
      switch error.code {
      case .tooManyColumns: .layoutRefused
      case .tooLarge: .limitExceeded
      case .packaging: .renderingFailed
      }
    self.init(code, error.message, at: place)
  }
}
