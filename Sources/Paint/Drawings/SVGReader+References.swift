import Layout
import Markup

/// `use` elements, and the viewports of `symbol` and nested `svg` elements.
extension SVGReader {
  /// Adds the element to which a `use` element refers (SVG 2 §5.5).
  func addUse(of node: NodeID, _ inherited: SVGStyle, depth: Int) -> Bool {
    var style = inherited
    var target: NodeID?
    var offsets: [(name: SVGAttribute, value: SVGValue)] = []
    var sizes: [(name: SVGAttribute, value: SVGValue)] = []
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch name {
      case .href, .linkedHref:
        target = value.hasPrefix("#") ? elementsByID[value.dropping(first: 1, last: 0).text] : nil
      case .x, .y: offsets.append((name, value))
      case .width, .height: sizes.append((name, value))
      default: return nil
      }
      return true
    }
    guard isSupported, let target, let kind = document.element(target),
      kind == .g || kind == .text || kind == .use || kind == .symbol || kind == .svg || kind.isShape
    else { return false }
    var offset = Point(x: 0, y: 0)
    for (name, value) in offsets {
      guard let number = length(value, of: name, style) else { return false }
      if name == .x { offset.x = number } else { offset.y = number }
    }
    style.transform = style.transform.concatenating(.translation(offset.x, offset.y))
    guard style.isDisplayed else { return true }
    references += 1
    defer { references -= 1 }
    guard beginGroup(style) else { return false }
    let isAdded =
      kind == .symbol || kind == .svg
      ? addViewport(of: target, style.inherited, sizes: sizes, depth: depth + 1)
      : add(target, style.inherited, depth: depth + 1)
    drawing.operations.append(.endGroup(opacity: style.opacity))
    return isAdded
  }

  /// Adds a `symbol` element that is used, or a nested `svg` element (SVG 2 §5.1.4, §5.4).
  /// - Parameter sizes: the width and the height that a `use` element sets.
  func addViewport(
    of node: NodeID, _ inherited: SVGStyle, sizes: [(name: SVGAttribute, value: SVGValue)] = [], depth: Int
  ) -> Bool {
    guard depth < Self.maximumDepth, count(node) else { return false }
    var style = inherited
    var viewport = SVGViewport()
    var lengths: [(name: SVGAttribute, value: SVGValue)] = []
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch name {
      case .viewBox: return setViewBox(value, &viewport.viewBox)
      case .preserveAspectRatio: return setAlignment(value, &viewport.alignment)
      case .overflow: viewport.isClipped = value == "hidden" || value == "scroll"
      case .x, .y, .width, .height: lengths.append((name, value))
      default: return nil
      }
      return true
    }
    guard isSupported, style.transform == .identity else { return false }
    for (name, value) in lengths + sizes {
      switch name {
      case .x, .y:
        guard let number = length(value, of: name, style) else { return false }
        if name == .x { viewport.x = number } else { viewport.y = number }
      default:
        guard let length = viewportLength(value, style) else { return false }
        if name == .width { viewport.width = length } else { viewport.height = length }
      }
    }
    // `display` does not apply to a symbol that is used (SVG 2 §5.5.2).
    guard style.isDisplayed || document.element(node) == .symbol else { return true }
    style.isDisplayed = true
    // Percentages refer to the innermost viewport.
    let outer = drawing.viewBox
    defer { drawing.viewBox = outer }
    drawing.operations.append(.beginViewport(viewport))
    drawing.viewBox = viewport.viewBox
    guard addContent(of: node, style, depth: depth + 1) else { return false }
    drawing.operations.append(.endViewport)
    return true
  }

  private func viewportLength(_ value: SVGValue, _ style: SVGStyle) -> SVGViewport.Length? {
    if value == "auto" { return .fraction(1) }
    guard value.hasSuffix(UInt8(ascii: "%")) else { return style.length(value).map(SVGViewport.Length.px) }
    return Double(value.dropping(first: 0, last: 1).text).flatMap { abs($0) <= 1e6 ? .fraction($0 / 100) : nil }
  }
}
