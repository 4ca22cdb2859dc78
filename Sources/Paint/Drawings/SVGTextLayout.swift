import Layout
import Style
import TextShaping

/// The places of the glyphs of a text.
struct SVGTextLayout {
  /// Shaped text with one style.
  struct Part {
    let text: ShapedText
    /// The runs of the text that belong to the part.
    let runs: Range<Int>
    /// Those that belong to the part, if it is not all of its runs.
    var glyphs: Range<UInt32>?
    let style: SVGStyle
    /// The start of the baseline.
    var origin: Point
    var width: Double
    /// The transform of a part that is turned.
    var transform = AffineTransform.identity
    /// The extents above the baseline and below it, px.
    var ascent, descent: Double
  }

  let text: SVGText
  let fonts: FaceCache
  private(set) var parts: [Part] = []
  /// The adjustments of the segments; empty if no part has a length.
  private var adjustments: [Adjustment] = []
  /// The transform of all parts, which stretches them.
  var stretch = AffineTransform.identity

  init(_ text: SVGText, _ fonts: FaceCache) {
    (self.text, self.fonts) = (text, fonts)
    guard let first = text.segments.first else { return }
    defer {
      if text.writingMode != .horizontal {
        stretch = AffineTransform.rotation(text.writingMode.angle).concatenating(stretch)
      }
    }
    if text.isBidirectional {
      placeBidirectional()
      return
    }
    let natural = shapeParts()
    let width = natural.reduce(0) { $0 + Self.advance(of: $1) }
    guard let length = text.length, width > 0 else {
      place(natural)
      return
    }
    if !length.stretchesGlyphs {
      // The space after the last character does not change.
      let space = text.count > 1 ? (length.value - width) / Double(text.count - 1) : 0
      place(shape(space: space), chunkWidth: length.value)
      return
    }
    stretch(by: length.value / width, from: (first.x ?? 0) - first.style.text.anchor.rawValue * length.value)
    place(natural, chunkWidth: length.value)
  }

  /// Stretches all parts to the right of a place.
  mutating func stretch(by factor: Double, from start: Double) {
    stretch = .translation(start, 0).concatenating(.scale(factor, 1)).concatenating(.translation(-start, 0))
  }

  /// The box around the areas of the fonts; nil without any glyphs.
  var box: Rect? { box(of: parts) }

  /// The same for some of the parts.
  func box(of parts: [Part]) -> Rect? {
    guard !parts.isEmpty else { return nil }
    var box = PathBox()
    for part in parts {
      let transform = stretch.concatenating(part.transform)
      for x in [part.origin.x, part.origin.x + part.width] {
        box.add(transform.applied(to: Point(x: x, y: part.origin.y - part.ascent)))
        box.add(transform.applied(to: Point(x: x, y: part.origin.y + part.descent)))
      }
    }
    return box.rect
  }

  private func shape(space: Double = 0) -> [ShapedText?] { text.segments.map { shape($0, space: space) } }

  private func shape(_ segment: SVGText.Segment, space: Double) -> ShapedText? {
    let style = segment.style.text
    return fonts.shape(
      segment.text, style.font, letterSpacing: style.letterSpacing + space, wordSpacing: style.wordSpacing)
  }

  // MARK: Lengths of parts

  /// How a segment is changed by the length of its part.
  private struct Adjustment {
    /// The glyphs are stretched by this factor.
    var scale = 1.0
    /// The space after the last character, which does not belong to the part, px.
    var trailing = 0.0
  }

  /// The natural texts, with the space between the characters of parts that have a length.
  private mutating func shapeParts() -> [ShapedText?] {
    var shaped = shape()
    guard !text.partLengths.isEmpty else { return shaped }
    adjustments = Array(repeating: Adjustment(), count: shaped.count)
    for part in text.partLengths {
      let segments = part.segments.clamped(to: shaped.indices)
      let count = segments.reduce(0) { $0 + text.segments[$1].text.count }
      let width =
        segments.reduce(0) { $0 + Self.advance(of: shaped[$1]) }
        + segments.dropFirst().reduce(0) { $0 + text.segments[$1].dx }
      guard width > 0, let last = segments.last else { continue }
      if part.length.stretchesGlyphs {
        for index in segments { adjustments[index].scale = part.length.value / width }
      } else if count > 1 {
        let space = (part.length.value - width) / Double(count - 1)
        for index in segments { shaped[index] = shape(text.segments[index], space: space) }
        adjustments[last].trailing = space
      }
    }
    return shaped
  }

  private func advance(_ index: Int, _ shaped: [ShapedText?]) -> Double {
    let advance = Self.advance(of: shaped[index])
    guard !adjustments.isEmpty else { return advance }
    return advance * adjustments[index].scale - adjustments[index].trailing
  }

  // MARK: Places

