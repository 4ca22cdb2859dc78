/// The hyphenation patterns of one level of a dictionary.
struct HyphenationPatterns {
  /// The patterns in the order of their letters, which differ.
  private let sorted: [HyphenationPattern]
  /// The letters of all of them, and where those of each start; the last one is where they end.
  private let letters: [UInt32]
  private let starts: [Int]

  /// - Parameter patterns: of those with the same letters the last one counts.
  init(_ patterns: [HyphenationPattern]) {
    let order = patterns.indices.sorted { first, second in
      let (a, b) = (patterns[first].letters, patterns[second].letters)
      return a == b ? first < second : a.lexicographicallyPrecedes(b)
    }
    var sorted: [HyphenationPattern] = []
    sorted.reserveCapacity(order.count)
    for index in order {
      if sorted.last?.letters == patterns[index].letters { sorted.removeLast() }
      sorted.append(patterns[index])
    }
    self.sorted = sorted
    letters = sorted.flatMap(\.letters)
    starts = sorted.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.letters.count) }
  }

  /// The patterns that count for a word, and where each starts, in the order of their ends.
  ///
  /// At each end only the longest sequence of letters counts with which a pattern starts, and only if it is a whole
  /// pattern. Dictionaries are made for that: their patterns include the numbers of all shorter ones (`substrings.pl`
  /// of libhyphen).
  /// - Parameter word: with a full stop at both ends.
  func matches(in word: [UInt32]) -> [(pattern: HyphenationPattern, start: Int)] {
    var longest = [(start: Int, pattern: Int?)?](repeating: nil, count: word.count)
    for start in word.indices {
      var range = sorted.indices
      for end in start..<word.count {
        range = narrowed(range, depth: end - start, word[end])
        if range.isEmpty { break }
        if longest[end] == nil {
          let first = range.lowerBound
          longest[end] = (start, starts[first + 1] - starts[first] == end - start + 1 ? first : nil)
        }
      }
    }
    return longest.compactMap { match in match?.pattern.map { (sorted[$0], match?.start ?? 0) } }
  }

  /// The patterns of `range`, which have the same first `depth` letters, that continue with `letter`.
  private func narrowed(_ range: Range<Int>, depth: Int, _ letter: UInt32) -> Range<Int> {
    let lower = firstIndex(in: range) { self.letter(of: $0, depth) >= letter }
    return lower..<firstIndex(in: lower..<range.upperBound) { self.letter(of: $0, depth) > letter }
  }

  /// The letter of a pattern after `depth` others; 0 if it has no further ones.
  private func letter(of index: Int, _ depth: Int) -> UInt32 {
    let place = starts[index] + depth
    return place < starts[index + 1] ? letters[place] : 0
  }

  /// The first index for which a condition holds that also holds for all later ones.
  private func firstIndex(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if holds(middle) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
