import PDF

extension Appearance {
  /// Draws the icon of a note (12.5.6.4), as large as fits, at the top left of `box`. Replies are shown in the thread
  /// of the annotation they answer, not on the page.
  mutating func draw(_ note: Note, _ annotation: Annotation, in box: PDFRectangle) {
    guard annotation.reply == nil else { return }
    let size = min(box.width, box.height)
    let unit = size / 20
    // Icons have a coordinate system of 20 by 20 units.
    func at(_ x: Double, _ y: Double) -> Point { Point(box.x0 + x * unit, box.y1 - size + y * unit) }
    func area(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> PDFRectangle {
      PDFRectangle(x0: at(x0, y0).x, y0: at(x0, y0).y, x1: at(x1, y1).x, y1: at(x1, y1).y)
    }
    let color = annotation.color ?? .rgb(1, 0.82, 0)
    content.setFill(color == .transparent ? .gray(1) : color)
    content.setStroke(.gray(0))
    content.setLineWidth(unit)
    content.setRoundLines()
    switch note.icon.lowercased() {
    case "comment":
      content.polygon([at(1, 5), at(1, 19), at(19, 19), at(19, 5), at(9, 5), at(5, 1), at(5, 5)])
      content.paint(fills: true, strokes: true)
      for y in [9.0, 12, 15] { content.polyline([at(4, y), at(16, y)]) }
      content.stroke()
    case "help":
      content.circle(at(10, 10), radius: 9 * unit)
      content.paint(fills: true, strokes: true)
      drawLetter("?", at: at(10, 10), size: 14 * unit)
    case "key":
      content.circle(at(6, 13), radius: 5 * unit)
      content.paint(fills: true, strokes: true)
      content.polyline([at(9.5, 9.5), at(18, 1)])
      content.polyline([at(14, 5), at(17, 8)])
      content.stroke()
    case "insert":
      content.polygon([at(1, 2), at(10, 18), at(19, 2)])
      content.paint(fills: true, strokes: true)
    case "newparagraph":
      content.polygon([at(2, 8), at(10, 19), at(18, 8)])
      content.paint(fills: true, strokes: true)
      drawLetter("¶", at: at(10, 4), size: 9 * unit)
    case "paragraph":
      content.roundedRectangle(area(1, 1, 19, 19), radius: 3 * unit)
      content.paint(fills: true, strokes: true)
      drawLetter("¶", at: at(10, 10), size: 15 * unit)
    case "check", "checkmark":
      content.polygon([at(2, 9), at(5, 12), at(8, 8), at(16, 18), at(19, 16), at(8, 2)])
      content.paint(fills: true, strokes: true)
    case "cross":
      content.polygon([
        at(2, 5), at(5, 2), at(10, 7), at(15, 2), at(18, 5), at(13, 10), at(18, 15), at(15, 18), at(10, 13), at(5, 18),
        at(2, 15), at(7, 10),
      ])
      content.paint(fills: true, strokes: true)
    case "star":
      content.polygon([
        at(10, 19), at(12.2, 12.6), at(19, 12.6), at(13.6, 8.6), at(15.6, 2), at(10, 6), at(4.4, 2), at(6.4, 8.6),
        at(1, 12.6), at(7.8, 12.6),
      ])
      content.paint(fills: true, strokes: true)
    case "circle":
      content.circle(at(10, 10), radius: 8 * unit)
      content.paint(fills: true, strokes: true)
    case "rightarrow", "rightpointer":
      content.polygon([at(2, 7), at(2, 13), at(10, 13), at(10, 18), at(18, 10), at(10, 2), at(10, 7)])
      content.paint(fills: true, strokes: true)
    default:
      // "Note" and unknown icons: a sheet with a folded corner.
      content.polygon([at(2, 1), at(2, 19), at(18, 19), at(18, 6), at(13, 1)])
      content.paint(fills: true, strokes: true)
      content.polyline([at(18, 6), at(13, 6), at(13, 1)])
      for (y, end) in [(15.0, 15.0), (12, 15), (9, 11)] { content.polyline([at(5, y), at(end, y)]) }
      content.stroke()
    }
  }

  /// Draws one character centered at a point.
  private mutating func drawLetter(_ letter: String, at center: Point, size: Double) {
    let line = TextSetting(face: TextFace(isBold: true), glyphs: glyphs).line(letter)
    content.save()
    content.setFill(.gray(0))
    show(
      line, of: letter, size: size,
      at: Point(center.x - line.width * size / 2, center.y - size * TextFace.capitals / 2))
    content.restore()
  }

  /// Draws a caret (12.5.6.11), which marks an insertion point.
  mutating func draw(_ caret: Caret, _ annotation: Annotation, in box: PDFRectangle) {
    content.setFill(annotation.color ?? .rgb(0, 0, 1))
    let mark = caret.isParagraph ? PDFRectangle(x0: box.x0, y0: box.y0, x1: box.center.x, y1: box.y1) : box
    let (left, right, top) = (Point(mark.x0, mark.y0), Point(mark.x1, mark.y0), Point(mark.center.x, mark.y1))
    let foot = Point(mark.center.x, mark.y0)
    content.move(left)
    content.curve(foot, foot, top)
    content.curve(foot, foot, right)
    content.close()
    content.fill()
    guard caret.isParagraph else { return }
    drawLetter("¶", at: Point(box.x0 + box.width * 0.75, box.center.y), size: min(box.height, box.width))
  }

  /// Draws the border of a link (12.5.6.5), if it has one.
  mutating func draw(_ link: Link, _ annotation: Annotation, in box: PDFRectangle) {
    let (_, strokes) = setUp(annotation)
    guard strokes else { return }
    let inner = box.expanded(by: -annotation.border.width / 2)
    if annotation.border.style == .underline {
      content.polyline([Point(inner.x0, inner.y0), Point(inner.x1, inner.y0)])
    } else {
      content.rectangle(inner)
    }
    content.stroke()
  }
}
