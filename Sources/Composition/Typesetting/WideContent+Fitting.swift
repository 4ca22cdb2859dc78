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
    Diagnostic(
      "content_too_wide",
      "Content is up to \(pixels(excess)) wider than the page and cut off, on page \(named(pages)); page.fit_width of a "
        + "kind, or render --fit-width, makes it smaller.",
      at: document.location(around: node))
  }
}

extension CutContent {
  /// The warning that content is cut off, at its first place.
  func warning(in document: Document) -> Diagnostic {
    let amounts = [(excess.width, "wider"), (excess.height, "higher")].filter { $0.0 > 0 }
    let sizes = amounts.map { "\(pixels($0.0)) \($0.1)" }.joined(separator: " and ")
    let message =
      switch place {
      case .scrollContainer:
        "Content is up to \(sizes) than its box with overflow: auto or scroll, and is cut off, on page "
          + "\(named(pages)). Paper cannot be scrolled: set overflow: visible for print."
      case .marginBox:
        "Text of a page margin box is cut off by the edge of the sheet (up to \(sizes) than the sheet), on page "
          + "\(named(pages))."
      }
    return Diagnostic("content_cut_off", message, at: document.location(around: node))
  }
}

private func named(_ pages: [Int]) -> String {
  let first = pages.prefix(3).map { "\($0 + 1)" }.joined(separator: ", ")
  return first + (pages.count > 3 ? " and \(pages.count - 3) more" : "")
}

private func pixels(_ length: Double) -> String { "\(Int(min(length, 1e9).rounded(.up))) px" }

extension Document {
  /// The place of an element, or of the element around a text.
  fileprivate func location(around node: NodeID) -> SourceLocation {
    var place = node
    while !place.isNone, self[place].line == 0 { place = self[place].parent }
    return place.isNone
      ? SourceLocation() : SourceLocation(line: Int(self[place].line), column: Int(self[place].column))
  }
}
