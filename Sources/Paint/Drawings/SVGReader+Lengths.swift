import Layout
import Markup

/// Lengths and the sizes to which percentages refer (SVG 2 §8.9).
extension SVGReader {
  /// Calls `body` with the viewport of a definition, not that of the element that refers to it.
  func inViewport<Result>(of definition: NodeID, _ body: () -> Result) -> Result {
    var node = document.markup[definition].parent
    while !node.isNone, node != root, document.element(node) != .svg { node = document.markup[node].parent }
    guard node == root else { return body() }
    let outer = viewport
    viewport = rootViewport
    defer { viewport = outer }
    return body()
  }

  /// A length; a percentage refers to the viewport (SVG 2 §8.9).
  func length(_ value: SVGValue, of name: SVGAttribute, _ style: SVGStyle) -> Double? {
    if let percentage = value.percentage { return whole(name).map { percentage / 100 * $0 } }
    guard SVGCalc.isCalculated(value) else { return style.length(value) }
    return SVGCalc.length(value, style, whole: whole(name))
  }

  /// What percentages of an attribute refer to; nil if it is not known.
  private func whole(_ name: SVGAttribute) -> Double? {
    guard let viewport else { return nil }
    switch name {
    case .x, .width, .cx, .rx, .x1, .x2, .fx, .refX, .markerWidth: return viewport.width
    case .y, .height, .cy, .ry, .y1, .y2, .fy, .refY, .markerHeight: return viewport.height
    default:
      let (width, height) = (viewport.width, viewport.height)
      return ((width * width + height * height) / 2).squareRoot()
    }
  }
}
