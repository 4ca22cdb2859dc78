import PDF

/// A sorted table of values by reference, of which a lookup reads only a few entries.
struct ReferenceTable: Hashable, Sendable {
  /// Keys and values alternately, in ascending order of the keys and, for equal ones, of the values.
  let words: ContiguousArray<UInt64>

  init(_ entries: [(reference: PDFReference, value: UInt64)]) {
    let sorted = entries.map { (Self.key($0.reference), $0.value) }.sorted { $0 < $1 }
    var words: ContiguousArray<UInt64> = []
    words.reserveCapacity(2 * sorted.count)
    for (key, value) in sorted {
      words.append(key)
      words.append(value)
    }
    self.words = words
  }

  /// A table from its words.
  /// - Returns: nil if their number is odd.
  init?(words: ContiguousArray<UInt64>) {
    guard words.count.isMultiple(of: 2) else { return nil }
    self.words = words
  }

  /// A reference as a number.
  static func key(_ reference: PDFReference) -> UInt64 { UInt64(reference.number) << 16 | UInt64(reference.generation) }

  /// The reference of a number; nil if it is none.
  static func reference(_ key: UInt64) -> PDFReference? {
    key >> 16 <= 0x7FFF_FFFF ? PDFReference(Int(key >> 16), Int(key & 0xFFFF)) : nil
  }

  var count: Int { words.count / 2 }

  /// The first value of a reference.
  func first(_ reference: PDFReference) -> UInt64? {
    let key = Self.key(reference)
    let index = index(of: key)
    return index < count && words[2 * index] == key ? words[2 * index + 1] : nil
  }

  /// All values of a reference.
  func all(_ reference: PDFReference) -> [UInt64] {
    let key = Self.key(reference)
    var values: [UInt64] = []
    var index = index(of: key)
    while index < count, words[2 * index] == key {
      values.append(words[2 * index + 1])
      index += 1
    }
    return values
  }

  /// The references to an object of any generation.
  func references(of number: Int) -> [PDFReference] {
    guard let first = PDFReference(number, 0) else { return [] }
    var found: [PDFReference] = []
    var index = index(of: Self.key(first))
    while index < count, let reference = Self.reference(words[2 * index]), reference.number == number {
      found.append(reference)
      index += 1
    }
    return found
  }

  /// The index of the first entry whose key is at least `key`.
  private func index(of key: UInt64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if words[2 * middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
