import Diagnostics
import Layout
import Markup

extension HTMLDocument {
  /// The document with pages that are larger by the factor by which all content fits; nil if it fits, or fitting is
  /// off. Content with margins in per cent needs more than one step.
  func zoomedToFit(_ laidOut: LaidOutDocument) -> HTMLDocument? {
    guard widths.fitsContent, zoom < WidthSettings.mostZoom, zoomSteps < Self.mostZoomSteps,
      let wide = laidOut.contentBeyondArea
    else { return nil }
    var zoomed = self
    zoomed.zoom = min(WidthSettings.mostZoom, zoom * wide.ratio)
    zoomed.zoomSteps += 1
    return zoomed
  }

  private static let mostZoomSteps = 3
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
