import Layout
import Markup
import Style

/// Gradients and patterns (SVG 2 §14).
extension SVGReader {
  /// The paint of an element. Returns nil if it is not supported.
  func resolved(_ paint: SVGStyle.Paint) -> SVGStyle.Paint? {
    switch paint {
    case .contextFill: return context.fill.isContext ? SVGStyle.Paint.none : resolved(context.fill)
    case .contextStroke: return context.stroke.isContext ? SVGStyle.Paint.none : resolved(context.stroke)
    case .reference(let id, let fallback):
      let missing = fallback.map { SVGStyle.Paint.color($0) } ?? .none
      guard let target = elementsByID[id] else { return missing }
      switch document.element(target) {
      case .linearGradient, .radialGradient: return gradient(id, target, fallback)
      case .pattern: return pattern(id, target)
      default: return missing
      }
    default: return paint
    }
  }

  /// Sets the element to which `context-fill` and `context-stroke` refer. Returns the paints of the one before.
  func setContext(_ style: SVGStyle) -> (fill: SVGStyle.Paint, stroke: SVGStyle.Paint) {
    let outer = context
    func own(_ paint: SVGStyle.Paint) -> SVGStyle.Paint {
      switch paint {
      case .contextFill: outer.fill
      case .contextStroke: outer.stroke
      default: paint
      }
    }
    context = (own(style.fill), own(style.stroke))
    return outer
  }

  private func gradient(_ id: String, _ node: NodeID, _ fallback: Color?) -> SVGStyle.Paint? {
    if let known = drawing.gradients[id] {
      return countReference(known.work) ? .gradient(id, fallback: fallback) : nil
    }
    guard countReference(to: node) else { return nil }
    let all = templates(node)
    guard let source = all.first(where: { hasStops($0) }) else { return SVGStyle.Paint.none }
    guard var style = inheritedStyle(of: source), document.setProperties(of: source, in: &style, own: { _, _ in nil })
    else { return nil }
    let read = SVGGradient(document, all, stops: source, color: style.color) { length($1, of: $0, style) }
    drawing.gradients[id] = read
    return read.map { _ in .gradient(id, fallback: fallback) }
  }

  private func hasStops(_ node: NodeID) -> Bool {
    document.markup.children(of: node).contains { document.element($0) == .stop }
  }

  /// An element, and those to which it refers for what it does not specify, nearest first.
  private func templates(_ node: NodeID) -> [NodeID] {
    var all: [NodeID] = []
    var next: NodeID? = node
    while let node = next, !all.contains(node), all.count < 16 {
      all.append(node)
      let address = document.markup.attributes(of: node).first {
        [.href, .linkedHref].contains(document.meaning(of: $0))
      }
      next = address.flatMap { document.value(of: $0).fragment.flatMap { elementsByID[$0] } }
    }
    return all
  }

  /// Reads a `pattern` element (SVG 2 §14.3). Returns nil if it is not supported.
  private func pattern(_ id: String, _ node: NodeID) -> SVGStyle.Paint? {
    // A pattern that refers to itself is not painted.
    guard !followed.contains(node) else { return SVGStyle.Paint.none }
    let all = templates(node).filter { document.element($0) == .pattern }
    let source = all.first { !document.markup.children(of: $0).filter { document.element($0) != nil }.isEmpty }
    guard let source else { return SVGStyle.Paint.none }
    guard var style = inheritedStyle(of: source) else { return nil }
    var reader = SVGPatternReader()
    for node in all.reversed() {
      let isSupported = document.setProperties(of: node, in: &style) { reader.set($0, $1, self) }
      guard isSupported else { return nil }
    }
    guard let region = reader.region.region({ length($1, of: $0, style) }) else { return nil }
    let content = record(source) { addChildren(of: source, style.inherited) }
    guard let content else { return nil }
    var pattern = SVGPattern(operations: content, tile: region, gradients: drawing.gradients)
    (pattern.transform, pattern.viewBox, pattern.alignment) = (reader.transform, reader.viewBox, reader.alignment)
    pattern.contentUsesBox = reader.contentUsesBox
    drawing.patterns[id] = pattern
    return .pattern(id)
  }
}

extension SVGStyle.Paint {
  fileprivate var isContext: Bool {
    switch self {
    case .contextFill, .contextStroke: true
    default: false
    }
  }
}

/// The attributes of a `pattern` element.
private struct SVGPatternReader {
  var region = SVGRegionReader(x: "0", y: "0", width: "0", height: "0")
  var contentUsesBox = false
  var transform = AffineTransform.identity
  var viewBox: Rect?
  var alignment = SVGAlignment()

  mutating func set(_ name: SVGAttribute, _ value: SVGValue, _ reader: SVGReader) -> Bool? {
    switch name {
    case .patternUnits: region.usesBox = !(value == "userSpaceOnUse")
    case .patternContentUnits: contentUsesBox = value == "objectBoundingBox"
    case .patternTransform, .transform: transform = AffineTransform(svg: value) ?? transform
    case .viewBox: return reader.setViewBox(value, &viewBox)
    case .preserveAspectRatio: return reader.setAlignment(value, &alignment)
    default: return region.set(name, value)
    }
    return true
  }
}
