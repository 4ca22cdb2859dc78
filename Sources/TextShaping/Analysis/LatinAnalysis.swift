/// Fast analysis of left-to-right text in the Latin script with common punctuation, in one pass over its bytes.
enum LatinAnalysis {
  /// One boundary for each byte and one for the end; `nil` if the text has characters of class `other`.
  static func boundaries(_ text: ContiguousArray<UInt8>) -> ContiguousArray<Boundary>? {
    var isLatin = true
    let boundaries = ContiguousArray<Boundary>(unsafeUninitializedCapacity: text.count + 1) { output, count in
      output.initialize(repeating: [])
      isLatin = text.withUnsafeBufferPointer { scan($0, into: output, isOverlay: false) }
      count = text.count + 1
    }
    return isLatin ? boundaries : nil
  }

  /// Overwrites the boundaries between two characters that this analysis supports, so that the general analysis has the
  /// same results for them.
  static func overlay(_ text: UnsafeBufferPointer<UInt8>, onto boundaries: inout ContiguousArray<Boundary>) {
    boundaries.withUnsafeMutableBufferPointer { _ = scan(text, into: $0, isOverlay: true) }
  }

  private static func scan(
    _ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<Boundary>, isOverlay: Bool
  ) -> Bool {
    BreakClass.table.withUnsafeBufferPointer { classes in
      BreakRules.latin.adjacent.withUnsafeBufferPointer { adjacent in
        BreakRules.latin.spaced.withUnsafeBufferPointer { spaced in
          WordRules.table.withUnsafeBufferPointer { words in
            var scanner = Scanner(classes: classes, adjacent: adjacent, spaced: spaced, words: words)
            return isOverlay ? scanner.overlay(text, onto: output) : scanner.run(text, into: output)
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
    /// Whether spaces follow it.
    var isSpaced = false
    var isInWord = false

    mutating func run(
      _ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<Boundary>
    ) -> Bool {
      var index = 0
      while index < text.count {
        let byte = text[index]
        let (entry, length) = byte < 0x80 ? (Int(byte), 1) : lookUp(text, index)
        let breakClass = entry < 0 ? BreakClass.contingent.rawValue : classes[entry]
        if breakClass == BreakClass.other.rawValue { return false }
        output[index] = step(class: breakClass, word: entry < 0 ? 0 : words[entry])
        if ASCIIBreaks.apply(to: text, at: index) { setASCIIBreak(at: index, of: text, in: output) }
        index += length
        // Most characters are letters after letters, which begin nothing but a grapheme cluster.
        guard isInWord, before == BreakClass.alphabetic.rawValue else { continue }
        while index < text.count, Self.isLetter(text[index]) {
          output[index] = .grapheme
          index += 1
        }
      }
      output[index] = end
      return true
    }

    private func setASCIIBreak(
      at index: Int, of text: UnsafeBufferPointer<UInt8>, in output: UnsafeMutableBufferPointer<Boundary>
    ) {
      if ASCIIBreaks.allows(text, at: index) { output[index].insert(.line) } else { output[index].remove(.line) }
    }

    /// Whether a byte is an ASCII letter, which has the class `alphabetic`.
    @inline(__always)
    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

    mutating func overlay(
      _ text: UnsafeBufferPointer<UInt8>, onto output: UnsafeMutableBufferPointer<Boundary>
    ) -> Bool {
      let ours: Boundary = [.line, .mandatory, .word]
      var index = 0
      while index < text.count {
        let (entry, length) = text[index] < 0x80 ? (Int(text[index]), 1) : lookUp(text, index)
        let breakClass = entry < 0 ? BreakClass.contingent.rawValue : classes[entry]
        let isKnown = before != BreakClass.other.rawValue
        if breakClass == BreakClass.other.rawValue {
          before = breakClass
          isSpaced = false
          isInWord = false
        } else {
          let boundary = step(class: breakClass, word: entry < 0 ? 0 : words[entry])
          if isKnown {
            output[index] = output[index].subtracting(ours).union(boundary.intersection(ours))
            if ASCIIBreaks.apply(to: text, at: index) { setASCIIBreak(at: index, of: text, in: output) }
          } else if breakClass == BreakClass.space.rawValue && !output[index].contains(.mandatory) {
            output[index].remove(.line)
          }
        }
        index += length
      }
      if before != BreakClass.other.rawValue { output[index] = end }
      return true
    }

    /// The boundary at the end of the text (LB3); mandatory only after a hard break.
    private var end: Boundary {
      let pair = Int(before) << 5 | Int(BreakClass.alphabetic.rawValue)
      let isHard = !isSpaced && adjacent[pair] & Boundary.mandatory.rawValue != 0
      return isHard ? [.line, .mandatory, .grapheme] : [.line, .grapheme]
    }

    @inline(__always)
    private mutating func step(class breakClass: UInt8, word: UInt8) -> Boundary {
      let pair = Int(before) << 5 | Int(breakClass)
      var bits = (isSpaced ? spaced[pair] : adjacent[pair]) | Boundary.grapheme.rawValue
      if word == WordRules.space { bits |= Boundary.space.rawValue }
      if breakClass == BreakClass.space.rawValue {
        if before >= BreakClass.start.rawValue && before <= BreakClass.lineFeed.rawValue {
          before = BreakClass.space.rawValue
        }
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

    /// The table entry of a character of more than one byte, and its length in bytes. The entry is -1 for an object
    /// replacement character; characters that are not in the table have the entry of a control character, of class
    /// `other`.
    @inline(__always)
    private func lookUp(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> (entry: Int, length: Int) {
      let (scalar, length) = decode(text, index)
      if scalar < BreakClass.lowEnd { return (Int(scalar), length) }
      if scalar == 0xFFFC { return (-1, length) }
      guard scalar >= BreakClass.highStart && scalar < BreakClass.highEnd else { return (0, length) }
      return (Int(scalar) - BreakClass.highStart + BreakClass.lowEnd, length)
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
