extension ShapedText {
  /// Makes room before places in the text: what stands before each gets wider.
  ///
  /// - Parameter places: in rising order; px of each.
  package mutating func addSpace(before places: [(byte: Int, width: Double)]) {
    guard !places.isEmpty else { return }
    defer { pens = Self.pens(glyphs) }
    for place in places where place.byte > 0 && place.byte < bytes.count {
      let run = run(at: place.byte - 1)
      guard run < runs.count else { continue }
      // The last cluster before the place: the last glyph of it, or in right to left text the first.
      let glyphs = glyphRange(run: run, bytes: Int(runs[run].bytes.lowerBound)..<place.byte)
      guard !glyphs.isEmpty else { continue }
      let isRightToLeft = runs[run].level & 1 == 1
      let glyph = Int(isRightToLeft ? glyphs.lowerBound : glyphs.upperBound - 1)
      self.glyphs.widen(glyph, by: Float(place.width), before: isRightToLeft)
    }
  }
}
