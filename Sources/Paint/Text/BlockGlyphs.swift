import Layout
import PDF
import TextShaping

/// Glyphs that fill the whole advance with a rectangle, such as those of block elements (U+2588), by face.
///
/// Readers smooth the edges of glyphs, which leaves light lines between such glyphs of a bar. They are therefore
/// filled as rectangles, which adjoin.
final class BlockGlyphs {
  private struct Key: Hashable {
    var face: FaceID
    var glyph: UInt32
  }
  private enum Kind {
    /// A rectangle, from the origin of the glyph, px.
    case block(Rect)
    case blank
    case other
  }

  private var known: [Key: Kind] = [:]
  /// The least height of a block, in 1/1000 em: flatter glyphs, such as dashes, remain text.
  private static let leastHeight = 100.0
  /// The difference between the edges of a block and the advance that is permitted, in 1/1000 em.
  private static let tolerance = 12.0

  /// The rectangles of a batch, joined along lines, in the order of the glyphs; nil if a glyph is another than a block
  /// or a blank, or all are blank.
  func rects(of batch: borrowing GlyphBatch, _ face: FaceID, _ fonts: FaceCache) -> [Rect]? {
    var rects: [Rect] = []
    for glyph in batch.glyphs {
      guard let index = UInt32(exactly: glyph.index) else { return nil }
      switch kind(Key(face: face, glyph: index), fonts) {
      case .other: return nil
      case .blank: continue
      case .block(var rect):
        rect.x += glyph.x
        rect.y += glyph.y
        if let last = rects.last, last.y == rect.y, last.height == rect.height, rect.x >= last.x,
          rect.x < last.maxX + 0.01
        {
          rects[rects.count - 1].width = max(last.width, rect.maxX - last.x)
        } else {
          rects.append(rect)
        }
      }
    }
    return rects.isEmpty ? nil : rects
  }

  private func kind(_ key: Key, _ fonts: FaceCache) -> Kind {
    if let kind = known[key] { return kind }
    let kind = Self.findKind(key, fonts)
    known[key] = kind
    return kind
  }

  private static func findKind(_ key: Key, _ fonts: FaceCache) -> Kind {
    guard let face = fonts.drawable(key.face), face.synthesis.isEmpty, !face.isUpright, !face.font.hasPictures,
      face.size > 0
    else { return .other }
    // Most glyphs are narrower than their advance. Their outlines need not be read, which takes much longer.
    if let ink = face.font.inkRange(of: key.glyph),
      abs(ink.lowerBound) > tolerance + 1 || abs(ink.upperBound - face.font.advance(of: key.glyph)) > tolerance + 1
    {
      return .other
    }
    let steps = fonts.outline(of: key.glyph, in: key.face)
    if steps.isEmpty { return .blank }
    guard let box = rectangle(steps), box.height >= leastHeight,
      abs(box.x) <= tolerance,
      abs(box.maxX - face.font.advance(of: key.glyph)) <= tolerance
    else { return .other }
    let scale = face.size / 1000
    return .block(
      Rect(x: box.x * scale, y: -box.maxY * scale, width: box.width * scale, height: box.height * scale))
  }

  /// The rectangle that an outline is, with y upwards; nil for any other shape.
  private static func rectangle(_ steps: [GlyphOutlineStep]) -> Rect? {
    guard steps.count <= 6 else { return nil }
    var points: [Point] = []
    for (index, step) in steps.enumerated() {
      switch step {
      case .move(let x, let y):
        // Cairo begins another subpath after it has closed one.
        if index == 0 { points.append(Point(x: x.rounded(), y: y.rounded())) } else if index < 4 { return nil }
      case .line(let x, let y): points.append(Point(x: x.rounded(), y: y.rounded()))
      case .curve: return nil
      }
    }
    if points.count == 5, points.first == points.last { points.removeLast() }
    guard points.count == 4, let left = points.map(\.x).min(), let right = points.map(\.x).max(),
      let bottom = points.map(\.y).min(), let top = points.map(\.y).max(), left < right, bottom < top
    else { return nil }
    // Each side is vertical or horizontal, in turn.
    for index in 0..<4 {
      let (from, to) = (points[index], points[(index + 1) % 4])
      guard (from.x == to.x) != (from.y == to.y) else { return nil }
    }
    return Rect(x: left, y: bottom, width: right - left, height: top - bottom)
  }
}
