/// The measures of a font that its descriptor states (ISO 32000-1, 9.8), in 1/1000 em.
package struct FontMeasures: Sendable {
  /// Distances from the baseline, upwards.
  package var ascent = 800.0, descent = -200.0, capHeight = 700.0
  /// The box around all glyphs.
  package var box = PDFRectangle(x0: 0, y0: -200, x1: 1000, y1: 800)
  /// Degrees, anticlockwise from upright.
  package var italicAngle = 0.0

  package init() {}

  /// Reads the measures from the tables `head`, `hhea`, `OS/2` and `post`; nil if there is no `head`.
  package init?(_ tables: FontTables) {
    let head = tables.bytes("head")
    guard let units = head.uint16(18), units > 0, let left = head.int16(36), let bottom = head.int16(38),
      let right = head.int16(40), let top = head.int16(42)
    else { return nil }
    func scaled(_ value: Int) -> Double { Double(value) * 1000 / Double(units) }
    box = PDFRectangle(x0: scaled(left), y0: scaled(bottom), x1: scaled(right), y1: scaled(top))
    let horizontal = tables.bytes("hhea")
    if let value = horizontal.int16(4) { ascent = scaled(value) }
    if let value = horizontal.int16(6) { descent = scaled(value) }
    capHeight = ascent
    let metrics = tables.bytes("OS/2")
    if let version = metrics.uint16(0), version >= 2, let value = metrics.int16(88), value > 0 {
      capHeight = scaled(value)
    }
    if let angle = tables.bytes("post").uint32(4) {
      italicAngle = Double(Int32(truncatingIfNeeded: angle)) / 65_536
    }
  }
}
