import Layout
import Markup
import TextShaping

/// A `text` element (SVG 2 §11) whose characters are written from left to right.
struct SVGText {
  /// Text with one style. A position begins a chunk of text, which is anchored as a whole (§11.6).
  struct Segment {
    var text: String
    var style: SVGStyle
    var x: Double?
    var y: Double?
    var dx = 0.0
    var dy = 0.0
    /// Degrees clockwise, around the position.
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

  let segments: [Segment]
  private(set) var transform: AffineTransform
  private(set) var opacity: Double
  /// The id of the `clipPath` element that clips it.
  private(set) var clip: String?
  /// Nil for the natural length.
  let length: Length?

  /// - Parameter inherited: the style of the parent.
  /// - Returns: nil if the element has anything that is not supported.
  init?(_ document: SVGDocument, _ node: NodeID, _ inherited: SVGStyle) {
    var reader = SVGTextReader(document)
    var style = inherited
    guard reader.read(node, &style), let segments = reader.segments() else { return nil }
    (transform, opacity, clip) = (style.transform, style.opacity, style.clip)
    self.segments = segments
    length = reader.length
    // The length of several chunks is not supported.
    if length != nil, segments.dropFirst().contains(where: { $0.beginsChunk || $0.path != nil }) { return nil }
  }

  /// The text in a group that has its transform, opacity and clip.
  var inGroup: SVGText {
    var text = self
    (text.transform, text.opacity, text.clip) = (.identity, 1, nil)
    return text
  }

  /// The elements along whose paths text is written, once for each `textPath` element.
  var pathSources: [NodeID] {
    segments.indices.compactMap { index in
      let path = segments[index].path
      return index > 0 && segments[index - 1].path?.number == path?.number ? nil : path?.source
    }
  }

  /// Whether the outlines of glyphs are drawn.
  var isStroked: Bool { segments.contains { $0.style.strokesText } }

  /// The number of characters.
  var count: Int { segments.reduce(0) { $0 + $1.text.count } }
}

extension SVGStyle {
  /// Whether text has a line along the outlines of its glyphs.
  var strokesText: Bool { line.width > 0 && !stroke.isNone }
}
