import Layout
import TextShaping

/// Text with characters that are written from right to left (SVG 2 §11.4, UAX #9). Each chunk is a paragraph.
extension SVGTextLayout {
  mutating func placeBidirectional() {
    var pen = Point(x: 0, y: 0)
    var start = 0
    while start < text.segments.count {
      let rest = text.segments[(start + 1)...]
      let path = text.segments[start].path
      let end = rest.firstIndex { $0.beginsChunk || $0.path?.number != path?.number } ?? text.segments.count
      if let path {
        place(start..<end, along: path)
        // Text after the path begins at its end.
        if let end = path.end { pen = end }
      } else {
        place(start..<end, &pen)
      }
      start = end
    }
  }

  /// Places the characters of a chunk along a path from left to right (SVG 2 §11.8.3).
  private mutating func place(_ chunk: Range<Int>, along path: SVGTextPath) {
    guard let shaped = shape(chunk) else { return }
    let anchor = text.segments[chunk.lowerBound].style.text.anchor.rawValue
    let width = Self.advance(of: shaped.text, shaped.text.runs.indices)
    var x = path.start - (text.isRightToLeft ? 1 - anchor : anchor) * width
    for run in VisualOrder.positions(of: levels(shaped)) {
      let byte = Int(shaped.text.runs[run].bytes.lowerBound)
      guard let part = shaped.ends.firstIndex(where: { $0 > byte }) else { continue }
      let segment = text.segments[chunk.lowerBound + part]
      for glyphs in shaped.text.clusters(ofRun: run) {
        let advance = shaped.text.advance(run: run, glyphs: glyphs)
        defer { x += advance }
        guard let place = path.place(at: x + advance / 2) else { continue }
        addTurned(
          shaped.text, runs: run..<run + 1, glyphs: glyphs, segment.style, by: place.angle, around: place.point,
          from: Point(x: -advance / 2, y: segment.dy))
      }
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

extension ShapedText {
  /// The glyphs of each cluster of a run, in visual order.
  fileprivate func clusters(ofRun run: Int) -> [Range<UInt32>] {
    var found: [Range<UInt32>] = []
    glyphs.withReader { reader in
      for glyph in runs[run].glyphs {
        if let last = found.last, reader.cluster(Int(glyph)) == reader.cluster(Int(last.lowerBound)) {
          found[found.count - 1] = last.lowerBound..<glyph + 1
        } else {
          found.append(glyph..<glyph + 1)
        }
      }
    }
    return found
  }
}
