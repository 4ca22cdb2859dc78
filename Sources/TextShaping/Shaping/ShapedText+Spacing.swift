extension ShapedText {
  /// Adds space at offsets of the text, as part of the preceding cluster.
  ///
  /// - Parameter places: in ascending order; widths in px.
  package mutating func addSpace(before places: [(byte: Int, width: Double)]) {
    guard !places.isEmpty else { return }
    var widened = GlyphListBuilder(glyphs)
    for place in places where place.byte > 0 && place.byte < bytes.count {
      let run = run(at: place.byte - 1)
      guard run < runs.count else { continue }
      // The preceding cluster: its last glyph, or in right-to-left text its first.
      let glyphs = glyphRange(run: run, bytes: Int(runs[run].bytes.lowerBound)..<place.byte)
      guard !glyphs.isEmpty else { continue }
      let isRightToLeft = runs[run].level & 1 == 1
      let glyph = Int(isRightToLeft ? glyphs.lowerBound : glyphs.upperBound - 1)
      widened.widen(glyph, by: Float(place.width), before: isRightToLeft)
    }
    self.glyphs = GlyphList(widened)
  }
}
