import Layout
import Markup
import TextShaping

/// A `text` element (SVG 2 §11) whose characters follow one another from left to right.
struct SVGText {
  /// Text with one style. A position begins a chunk of text, which is anchored as a whole (§11.6).
  struct Segment {
    var text: String
    var style: SVGStyle
    var x: Double?
    var y: Double?
    var dx = 0.0
    var dy = 0.0
  }

  private(set) var segments: [Segment] = []
  private(set) var transform = AffineTransform.identity
  private(set) var opacity = 1.0

  /// - Parameter inherited: the style of the parent.
  /// - Returns: nil if the element has anything that is not supported.
  init?(_ document: SVGDocument, _ node: NodeID, _ inherited: SVGStyle) {
    var style = inherited
    guard let start = Self.start(document, node, &style) else { return nil }
    (transform, opacity) = (style.transform, style.opacity)
    var position: Segment? = start
    guard add(document, node, style.inherited, &position), segments.count <= 1000 else { return nil }
    collapseSpaces()
  }

  /// The position and style of an element.
  private static func start(_ document: SVGDocument, _ node: NodeID, _ style: inout SVGStyle) -> Segment? {
    var segment = Segment(text: "", style: style)
    var lengths: [(SVGAttribute, SVGValue)] = []
    guard
      document.setProperties(
        of: node, in: &style,
        own: { name, value in
          switch name {
          case .x, .y, .dx, .dy:
            lengths.append((name, value))
            return true
          default: return nil
          }
        })
    else { return nil }
    for (name, value) in lengths {
      // Positions of single characters are not supported.
      guard let number = style.length(value) else { return nil }
      switch name {
      case .x: segment.x = number
      case .y: segment.y = number
      case .dx: segment.dx = number
      default: segment.dy = number
      }
    }
    switch (style.fill, style.stroke) {
    case (.gradient, _), (_, .gradient), (_, .color): return nil
    default: break
    }
    return segment
  }

  /// Adds the text of an element. `position` is where the next text begins.
  private mutating func add(
    _ document: SVGDocument, _ node: NodeID, _ style: SVGStyle, _ position: inout Segment?
  ) -> Bool {
    for child in document.markup.children(of: node) {
      switch document.markup[child].kind {
      case .text:
        let text = String(decoding: document.markup.text(child), as: UTF8.self)
        guard !text.unicodeScalars.contains(where: Self.isBidirectional) else { return false }
        var segment = position ?? Segment(text: "", style: style)
        (segment.text, segment.style) = (text, style)
        segments.append(segment)
        position = nil
      case .element:
        let kind = document.element(child)
        if kind == .title || kind == .desc { continue }
        var own = style
        guard kind == .tspan, let start = Self.start(document, child, &own), own.opacity == 1,
          own.transform == .identity
        else { return false }
        // An element without a position continues, from the one that is given and not yet used.
        var next = position ?? start
        if start.x != nil { next.x = start.x }
        if start.y != nil { next.y = start.y }
        (next.dx, next.dy) = ((position?.dx ?? 0) + start.dx, (position?.dy ?? 0) + start.dy)
        position = next
        guard own.isDisplayed else { continue }
        guard add(document, child, own.inherited, &position) else { return false }
      case .document: break
      }
    }
    return true
  }

  /// Whether a character is written from right to left or controls direction.
  private static func isBidirectional(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFF,
      0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  /// Collapses white space as CSS does (§11.7), across segments.
  private mutating func collapseSpaces() {
    var endsWithSpace = true
    for index in segments.indices {
      if segments[index].x != nil { endsWithSpace = true }
      var text = ""
      for scalar in segments[index].text.unicodeScalars {
        let isSpace = scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
        if isSpace {
          if !endsWithSpace { text += " " }
        } else {
          text.unicodeScalars.append(scalar)
        }
        endsWithSpace = isSpace
      }
      segments[index].text = text
    }
    for index in segments.indices.reversed() where !segments[index].text.isEmpty {
      if segments[index].text.hasSuffix(" ") { segments[index].text.removeLast() }
      break
    }
  }
}
