import TextShaping

/// Slices of shaped text by byte range.
extension ShapedText {
  /// The advance of each cluster, px, at the index of its first byte.
  func advances() -> ContiguousArray<Float> {
    var result = ContiguousArray<Float>(repeating: 0, count: bytes.count + 1)
    glyphs.withReader { glyphs in
      result.withUnsafeMutableBufferPointer { result in
        for index in 0..<glyphs.count {
          let glyph = glyphs[index]
          result[Int(glyph.cluster)] += glyph.advance
        }
      }
    }
    return result
  }

  /// The width of the text between two bytes, px.
  func width(of range: Range<UInt32>) -> Double {
    var sum = 0.0
    var index = run(at: Int(range.lowerBound))
    while index < runs.count, runs[index].bytes.lowerBound < range.upperBound {
      sum += advance(run: index, glyphs: glyphs(ofRun: index, in: range))
      index += 1
    }
    return sum
  }

  /// The glyphs of a run whose clusters start in a byte range.
  func glyphs(ofRun index: Int, in range: Range<UInt32>) -> Range<UInt32> {
    glyphRange(run: index, bytes: Int(range.lowerBound)..<Int(range.upperBound))
  }
}
