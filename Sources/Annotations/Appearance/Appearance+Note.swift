// Section numbers are those of ISO 32000-1 unless another standard is named.

import PDF

extension Appearance {
  /// Draws the icon of a note (12.5.6.4), as large as fits, at the top left of `box`. Replies are shown in the thread
  /// of the annotation they answer, not on the page.
  mutating func draw(_ note: Note, _ annotation: Annotation, in box: PDFRectangle) {
    guard annotation.reply == nil else { return }
    let grid = IconGrid(box)
    let color = annotation.color ?? .rgb(1, 0.82, 0)
    content.setFill(color == .transparent ? .gray(1) : color)
    content.setStroke(.gray(0))
    content.setLineWidth(grid.unit)
    content.setRoundLines()
    drawIcon(note.icon.lowercased(), grid)
  }

  private mutating func drawIcon(_ name: String, _ grid: IconGrid) {
    if let outline = IconGrid.outlines[name] {
      content.polygon(outline.map { grid.point($0.0, $0.1) })
    } else {
      drawIconBody(name, grid)
    }
    content.paint(fills: true, strokes: true)
    switch name {
    case "comment":
      for y in [9.0, 12, 15] { content.polyline([grid.point(4, y), grid.point(16, y)]) }
      content.stroke()
    case "help": drawLetter("?", at: grid.point(10, 10), size: 14 * grid.unit)
    case "key":
      content.polyline([grid.point(9.5, 9.5), grid.point(18, 1)])
      content.polyline([grid.point(14, 5), grid.point(17, 8)])
      content.stroke()
    case "newparagraph": drawLetter("¶", at: grid.point(10, 4), size: 9 * grid.unit)
    case "paragraph": drawLetter("¶", at: grid.point(10, 10), size: 15 * grid.unit)
    case "insert", "check", "checkmark", "cross", "star", "circle", "rightarrow", "rightpointer": break
    default:
      // The folded corner and the lines of a sheet.
      content.polyline([grid.point(18, 6), grid.point(13, 6), grid.point(13, 1)])
      for (y, end) in [(15.0, 15.0), (12, 15), (9, 11)] { content.polyline([grid.point(5, y), grid.point(end, y)]) }
      content.stroke()
    }
  }

  /// The path of an icon whose outline is not a polygon; a sheet for "Note" and unknown icons.
  private mutating func drawIconBody(_ name: String, _ grid: IconGrid) {
    switch name {
    case "help": content.circle(grid.point(10, 10), radius: 9 * grid.unit)
    case "key": content.circle(grid.point(6, 13), radius: 5 * grid.unit)
    case "circle": content.circle(grid.point(10, 10), radius: 8 * grid.unit)
    case "paragraph":
      let (corner, opposite) = (grid.point(1, 1), grid.point(19, 19))
      content.roundedRectangle(
        PDFRectangle(x0: corner.x, y0: corner.y, x1: opposite.x, y1: opposite.y), radius: 3 * grid.unit)
    default: content.polygon(IconGrid.sheet.map { grid.point($0.0, $0.1) })
    }
  }

  /// Draws one character centered at a point.
  private mutating func drawLetter(_ letter: String, at center: Point, size: Double) {
    let line = TextLineBreaker(face: TextFace(isBold: true), glyphs: glyphs).line(letter)
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

/// The coordinate system of note icons: 20 by 20 units at the top left of a box.
private struct IconGrid {
  let unit: Double
  private let left, bottom: Double

  init(_ box: PDFRectangle) {
    let size = min(box.width, box.height)
    unit = size / 20
    (left, bottom) = (box.x0, box.y1 - size)
  }

  func point(_ x: Double, _ y: Double) -> Point { Point(left + x * unit, bottom + y * unit) }

  static let sheet: [(Double, Double)] = [(2, 1), (2, 19), (18, 19), (18, 6), (13, 1)]

  /// Polygonal icons by name.
  static let outlines: [String: [(Double, Double)]] = [
    "comment": [(1, 5), (1, 19), (19, 19), (19, 5), (9, 5), (5, 1), (5, 5)],
    "insert": [(1, 2), (10, 18), (19, 2)],
    "newparagraph": [(2, 8), (10, 19), (18, 8)],
    "check": check, "checkmark": check,
    "cross": [
      (2, 5), (5, 2), (10, 7), (15, 2), (18, 5), (13, 10), (18, 15), (15, 18), (10, 13), (5, 18), (2, 15), (7, 10),
    ],
    "star": [
      (10, 19), (12.2, 12.6), (19, 12.6), (13.6, 8.6), (15.6, 2), (10, 6), (4.4, 2), (6.4, 8.6), (1, 12.6),
      (7.8, 12.6),
    ],
    "rightarrow": arrow, "rightpointer": arrow,
  ]

  private static let check: [(Double, Double)] = [(2, 9), (5, 12), (8, 8), (16, 18), (19, 16), (8, 2)]
  private static let arrow: [(Double, Double)] = [
    (2, 7), (2, 13), (10, 13), (10, 18), (18, 10), (10, 2), (10, 7),
  ]
}
