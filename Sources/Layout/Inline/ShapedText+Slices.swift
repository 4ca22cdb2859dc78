import TextShaping

/// Slices of shaped text by bytes.
extension ShapedText {
  /// px by byte: each cluster's advance at its first byte.
  func advances() -> ContiguousArray<Float> {
    var result = ContiguousArray<Float>(repeating: 0, count: bytes.count + 1)
    for glyph in glyphs { result[Int(glyph.cluster)] += glyph.advance }
    return result
  }

  /// The first run that reaches beyond a byte.
  func firstRun(after byte: UInt32) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].bytes.upperBound <= byte { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The glyphs of a run whose clusters start in a range of bytes.
  func glyphs(ofRun run: Int, in range: Range<UInt32>) -> Range<UInt32> {
    let all = runs[run].glyphs
    if range.lowerBound <= runs[run].bytes.lowerBound, range.upperBound >= runs[run].bytes.upperBound { return all }
    if runs[run].level & 1 == 0 {
      let start = firstGlyph(in: all) { $0.cluster >= range.lowerBound }
      return start..<firstGlyph(in: start..<all.upperBound) { $0.cluster >= range.upperBound }
    }
    let start = firstGlyph(in: all) { $0.cluster < range.upperBound }
    return start..<firstGlyph(in: start..<all.upperBound) { $0.cluster < range.lowerBound }
  }

  /// The first glyph for which a condition holds that, once it holds, holds for all after.
  private func firstGlyph(in range: Range<UInt32>, where holds: (Glyph) -> Bool) -> UInt32 {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if holds(glyphs[Int(middle)]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  func advance(of range: Range<UInt32>) -> Double {
    var sum = 0.0
    for index in range { sum += Double(glyphs[Int(index)].advance) }
    return sum
  }

  /// px of the text between two bytes.
  func width(of range: Range<UInt32>) -> Double {
    var sum = 0.0
    var run = firstRun(after: range.lowerBound)
    while run < runs.count, runs[run].bytes.lowerBound < range.upperBound {
      sum += advance(of: glyphs(ofRun: run, in: range))
      run += 1
    }
    return sum
  }
}
