import CPango

extension Typeface {
  /// Reads the metrics from `hhea`, `OS/2` and `post`. Missing values are measured from glyphs, or else have the
  /// fallback values of css-values-4 §6.1.1.
  func measure() -> FontMetrics {
    var extents = hb_font_extents_t()
    hb_font_get_h_extents(font, &extents)
    var ascent = Double(extents.ascender) * unit
    var descent = -Double(extents.descender) * unit
    if ascent == 0 && descent == 0 {
      ascent = 0.8
      descent = 0.2
    }
    if let override = adjustments.ascent { ascent = override * adjustments.size }
    if let override = adjustments.descent { descent = override * adjustments.size }
    let lineGap = adjustments.lineGap.map { $0 * adjustments.size } ?? max(0, Double(extents.line_gap) * unit)
    let space = advance(0x20) ?? 0.25
    let underlineThickness = metric(HB_OT_METRICS_TAG_UNDERLINE_SIZE) ?? 0.05
    let strikeoutThickness = metric(HB_OT_METRICS_TAG_STRIKEOUT_SIZE) ?? underlineThickness
    let xHeight = metric(HB_OT_METRICS_TAG_X_HEIGHT) ?? height(of: 0x78) ?? 0.5
    // Both tables have the top edge of the line; the result is its middle.
    let underlineTop = metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET).map { -$0 } ?? 0.1
    let strikeoutTop = metric(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET) ?? (xHeight + strikeoutThickness) / 2
    return FontMetrics(
      ascent: ascent, descent: descent, lineGap: lineGap, xHeight: xHeight,
      capHeight: metric(HB_OT_METRICS_TAG_CAP_HEIGHT) ?? height(of: 0x48) ?? ascent,
      zeroAdvance: advance(0x30) ?? 0.5, spaceAdvance: space,
      underlinePosition: underlineTop + underlineThickness / 2, underlineThickness: underlineThickness,
      strikeoutPosition: strikeoutTop - strikeoutThickness / 2, strikeoutThickness: strikeoutThickness)
  }

  /// A metric of the font's tables, in ems; `nil` if it is missing or zero.
  private func metric(_ metric: hb_ot_metrics_tag_t) -> Double? {
    var position: hb_position_t = 0
    guard hb_ot_metrics_get_position(font, metric, &position) != 0, position != 0 else { return nil }
    return Double(position) * unit
  }

  private func height(of scalar: UInt32) -> Double? {
    var extents = hb_glyph_extents_t()
    guard let glyph = glyph(scalar), hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.y_bearing > 0
    else { return nil }
    return Double(extents.y_bearing) * unit
  }
}
