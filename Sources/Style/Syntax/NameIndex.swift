/// Values by name, found by the bytes of a name in any letter case (css-syntax-3 §3.2: names in CSS are ASCII
/// case-insensitive).
///
/// A style sheet has thousands of names; with a dictionary, each would first become a string in lower case.
struct NameIndex<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var start: UInt32
    var length: UInt32
    var value: Value
  }
  private var entries: ContiguousArray<Entry> = []
  /// The names in lower case, one after the other.
  private var names: ContiguousArray<UInt8> = []
  /// A hash table with open addressing: indices in `entries` plus one, 0 for free slots. Its size is a power of two,
  /// and at least twice the number of entries.
  private var slots: ContiguousArray<UInt16>

  /// - Parameter pairs: names in lower case, at most 32,000; of equal names, the first counts.
  init(_ pairs: some Sequence<(name: String, value: Value)>) {
    let pairs = Array(pairs)
    var size = 16
    while size < 2 * pairs.count { size *= 2 }
    slots = ContiguousArray(repeating: 0, count: size)
    entries.reserveCapacity(pairs.count)
    for (name, value) in pairs {
      let start = names.count
      names.append(contentsOf: name.utf8)
      entries.append(Entry(start: UInt32(start), length: UInt32(names.count - start), value: value))
      var slot = names.withUnsafeBufferPointer { Self.hash(UnsafeBufferPointer(rebasing: $0[start...])) } & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt16(entries.count)
    }
  }

  subscript(name: String) -> Value? {
    var name = name
    return name.withUTF8 { self[$0] }
  }

  subscript(name: UnsafeBufferPointer<UInt8>) -> Value? {
    let mask = slots.count - 1
    var slot = Self.hash(name) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if matches(number, name) { return entries[number].value }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private func matches(_ number: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Int(entries[number].length) == name.count else { return false }
    let start = Int(entries[number].start)
    return name.indices.allSatisfy { names[start + $0] == name[$0].asciiLowercased }
  }

  /// FNV-1a.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for byte in name { hash = (hash ^ UInt32(byte.asciiLowercased)) &* 0x0100_0193 }
    return Int(hash ^ hash >> 15)
  }
}

extension TokenList {
  /// The value for the name of a token.
  func value<Value>(_ token: Token, in index: NameIndex<Value>) -> Value? {
    value(Int(token.start)..<Int(token.end), token, in: index)
  }

  /// The value for the unit of a dimension.
  func unitValue<Value>(_ token: Token, in index: NameIndex<Value>) -> Value? {
    value(Int(token.unitStart)..<Int(token.end), token, in: index)
  }

  private func value<Value>(_ range: Range<Int>, _ token: Token, in index: NameIndex<Value>) -> Value? {
    if token.hasEscape { return index[text(token, range)] }
    return bytes.withUnsafeBufferPointer { index[UnsafeBufferPointer(rebasing: $0[range])] }
  }

  /// Whether the name of a token is that of a custom property (css-variables-1 §2).
  func isCustomProperty(_ token: Token) -> Bool {
    if token.hasEscape { return text(token).hasPrefix("--") }
    let start = Int(token.start)
    return token.end - token.start >= 2 && bytes[start] == UInt8(ascii: "-") && bytes[start + 1] == UInt8(ascii: "-")
  }

  /// Whether the name of a token is one in lower case, without regard to letter case.
  func matches(_ token: Token, _ name: StaticString) -> Bool {
    if token.hasEscape { return text(token).asciiLowercased == name.description }
    guard Int(token.end - token.start) == name.utf8CodeUnitCount else { return false }
    for offset in 0..<name.utf8CodeUnitCount {
      guard bytes[Int(token.start) + offset].asciiLowercased == name.utf8Start[offset] else { return false }
    }
    return true
  }
}
