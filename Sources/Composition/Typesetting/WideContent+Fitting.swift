import Diagnostics
import Layout
import Markup

extension HTMLDocument {
  /// The factor by which the pages must be laid out larger so that all content fits; nil if it fits, or fitting is off.
  func zoomToFit(_ laidOut: LaidOutDocument) -> Double? {
    guard widths.fitsContent, zoom == 1, let wide = laidOut.contentBeyondArea else { return nil }
    return min(WidthSettings.mostZoom, wide.ratio)
  }
}

extension WideContent {
  /// The warning that content is cut off, at its first place.
  func warning(in document: Document) -> Diagnostic {
    let named = pages.prefix(3).map { "\($0 + 1)" }.joined(separator: ", ")
    let more = pages.count > 3 ? " and \(pages.count - 3) more" : ""
    // Texts have no place of their own.
    var place = node
    while !place.isNone, document[place].line == 0 { place = document[place].parent }
    let pixels = Int(min(excess, 1e9).rounded(.up))
    return Diagnostic(
      "content_too_wide",
      "Content is up to \(pixels) px wider than the page and cut off, on page \(named)\(more); page.fit_width of a kind, or "
        + "render --fit-width, makes it smaller.",
      at: place.isNone
        ? SourceLocation()
        : SourceLocation(line: Int(document[place].line), column: Int(document[place].column)))
  }
}
