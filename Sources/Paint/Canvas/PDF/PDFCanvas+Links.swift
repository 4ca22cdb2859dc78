import Layout

/// The links of drawings (ISO 32000-1, 12.5.6.5).
extension PDFCanvas {
  func addLink(_ area: Rect, _ link: SVGLink) {
    let visible = area.intersection(visibleBox)
    guard visible.width > 0, visible.height > 0 else { return }
    // Groups have coordinates of their own.
    let toPoints = layers.reduce(AffineTransform.identity) { $0.concatenating($1.state.matrix) }.concatenating(matrix)
    let frame = toPage.concatenating(toPoints).box(of: visible)
    links.append(LinkArea(frame: frame, target: link.target, node: link.node))
  }
}
