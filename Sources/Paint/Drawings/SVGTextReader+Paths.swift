import Layout
import Markup

/// Text along paths (SVG 2 §11.8.1).
extension SVGTextReader {
  /// Reads a `textPath` element. Its text is not bidirectional and has no positions of its own.
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
    guard isSupported, path == nil, let target, target.hasPrefix("#"),
      let source = document.markup.element(id: String(target.dropFirst())),
      var found = paths[source] ?? readPath(source)
    else { return false }
    switch (style.fill, style.stroke) {
    case (.gradient, _), (_, .gradient): return false
    default: break
    }
    guard style.opacity == 1, style.transform == .identity, style.clip == nil else { return false }
    guard style.isDisplayed else { return true }
    paths[source] = found
    pathCount += 1
    found.number = pathCount
    if let offset {
      let text = offset.text
      if text.hasSuffix("%") {
        guard let percent = Double(text.dropLast()) else { return false }
        found.start = percent / 100 * found.length
      } else {
        guard let start = style.length(offset) else { return false }
        found.start = start * found.scale
      }
    }
    path = found
    defer { path = nil }
    return document.markup.children(of: node).allSatisfy { child in
      switch document.markup[child].kind {
      case .text:
        let text = String(decoding: document.markup.text(child), as: UTF8.self)
        runs.append(Run(text: text, style: style.inherited, elements: outer, beginsChunk: false, path: path))
        return !text.unicodeScalars.contains(where: Self.isBidirectional)
      case .element:
        var own = style.inherited
        return document.element(child) == .tspan && read(child, &own, in: outer)
      case .document: return true
      }
    }
  }

  /// Nil if an element is not a path in the coordinates of the text.
  private func readPath(_ source: NodeID) -> SVGTextPath? {
    guard document.element(source) == .path else { return nil }
    var path: SVGPath?
    var statedLength = 0.0
    for attribute in document.markup.attributes(of: source) {
      switch document.meaning(of: attribute) {
      case .d: path = SVGPath(data: document.value(of: attribute))
      case .pathLength: statedLength = Double(document.value(of: attribute).text) ?? 0
      case .transform: return nil
      default: break
      }
    }
    var found = path.flatMap { SVGTextPath($0, of: source) }
    if statedLength > 0, let length = found?.length { found?.scale = length / statedLength }
    return found
  }
}
