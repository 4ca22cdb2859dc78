import Layout
import Markup

/// Text along paths (SVG 2 §11.8.1).
extension SVGTextReader {
  /// Reads a `textPath` element. Its text has no positions of its own.
  mutating func readPath(_ node: NodeID, _ inherited: SVGStyle, in outer: [Int]) -> Bool {
    var (style, offset, target): (SVGStyle, SVGValue?, String?) = (inherited, nil, nil)
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch name {
      case .startOffset: offset = value
      case .href, .linkedHref: target = value.text
      default: return nil
      }
      return true
    }
    guard isSupported else { return false }
    // Text along something that is no path is not shown.
    guard path == nil, let target, target.hasPrefix("#"),
      let source = document.markup.element(id: String(target.dropFirst())),
      var found = paths[source] ?? readPath(source)
    else { return true }
    guard style.isDisplayed else { return true }
    paths[source] = found
    pathCount += 1
    found.number = pathCount
    if let offset {
      if let percentage = offset.percentage {
        found.start = percentage / 100 * found.length
      } else {
        guard let start = style.length(offset) else { return true }
        found.start = start * found.scale
      }
    }
    path = found
    defer { path = nil }
    return document.markup.children(of: node).allSatisfy { child in
      switch document.markup[child].kind {
      case .text: return add(child, style, in: outer, beginsChunk: false)
      case .element:
        var own = style.inherited
        let kind = document.element(child)
        return kind == .tspan || kind == .a ? read(child, &own, in: outer) : true
      case .document: return true
      }
    }
  }

  /// Returns nil if an element is not a path.
  private func readPath(_ source: NodeID) -> SVGTextPath? {
    guard document.element(source) == .path else { return nil }
    var path: SVGPath?
    var statedLength = 0.0
    var transform = AffineTransform.identity
    for attribute in document.markup.attributes(of: source) {
      let value = document.value(of: attribute)
      switch document.meaning(of: attribute) {
      case .d: path = SVGPath(data: value)
      case .pathLength: statedLength = value.number ?? 0
      case .transform: transform = AffineTransform(svg: value) ?? .identity
      default: break
      }
    }
    var found = path.flatMap { SVGTextPath($0.transformed(by: transform), of: source) }
    if statedLength > 0, let length = found?.length { found?.scale = length / statedLength }
    return found
  }
}
