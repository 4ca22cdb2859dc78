import Layout
import TextShaping

/// Text with characters that are written from right to left (SVG 2 §11.4, UAX #9). Each chunk is a paragraph.
extension SVGTextLayout {
  mutating func placeBidirectional() {
    var pen = Point(x: 0, y: 0)
    var start = 0
    while start < text.segments.count {
      let rest = text.segments[(start + 1)...]
      let end = rest.firstIndex { $0.beginsChunk } ?? text.segments.count
      place(start..<end, &pen)
      start = end
    }
  }

  /// Places a chunk.
  private mutating func place(_ chunk: Range<Int>, _ pen: inout Point) {
    let first = text.segments[chunk.lowerBound]
    var start = Point(x: first.x ?? pen.x, y: first.y ?? pen.y)
    pen = start
    guard var shaped = shape(chunk) else { return }
    let natural = Self.advance(of: shaped.text, shaped.text.runs.indices)
    // `start` is the right end of text from right to left.
    let anchor = first.style.text.anchor.rawValue
    let part = text.isRightToLeft ? 1 - anchor : anchor
    var width = natural + text.segments[chunk].dropFirst().reduce(0) { $0 + $1.dx }
    if let length = text.length, natural > 0 {
      width = length.value
      if length.stretchesGlyphs {
        stretch(by: length.value / natural, from: start.x - part * width)
      } else if text.count > 1 {
        let space = (length.value - natural) / Double(text.count - 1)
        shaped = shape(chunk, space: space) ?? shaped
        // The space of a character from right to left is on its left.
        if (VisualOrder.positions(of: levels(shaped)).first.map { levels(shaped)[$0] } ?? 0) & 1 == 1 {
          start.x -= space
        }
      }
    }
    start.x -= part * width
    pen = Point(x: text.isRightToLeft ? start.x : start.x + width, y: start.y)
    place(shaped, of: chunk, at: start)
  }

  private func shape(_ chunk: Range<Int>, space: Double = 0) -> FontSource.ShapedParts? {
    let parts = text.segments[chunk].map {
      FontSource.TextPart(
        text: $0.text, font: $0.style.text.font, letterSpacing: $0.style.text.letterSpacing + space,
        wordSpacing: $0.style.text.wordSpacing)
    }
    return fonts.shape(parts, isRightToLeft: text.isRightToLeft)
  }

  private func levels(_ shaped: FontSource.ShapedParts) -> [UInt8] { shaped.text.runs.map(\.level) }

  /// Places the runs of a chunk from left to right.
  private mutating func place(_ shaped: FontSource.ShapedParts, of chunk: Range<Int>, at start: Point) {
    // Each segment is moved with those before it in the text.
    var moves: [Point] = []
    for segment in text.segments[chunk] {
      let last = moves.last ?? .zero
      moves.append(Point(x: last.x + segment.dx, y: last.y + segment.dy))
    }
    var x = start.x
    for run in VisualOrder.positions(of: levels(shaped)) {
      let byte = Int(shaped.text.runs[run].bytes.lowerBound)
      let advance = Self.advance(of: shaped.text, run..<run + 1)
      defer { x += advance }
      guard advance != 0, let part = shaped.ends.firstIndex(where: { $0 > byte }) else { continue }
      add(
        shaped.text, runs: run..<run + 1, text.segments[chunk.lowerBound + part],
        at: Point(x: x + moves[part].x, y: start.y + moves[part].y))
    }
  }
}
