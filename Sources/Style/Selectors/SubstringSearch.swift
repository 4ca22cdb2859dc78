/// Search for a substring in linear time (Knuth, Morris and Pratt, "Fast pattern matching in strings", 1977). Style
/// sheets control both the pattern and the text, so that a comparison at each position could take the product of their
/// lengths.
struct SubstringSearch {
  private let pattern: ContiguousArray<UInt8>
  private let borders: ContiguousArray<Int32>
  private let ignoresCase: Bool

  /// - Parameters:
  ///   - pattern: not empty; in lower case if case is ignored.
  ///   - borders: those of the pattern.
  init(_ pattern: ContiguousArray<UInt8>, _ borders: ContiguousArray<Int32>, ignoresCase: Bool) {
    self.pattern = pattern
    self.borders = borders
    self.ignoresCase = ignoresCase
  }

  /// For each beginning of a pattern, the length of its longest proper beginning that is also its end.
  static func borders(_ pattern: ContiguousArray<UInt8>) -> ContiguousArray<Int32> {
    var borders = ContiguousArray<Int32>(repeating: 0, count: pattern.count)
    var length = 0
    for index in pattern.indices.dropFirst() {
      while length > 0, pattern[index] != pattern[length] { length = Int(borders[length - 1]) }
      if pattern[index] == pattern[length] { length += 1 }
      borders[index] = Int32(length)
    }
    return borders
  }

  func isFound(in bytes: ContiguousArray<UInt8>, _ range: Range<Int>) -> Bool {
    var length = 0
    for index in range {
      let byte = ignoresCase ? bytes[index].asciiLowercased : bytes[index]
      while length > 0, byte != pattern[length] { length = Int(borders[length - 1]) }
      if byte == pattern[length] { length += 1 }
      if length == pattern.count { return true }
    }
    return false
  }
}
