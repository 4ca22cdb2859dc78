import Style

/// Printer's marks around a page (css-page-3 §7.3): crop marks and registration marks.
struct PrinterMarks {
  private let sheet: Size
  private let trim: Rect
  private let bleed: Double
  private let style: StyleID
  /// px: a quarter of a point, and the size of a cross.
  private static let line = 1.0 / 3
  private static let cross = 14.0

  /// Adds the marks that a page's style specifies, above all other content.
  static func add(to record: inout PageRecord) {
    let style = record.style
    guard style.hasCropMarks || style.hasCrossMarks, let trim = record.page.trim else { return }
    let marks = PrinterMarks(
      sheet: record.page.size, trim: trim, bleed: style.bleed, style: record.page.fragments[0].style)
    for frame in (style.hasCropMarks ? marks.crops : []) + (style.hasCrossMarks ? marks.crosses : []) {
      let end = UInt32(record.page.fragments.count + 1)
      record.page.fragments.append(
        Fragment(
          frame: frame, style: marks.style, node: .none, subtreeEnd: end, content: .rule(style: .solid, color: .black)))
      record.page.fragments[0].subtreeEnd = end
    }
  }

  /// Two lines at each corner, from the sheet's edge to the bleed.
  private var crops: [Rect] {
    let length = trim.x - bleed
    let half = Self.line / 2
    var lines: [Rect] = []
    for y in [trim.y - half, trim.maxY - half] {
      lines.append(Rect(x: 0, y: y, width: length, height: Self.line))
      lines.append(Rect(x: sheet.width - length, y: y, width: length, height: Self.line))
    }
    for x in [trim.x - half, trim.maxX - half] {
      lines.append(Rect(x: x, y: 0, width: Self.line, height: length))
      lines.append(Rect(x: x, y: sheet.height - length, width: Self.line, height: length))
    }
    return lines
  }

  /// A cross in the middle of each side.
  private var crosses: [Rect] {
    let near = (trim.x - bleed) / 2
    let centers = [
      Point(x: sheet.width / 2, y: near), Point(x: sheet.width / 2, y: sheet.height - near),
      Point(x: near, y: sheet.height / 2), Point(x: sheet.width - near, y: sheet.height / 2),
    ]
    let half = Self.cross / 2
    return centers.flatMap { center in
      [
        Rect(x: center.x - half, y: center.y - Self.line / 2, width: Self.cross, height: Self.line),
        Rect(x: center.x - Self.line / 2, y: center.y - half, width: Self.line, height: Self.cross),
      ]
    }
  }
}