  /// - Parameter chunkWidth: the width of the only chunk, if it is not that of the text.
  private mutating func place(_ shaped: [ShapedText?], chunkWidth: Double? = nil) {
    var pen = Point(x: 0, y: 0)
    for (index, segment) in text.segments.enumerated() {
      if let path = segment.path {
        place(index, along: path, &pen, shaped)
        // Text after the path begins at its end.
        if text.segments.indices.contains(index + 1), text.segments[index + 1].path == nil, let end = path.end {
          pen = end
        }
        continue
      }
      if index == 0 || segment.beginsChunk {
        pen = Point(x: segment.x ?? pen.x, y: segment.y ?? pen.y)
        if segment.style.text.anchor != .start {
          pen.x -= segment.style.text.anchor.rawValue * (chunkWidth ?? width(ofChunkAt: index, shaped))
        }
      }
      pen.x += segment.dx
      pen.y += segment.dy
      if let text = shaped[index] {
        add(text, segment, at: pen, scale: adjustments.isEmpty ? 1 : adjustments[index].scale)
      }
      pen.x += advance(index, shaped)
    }
  }

  /// Places a character along a path. The pen is at a distance from the start of the path, and becomes the place after
  /// the character (SVG 2 §11.8.3).
  private mutating func place(_ index: Int, along path: SVGTextPath, _ pen: inout Point, _ shaped: [ShapedText?]) {
    let segments = text.segments
    let segment = segments[index]
    if index == 0 || segments[index - 1].path?.number != path.number {
      let rest = segments.indices.dropFirst(index).prefix { segments[$0].path?.number == path.number }
      let width = rest.reduce(0) { $0 + segments[$1].dx + Self.advance(of: shaped[$1]) }
      pen = Point(x: path.start - segment.style.text.anchor.rawValue * width, y: 0)
    }
    pen.x += segment.dx
    pen.y += segment.dy
    let advance = Self.advance(of: shaped[index])
    defer { pen.x += advance }
    guard let text = shaped[index], let place = path.place(at: pen.x + advance / 2) else { return }
    addTurned(text, segment.style, by: place.angle, around: place.point, from: Point(x: -advance / 2, y: pen.y))
  }

  private func width(ofChunkAt start: Int, _ shaped: [ShapedText?]) -> Double {
    var width = advance(start, shaped)
    for index in text.segments.indices.dropFirst(start + 1) {
      if text.segments[index].beginsChunk { break }
      width += text.segments[index].dx + advance(index, shaped)
    }
    return width
  }

  private static func advance(of text: ShapedText?) -> Double { text.map { advance(of: $0, $0.runs.indices) } ?? 0 }

  static func advance(of text: ShapedText, _ runs: Range<Int>) -> Double {
    runs.reduce(0) { $0 + text.advance(run: $1, glyphs: text.runs[$1].glyphs) }
  }

  // MARK: Parts

  /// - Parameter runs: the runs of the text; nil for all.
  mutating func add(
    _ text: ShapedText, runs: Range<Int>? = nil, _ segment: SVGText.Segment, at pen: Point, scale: Double = 1
  ) {
    if scale != 1 {
      let transform = AffineTransform.translation(pen.x, pen.y).concatenating(.rotation(segment.rotation))
      add(text, runs: runs, segment.style, at: .zero, transform.concatenating(.scale(scale, 1)))
    } else if segment.rotation != 0 {
      addTurned(text, runs: runs, segment.style, by: segment.rotation, around: pen, from: .zero)
    } else {
      add(text, runs: runs, segment.style, at: pen)
    }
  }

  /// - Parameters:
  ///   - angle: degrees.
  ///   - start: where the text begins, from the point around which it is turned.
  mutating func addTurned(
    _ text: ShapedText, runs: Range<Int>? = nil, glyphs: Range<UInt32>? = nil, _ style: SVGStyle, by angle: Double,
    around pen: Point, from start: Point
  ) {
    let turned = AffineTransform.translation(pen.x, pen.y).concatenating(.rotation(angle))
    add(text, runs: runs, glyphs: glyphs, style, at: start, turned)
  }

  private mutating func add(
    _ text: ShapedText, runs: Range<Int>?, glyphs: Range<UInt32>? = nil, _ style: SVGStyle, at pen: Point,
    _ transform: AffineTransform = .identity
  ) {
    let runs = runs ?? text.runs.indices
    let metrics = runs.first.map { fonts.metrics(fonts.plain(text.runs[$0].face)) }
    var (shift, ascent, descent) = (0.0, metrics?.ascent ?? 0, metrics?.descent ?? 0)
    if let metrics {
      let isCentred = style.text.font.orientation != .sideways
      shift = style.baselineOffset(metrics, isCentred: isCentred)
      if isCentred { (ascent, descent) = ((ascent + descent) / 2, (ascent + descent) / 2) }
    }
    let width = glyphs.map { text.advance(run: runs.lowerBound, glyphs: $0) } ?? Self.advance(of: text, runs)
    parts.append(
      Part(
        text: text, runs: runs, glyphs: glyphs, style: style, origin: Point(x: pen.x, y: pen.y + shift), width: width,
        transform: transform, ascent: ascent, descent: descent))
  }
}
