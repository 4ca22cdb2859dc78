import Diagnostics
import JSON

/// A document whose pages are drawn on the pages of others.
package struct ComposedStamp: Sendable {
  /// The pages on which it is drawn.
  enum Pages: String, CaseIterable, Sendable {
    case all, first, rest

    /// - Parameter count: the number of pages of the document.
    func range(of count: Int) -> Range<Int> {
      switch self {
      case .all: 0..<count
      case .first: 0..<min(1, count)
      case .rest: min(1, count)..<count
      }
    }
  }

  var document: ComposedDocument
  var isBelow: Bool
  var pages: Pages
  /// The path of the stamp in the payload, or its place in the kind's file.
  var place: String

  /// - Parameters:
  ///   - fields: the members of the stamp.
  ///   - document: composes the source.
  /// - Throws: `invalidValue` with the path; the errors of `document`.
  init(
    _ fields: Fields, _ document: () throws(CompositionError) -> ComposedDocument
  ) throws(CompositionError) {
    let place = try fields.optionalString("place") ?? "above"
    guard ["above", "below"].contains(place) else {
      throw CompositionError(.invalidValue, "expected above or below", at: fields.path(of: "place").description)
    }
    let pages = try fields.optionalString("pages") ?? "all"
    guard let pages = Pages(rawValue: pages) else {
      throw CompositionError(.invalidValue, "expected all, first or rest", at: fields.path(of: "pages").description)
    }
    self.document = try document()
    isBelow = place == "below"
    self.pages = pages
    self.place = fields.path.description
  }

  /// Checks how many pages the stamp has: one for all pages on which it is drawn, or one for each.
  func check(pages count: Int, for range: Range<Int>) throws(CompositionError) {
    guard count == 1 || count == range.count else {
      throw CompositionError(
        .partRefused,
        "the stamp has \(counted(count, "page")); expected 1, or \(range.count) as the pages that it is drawn on",
        at: place)
    }
  }
}
