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
        target = value.fragment.flatMap { elementsByID[$0] }
      case .x, .y: offsets.append((name, value))
      case .width, .height: sizes.append((name, value))
      default: return nil
      }
      return true
    }
    guard isSupported else { return false }
    // A reference to nothing, or to an element around it, is not shown.
    guard let target, let kind = document.element(target), kind.isUsed, !followed.contains(target),
      !(target.index..<document.markup[target].subtreeEnd.index).contains(node.index)
    else { return true }
    var offset = Point(x: 0, y: 0)
    for (name, value) in offsets {
      guard let number = length(value, of: name, style) else { return false }
      if name == .x { offset.x = number } else { offset.y = number }
    }
    guard style.isDisplayed else { return true }
    references += 1
    followed.insert(target)
    let outer = setContext(style)
    defer {
      references -= 1
      followed.remove(target)
      context = outer
    }
    var moved = style.inherited
    moved.transform = .translation(offset.x, offset.y)
    let hasOffset = moved.transform != .identity
    // The offset follows the transform of the element.
    return addGroup(style, if: style.needsGroup || !hasOffset) {
      addGroup(moved, if: hasOffset) {
        kind == .symbol || kind == .svg
          ? addViewport(of: target, style.inherited, sizes: sizes, depth: depth + 1)
          : add(target, style.inherited, depth: depth + 1)
      }
    }
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
      case .overflow: viewport.isClipped = value == "hidden" || value == "scroll" || value == "clip"
      case .x, .y, .width, .height: lengths.append((name, value))
      default: return nil
      }
      return true
    }
    guard isSupported else { return false }
    for (name, value) in lengths + sizes {
      switch name {
      case .x, .y:
        guard let number = length(value, of: name, style) else { return false }
        if name == .x { viewport.x = number } else { viewport.y = number }
      default:
        // A value that is not valid has no effect.
        guard let length = viewportLength(value, style) else { continue }
        if name == .width { viewport.width = length } else { viewport.height = length }
      }
    }
    // `display` does not apply to a symbol that is used (SVG 2 §5.5.2).
    guard style.isDisplayed || document.element(node) == .symbol else { return true }
    style.isDisplayed = true
    let area = self.viewport.map(viewport.area)
    // Percentages refer to the innermost viewport.
    let outer = self.viewport
    return addGroup(style, if: style.needsGroup) {
      defer { self.viewport = outer }
      self.viewport =
        viewport.viewBox.map { Size(width: $0.width, height: $0.height) }
        ?? area.map { Size(width: $0.width, height: $0.height) }
      drawing.operations.append(.beginViewport(viewport))
      guard addContent(of: node, style.inherited, depth: depth + 1) else { return false }
      drawing.operations.append(.endViewport)
      return true
    }
  }

  private func viewportLength(_ value: SVGValue, _ style: SVGStyle) -> SVGViewport.Length? {
    if value == "auto" { return .fraction(1) }
    return value.percentage.map { .fraction($0 / 100) } ?? style.length(value).map { .px($0) }
  }
}

extension SVGElement {
  /// Whether `use` elements show it.
  var isUsed: Bool {
    switch self {
    case .g, .a, .text, .use, .symbol, .svg, .switch, .image: true
    default: isShape
    }
  }
}
