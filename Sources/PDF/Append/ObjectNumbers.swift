/// A set of object numbers. Low numbers take one bit each.
package struct ObjectNumbers: Hashable, Sendable {
  /// Bit `n % 64` of word `n / 64` is set if the set contains `n`.
  package private(set) var words: ContiguousArray<UInt64> = []
  /// Numbers from `limit` on.
  package private(set) var far: Set<Int> = []
  /// Numbers below it are in `words`, which takes at most 1 MiB; higher ones are in `far`.
  package static let limit = 8_388_608

  init() {}

  /// - Returns: nil if a word is beyond the limit, or a far number below it.
  package init?(words: ContiguousArray<UInt64>, far: Set<Int>) {
    guard words.count <= Self.limit / 64, far.allSatisfy({ $0 >= Self.limit }) else { return nil }
    self.words = words
    self.far = far
  }

  /// Whether the set has a number.
  package func contains(_ number: Int) -> Bool {
    guard number >= 0, number < Self.limit else { return far.contains(number) }
    return number >> 6 < words.count && words[number >> 6] & (1 << UInt64(number & 63)) != 0
  }

  /// - Returns: whether it was absent.
  @discardableResult
  mutating func insert(_ number: Int) -> Bool {
    guard number >= 0, number < Self.limit else { return far.insert(number).inserted }
    if number >> 6 >= words.count { words.append(contentsOf: repeatElement(0, count: number >> 6 + 1 - words.count)) }
    let isNew = words[number >> 6] & (1 << UInt64(number & 63)) == 0
    words[number >> 6] |= 1 << UInt64(number & 63)
    return isNew
  }

  mutating func remove(_ number: Int) {
    guard number >= 0, number < Self.limit else {
      far.remove(number)
      return
    }
    if number >> 6 < words.count { words[number >> 6] &= ~(1 << UInt64(number & 63)) }
  }
}
