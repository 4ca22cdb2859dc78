extension ShapedText {
  /// The width of a range of glyphs of one run, in px. Constant time.
  ///
  /// - Parameter glyphs: indices in `glyphs`, within the run's range.
  package func advance(run: Int, glyphs range: Range<UInt32>) -> Double {
    glyphs.advance(Int(range.lowerBound)..<Int(range.upperBound))
  }

  /// The glyphs of the clusters of a run that start in `bytes`, as indices in `glyphs`; contiguous in both directions.
  /// Logarithmic time.
  package func glyphRange(run index: Int, bytes: Range<Int>) -> Range<UInt32> {
    let run = runs[index]
    if bytes.lowerBound <= Int(run.bytes.lowerBound) && bytes.upperBound >= Int(run.bytes.upperBound) {
      return run.glyphs
    }
    let isRightToLeft = run.level & 1 == 1
    let lower = partition(run, isRightToLeft ? bytes.upperBound : bytes.lowerBound, isRightToLeft)
    let upper = partition(run, isRightToLeft ? bytes.lowerBound : bytes.upperBound, isRightToLeft)
    return lower..<max(lower, upper)
  }

  /// The index of the run that contains a byte; `runs.count` past the end. Logarithmic time.
  package func run(at byte: Int) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if Int(runs[middle].bytes.upperBound) <= byte { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first glyph of a run, in visual order, whose cluster is at or past `byte` (left to right), or before it.
  private func partition(_ run: GlyphRun, _ byte: Int, _ isRightToLeft: Bool) -> UInt32 {
    var low = run.glyphs.lowerBound
    var high = run.glyphs.upperBound
    // If each byte has one glyph, as in most Latin text, the index is known.
    let guess = Int(low) + byte - Int(run.bytes.lowerBound)
    if !isRightToLeft, run.glyphs.count == run.bytes.count, guess >= Int(low), guess < Int(high),
      Int(glyphs[guess].cluster) == byte, guess == Int(low) || Int(glyphs[guess - 1].cluster) < byte
    {
      return UInt32(guess)
    }
    while low < high {
      let middle = low + (high - low) / 2
      let isBefore = (Int(glyphs[Int(middle)].cluster) < byte) != isRightToLeft
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
