/// Widths for which a document is laid out, other than the width of its page.
package struct WidthSettings: Codable, Hashable, Sendable {
  /// Whether a document with content that is wider than its page area is laid out on larger pages, which are painted
  /// smaller. The size of the paper and its margins stay.
  package var fitsContent = false
  /// The width that media queries test, px; nil for the page's width.
  package var media: Int?

  package init() {}

  /// The limits of `media`: the sides of a page.
  package static let mediaLimits = 1...19_200
  /// Content is made smaller by this factor at most, as in Chromium (`kPrintingMaximumShrinkFactor`).
  static let mostZoom = 2.0
}
