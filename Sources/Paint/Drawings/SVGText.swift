import Layout
import Markup
import TextShaping

/// A `text` element (SVG 2 §11).
struct SVGText {
  /// Text with one style. A position begins a chunk of text, which is anchored as a whole (§11.6).
  struct Segment {
    var text: String
    var style: SVGStyle
    var x: Double?
    var y: Double?
    var dx = 0.0
    var dy = 0.0
    /// The rotation around the position, in degrees clockwise.
    var rotation = 0.0
    /// The path along which it is written.
    var path: SVGTextPath?

    var beginsChunk: Bool { x != nil || y != nil }
  }

  /// `textLength` and `lengthAdjust` (§11.5.2).
  struct Length {
    /// px.
    var value: Double
    /// The glyphs are stretched; otherwise the space between them changes.
    var stretchesGlyphs = false
  }

  /// The length of segments that follow one another.
  struct PartLength {
    let segments: Range<Int>
    let length: Length
  }

  private(set) var segments: [Segment]
  private(set) var transform: AffineTransform
  private(set) var opacity: Double
  /// It is nil for the natural length.
  let length: Length?
  /// `direction`.
  let isRightToLeft: Bool
  /// Whether the order of its characters may differ from that of the text.
  let isBidirectional: Bool
  let partLengths: [PartLength]
  /// The direction of the line. Positions are those of a horizontal line that is turned.
  let writingMode: SVGTextStyle.WritingMode

  /// - Parameters:
  ///   - style: that of the parent; becomes that of the element.
  ///   - viewport: the size to which percentages refer; nil if it is not known.
  ///   - hasLinks: whether its `a` elements are links.
  /// - Returns: nil if the element has anything that is not supported.
  init?(_ document: SVGDocument, _ node: NodeID, _ style: inout SVGStyle, viewport: Size?, hasLinks: Bool = false) {
    var reader = SVGTextReader(document, viewport: viewport, hasLinks: hasLinks)
    guard reader.read(node, &style) else { return nil }
    isRightToLeft = style.text.isRightToLeft
    isBidirectional = reader.isBidirectional || isRightToLeft
    guard let segments = reader.segments(isBidirectional: isBidirectional) else { return nil }
    (transform, opacity) = (style.transform, style.opacity)
    self.segments = segments
    // Paths determine the direction of their lines.
    writingMode = segments.allSatisfy { $0.path == nil } ? style.text.writingMode : .horizontal
    // The length of several chunks has no effect.
    let isChunk = !segments.dropFirst().contains { $0.beginsChunk || $0.path != nil }
    length = isChunk ? reader.length : nil
    partLengths = length == nil ? reader.partLengths : []
    if writingMode != .horizontal { turn() }
  }

  /// Makes the positions those of a horizontal line.
  private mutating func turn() {
    let isRight = writingMode != .sidewaysLeft
    for index in segments.indices {
      let (x, y) = (segments[index].x, segments[index].y)
      let (dx, dy) = (segments[index].dx, segments[index].dy)
      (segments[index].x, segments[index].y) = isRight ? (y, x.map { -$0 }) : (y.map { -$0 }, x)
      (segments[index].dx, segments[index].dy) = isRight ? (dy, -dx) : (-dy, dx)
      if writingMode == .vertical {
        segments[index].style.text.font.orientation = segments[index].style.text.orientation
      }
    }
  }

  /// The text in a group that has its transform and its effects.
  var inGroup: SVGText {
    var text = self
    (text.transform, text.opacity) = (.identity, 1)
    return text
  }

  /// Text of clips is drawn in one colour.
  mutating func showAsClip() {
    opacity = 1
    for index in segments.indices { segments[index].style.showAsClip() }
  }

  /// Replaces the paints. Returns false if one of them is not supported.
  mutating func replacePaints(_ replacement: (SVGStyle.Paint) -> SVGStyle.Paint?) -> Bool {
    for index in segments.indices {
      guard segments[index].style.replacePaints(replacement) else { return false }
    }
    return true
  }

  /// The elements along whose paths text is written, once for each `textPath` element.
  var pathSources: [NodeID] {
    segments.indices.compactMap { index in
      let path = segments[index].path
      return index > 0 && segments[index - 1].path?.number == path?.number ? nil : path?.source
    }
  }

  /// Whether the outlines of glyphs are drawn.
  var drawsOutlines: Bool { segments.contains { $0.style.strokesText || $0.style.fill.isServer } }

  /// Whether paints may depend on the box around the text.
  var usesServer: Bool { segments.contains { $0.style.usesServer } }

  var hasLinks: Bool { segments.contains { $0.style.text.link != nil } }

  /// The number of characters.
  var count: Int { segments.reduce(0) { $0 + $1.text.count } }
}

extension SVGStyle {
  /// Whether text has a line along the outlines of its glyphs.
  var strokesText: Bool { line.width > 0 && !stroke.isNone }

  /// Whether gradients or patterns are painted.
  var usesServer: Bool { fill.isServer || stroke.isServer || text.decorations.contains { $0.style.fill.isServer } }

  /// Replaces the paints. Returns false if one of them is not supported.
  mutating func replacePaints(_ replacement: (Paint) -> Paint?) -> Bool {
    guard let fill = replacement(fill), let stroke = replacement(stroke) else { return false }
    (self.fill, self.stroke) = (fill, stroke)
    for index in text.decorations.indices {
      let own = text.decorations[index].style
      guard let fill = replacement(own.fill), let stroke = replacement(own.stroke) else { return false }
      (text.decorations[index].style.fill, text.decorations[index].style.stroke) = (fill, stroke)
    }
    return true
  }
}
