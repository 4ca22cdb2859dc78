/// The short way for text that is all Latin script and common punctuation, left to right: one pass over its bytes.
///
/// The answers are those of `GeneralAnalysis`.
enum LatinAnalysis {
  /// One boundary per byte and one for the end; `nil` where the text has a character that is not for the short way.
  static func boundaries(_ text: ContiguousArray<UInt8>) -> ContiguousArray<Boundary>? {
    var isLatin = true
    let boundaries = ContiguousArray<Boundary>(unsafeUninitializedCapacity: text.count + 1) { output, count in
      text.withUnsafeBufferPointer { text in
        isLatin = scan(text, into: output)
      }
      count = isLatin ? text.count + 1 : 0
    }
    return isLatin ? boundaries : nil
  }

  private static func scan(
    _ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<Boundary>
  ) -> Bool {
    BreakClass.table.withUnsafeBufferPointer { classes in
      BreakRules.latin.adjacent.withUnsafeBufferPointer { adjacent in
        BreakRules.latin.spaced.withUnsafeBufferPointer { spaced in
          WordRules.table.withUnsafeBufferPointer { words in
            var scanner = Scanner(classes: classes, adjacent: adjacent, spaced: spaced, words: words)
            return scanner.run(text, into: output)
          }
        }
      }
    }
  }

  private struct Scanner {
    let classes: UnsafeBufferPointer<UInt8>
    let adjacent: UnsafeBufferPointer<UInt8>
    let spaced: UnsafeBufferPointer<UInt8>
    let words: UnsafeBufferPointer<UInt8>

    /// The class of the last character that is not a space.
    var before = BreakClass.start.rawValue
    /// Whether spaces came after it.
    var isSpaced = false
    var isInWord = false

    mutating func run(
      _ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<Boundary>
    ) -> Bool {
      var index = 0
      while index < text.count {
        let byte = text[index]
        if byte < 0x80 {
          guard let boundary = step(Int(byte)) else { return false }
          output[index] = boundary
          index += 1
          continue
        }
        let (scalar, length) = decode(text, index)
        if scalar == 0xFFFC {
          output[index] = step(class: BreakClass.contingent.rawValue, word: 0)
        } else {
          let entry =
            scalar < BreakClass.lowEnd
            ? Int(scalar)
            : Int(scalar) - BreakClass.highStart + BreakClass.lowEnd
          guard scalar < BreakClass.lowEnd || scalar >= BreakClass.highStart && scalar < BreakClass.highEnd,
            let boundary = step(entry)
          else { return false }
          output[index] = boundary
        }
        for trailing in index + 1..<index + length { output[trailing] = [] }
        index += length
      }
      // LB3: a line ends at the end of the text, by force only after a hard break.
      let isHard = adjacent[Int(before) << 5 | Int(BreakClass.alphabetic.rawValue)] & Boundary.mandatory.rawValue != 0
      output[index] = isHard && !isSpaced ? [.line, .mandatory, .grapheme] : [.line, .grapheme]
      return true
    }

    @inline(__always)
    private mutating func step(_ entry: Int) -> Boundary? {
      let breakClass = classes[entry]
      if breakClass == BreakClass.other.rawValue { return nil }
      return step(class: breakClass, word: words[entry])
    }

    @inline(__always)
    private mutating func step(class breakClass: UInt8, word: UInt8) -> Boundary {
      let pair = Int(before) << 5 | Int(breakClass)
      var bits = (isSpaced ? spaced[pair] : adjacent[pair]) | Boundary.grapheme.rawValue
      if breakClass == BreakClass.space.rawValue {
        bits |= Boundary.space.rawValue
        if before <= BreakClass.lineFeed.rawValue { before = BreakClass.space.rawValue }
        isSpaced = true
        isInWord = false
        return Boundary(rawValue: bits)
      }
      if breakClass == BreakClass.lineFeed.rawValue && before == BreakClass.carriageReturn.rawValue && !isSpaced {
        bits &= ~Boundary.grapheme.rawValue  // GB3
      }
      switch word {
      case WordRules.letter:
        if !isInWord { bits |= Boundary.word.rawValue }
        isInWord = true
      case WordRules.joiner: break
      default: isInWord = false
      }
      before = breakClass
      isSpaced = false
      return Boundary(rawValue: bits)
    }

    /// Decodes a scalar of more than one byte from valid UTF-8.
    @inline(__always)
    private func decode(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> (scalar: UInt32, length: Int) {
      let lead = UInt32(text[index])
      if lead < 0xE0 { return ((lead & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F), 2) }
      let middle = UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
      if lead < 0xF0 { return ((lead & 0x0F) << 12 | middle, 3) }
      return (0x10000, 4)
    }
  }
}
