import Diagnostics
import PDF
import Paint

/// A stamp that is typeset.
struct TypesetStamp {
  private let stamp: ComposedStamp
  private let document: RenderedDocument

  fileprivate init(_ stamp: ComposedStamp, _ document: RenderedDocument) {
    (self.stamp, self.document) = (stamp, document)
  }

  var warnings: [Diagnostic] {
    document.warnings.map { warning in
      var warning = warning
      let source = warning.location.source
      warning.location.source = source.isEmpty ? stamp.place : "\(stamp.place), \(source)"
      return warning
    }
  }

  /// - Parameter count: the number of pages of the document.
  /// - Throws: `partRefused` unless the stamp has one page, or as many as the document.
  func placed(on count: Int) throws(CompositionError) -> PageStamp {
    let range = stamp.pages.range(of: count)
    try stamp.check(pages: document.pages.count, for: range)
    return PageStamp(file: document.pdf, isBelow: stamp.isBelow, pages: range)
  }
}

extension Typesetter {
  /// Typesets a stamp of a document.
  func typeset(_ stamp: ComposedStamp, of document: HTMLDocument) throws(CompositionError) -> TypesetStamp {
    do throws(CompositionError) {
      return TypesetStamp(stamp, try render(stamp.document.asStamp(document.conformance)))
    } catch {
      throw CompositionError(
        error.code, error.message, at: error.place.isEmpty ? stamp.place : "\(stamp.place), \(error.place)")
    }
  }
}

extension ComposedDocument {
  /// A copy of the document for drawing it on another's pages: without tags, because it is an artifact there, and with
  /// the profile of PDF/A of the other document.
  func asStamp(_ conformance: ConformanceRequest?) -> ComposedDocument {
    guard case .html(var source) = self else { return self }
    source.isTagged = false
    source.conformance = conformance?.withoutTags
    source.attachments = []
    source.schemas = []
    return .html(source)
  }
}

extension ConformanceRequest {
  /// The requirements on a document that is drawn on a conforming one; nil if there are none.
  fileprivate var withoutTags: ConformanceRequest? {
    let profile: ConformanceProfile? =
      switch profiles.archive {
      case .pdfA2a: .pdfA2u
      case .pdfA3a: .pdfA3u
      case let other: other
      }
    guard let profile, let profiles = try? Conformance([profile]) else { return nil }
    return ConformanceRequest(profiles, failure: failure)
  }
}
