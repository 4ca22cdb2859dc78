/// The hyphens of a word while its dictionary is applied.
struct WordHyphens {
  /// The largest number of a pattern after each letter. Odd ones allow a hyphen.
  private(set) var numbers: [UInt8]
  /// The change of spelling at a hyphen after each letter.
  private(set) var changes: [Change?]

  /// Text that replaces letters at a hyphen.
  struct Change {
    /// The replacement, with `=` for the hyphen.
    var text: [Unicode.Scalar]
    /// How many letters before the hyphen are replaced, and how many in all.
    var before: Int
    var count: Int

    /// The text before the hyphen, and that after it.
    var parts: (before: ArraySlice<Unicode.Scalar>, after: ArraySlice<Unicode.Scalar>)? {
      guard let hyphen = text.firstIndex(of: "=") else { return nil }
      return (text[..<hyphen], text[(hyphen + 1)...])
    }
  }

  init(count: Int) {
    numbers = [UInt8](repeating: 0, count: count)
    changes = [Change?](repeating: nil, count: count)
  }

  /// Divides a word by the patterns of a level. If there is a further level, the parts are divided again, and words
  /// that are no compounds by the next level (README.compound).
  mutating func divide(_ word: [UInt32], _ dictionary: HyphenationDictionary, level: Int) {
    divide(word, dictionary, level: level, isPart: (start: false, end: false))
  }

  /// - Parameter isPart: whether another part precedes or follows the word.
  private mutating func divide(
    _ word: [UInt32], _ dictionary: HyphenationDictionary, level: Int, isPart: (start: Bool, end: Bool)
  ) {
    guard dictionary.levels.indices.contains(level), !word.isEmpty else { return }
    apply(dictionary.levels[level], to: word)
    guard level + 1 < dictionary.levels.count else { return }
    var begin = 0
    for index in word.indices where numbers[index] & 1 == 1 || (begin > 0 && index + 1 == word.count) {
      if index > begin {
        // The part is divided in its spelling at the hyphen, such as `schiff` of `Schiffahrt`.
        var part = Array(word[begin...index])
        if let change = changes[index], let parts = change.parts {
          part = Array(part.prefix(max(0, part.count - change.before))) + parts.before.map(\.value)
        }
        var inner = WordHyphens(count: part.count)
        // A part that its spelling makes as long as the word could contain itself.
        if part.count < word.count {
          inner.divide(
            part, dictionary, level: level,
            isPart: (begin > 0 || isPart.start, numbers[index] & 1 == 1 || isPart.end))
        }
        for offset in 0..<min(index - begin, part.count) {
          numbers[begin + offset] = inner.numbers[offset]
          if let change = inner.changes[offset] { changes[begin + offset] = change }
        }
      }
      begin = index + 1
    }
    guard begin == 0 else { return }
    divide(word, dictionary, level: level + 1, isPart: isPart)
    if isPart.start { keep((dictionary.partLimits.before, 0), in: word) }
    if isPart.end { keep((0, dictionary.partLimits.after), in: word) }
  }

  /// Removes the hyphens that have fewer letters before or after them.
  mutating func keep(_ limits: (before: Int, after: Int), in word: [UInt32]) {
    for index in word.indices.prefix(max(0, limits.before - 1)) {
      guard let change = changes[index] else {
        numbers[index] = 0
        continue
      }
      if let parts = change.parts, index - change.before + 1 + parts.before.count < limits.before { remove(index) }
    }
    for index in word.indices.suffix(limits.after) where index > 0 {
      guard let change = changes[index] else {
        numbers[index] = 0
        continue
      }
      let rest = word.count - (index - change.before + change.count + 1)
      if let parts = change.parts, rest + parts.after.count < limits.after { remove(index) }
    }
  }

  private mutating func remove(_ index: Int) { (numbers[index], changes[index]) = (0, nil) }

  /// Replaces the hyphens by those of a level's patterns.
  private mutating func apply(_ patterns: HyphenationPatterns, to word: [UInt32]) {
    let stop = UInt32(UInt8(ascii: "."))
    let dotted = [stop] + word.map { 0x30...0x39 ~= $0 ? stop : $0 } + [stop]
    // By the letter of `dotted` before which the number is: the pattern's change, and where its letters start.
    var numbers = [UInt8](repeating: 0, count: dotted.count + 1)
    var found = [(change: HyphenationPattern.Change, first: Int)?](repeating: nil, count: dotted.count + 1)
    for (pattern, start) in patterns.matches(in: dotted) {
      let first = pattern.change.map { $0.first + start + (pattern.letters[0] == stop ? 1 : 0) } ?? 0
      for (offset, number) in pattern.numbers.enumerated() where numbers[start + offset] < number {
        numbers[start + offset] = number
        if number & 1 == 1 { found[start + offset] = pattern.change.map { ($0, first) } }
      }
    }
    for index in word.indices.dropLast() {
      // After letter `index`, which is letter `index + 1` of `dotted`.
      self.numbers[index] = numbers[index + 2]
      if numbers[index + 2] & 1 == 1, let (change, first) = found[index + 2] {
        changes[index] = Change(text: change.text, before: index + 2 - first, count: change.count)
      }
    }
    if let last = word.indices.last { self.numbers[last] = 0 }
  }
}
