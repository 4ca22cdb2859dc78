// Section numbers are those of ISO 32000-1 unless another standard is named.

import PDF

extension Appearance {
  /// Draws a line with leader lines, endings and caption (12.5.6.7).
  mutating func draw(_ line: LineAnnotation, _ annotation: Annotation) {
    let (fills, strokes) = setUp(annotation, isLine: true)
    guard strokes else { return }
    let width = annotation.border.width
    let way = (line.end - line.start).unit
    // Positive leader lengths are drawn on the left of the line, as in other programs (Table 175 is ambiguous).
    let side = way.normal * (line.leaderLength < 0 ? -1 : 1)
    let lift = side * (line.leaderLength.magnitude + line.leaderOffset)
    let hasLeaders = line.leaderLength != 0
    let (start, end) = hasLeaders ? (line.start + lift, line.end + lift) : (line.start, line.end)
    if hasLeaders {
      let top = line.leaderOffset + line.leaderLength.magnitude + line.leaderExtension
      for point in [line.start, line.end] {
        content.polyline([point + side * line.leaderOffset, point + side * top])
        content.stroke()
      }
    }
    let from = start + way * line.endings.start.retreat(width: width)
    let to = end + way * -line.endings.end.retreat(width: width)
    let caption =
      line.hasCaption ? CaptionPlace(line, start, end, annotation.contents ?? "", glyphs) : nil
    if let caption, !line.isCaptionOnTop, caption.width + 4 < (end - start).length, line.captionOffset == Point(0, 0) {
      let middle = Point.middle(start, end)
      content.polyline([from, middle + way * (-caption.width / 2 - 2)])
      content.polyline([middle + way * (caption.width / 2 + 2), to])
    } else {
      content.polyline([from, to])
    }
    content.stroke()
    content.setDashes([])
    draw(line.endings.start, at: start, away: way * -1, width: width, fills: fills)
    draw(line.endings.end, at: end, away: way, width: width, fills: fills)
    if let caption { draw(caption, annotation, way: way) }
  }

  private mutating func draw(_ caption: CaptionPlace, _ annotation: Annotation, way: Point) {
    content.save()
    content.setFill(annotation.color ?? .black)
    content.concatenate(
      PDFMatrix(a: way.x, b: way.y, c: -way.y, d: way.x, e: caption.origin.x, f: caption.origin.y))
    show(caption.line, of: caption.text, size: CaptionPlace.size, at: Point(0, 0))
    content.restore()
  }
}

/// Position of a line's caption.
private struct CaptionPlace {
  static let size = 9.0
  var text: String
  var line: PlacedLine
  var width: Double
  /// Start of the baseline.
  var origin: Point

  /// Fails without a caption.
  init?(_ line: LineAnnotation, _ start: Point, _ end: Point, _ contents: String, _ glyphs: GlyphSource) {
    let text = String(contents.prefix { !$0.isNewline })
    guard !text.isEmpty else { return nil }
    self.text = text
    self.line = TextLineBreaker(face: TextFace(), glyphs: glyphs).line(text)
    width = self.line.width * Self.size
    let way = (end - start).unit
    let up = line.isCaptionOnTop ? 3.0 : -Self.size * 0.35
    origin =
      Point.middle(start, end) + way * (line.captionOffset.x - width / 2) + way.normal * (line.captionOffset.y + up)
  }
}
