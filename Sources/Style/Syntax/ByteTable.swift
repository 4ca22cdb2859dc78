/// Values by texts, which are found by their bytes: an open-addressing hash table whose texts are in one array, so that a
/// lookup makes no string.
struct ByteTable<Value> {
  private struct Entry {
    var hash: UInt64
    var text: Range<Int>
    var value: Value
  }
  private var texts: ContiguousArray<UInt8> = []
  private var entries: ContiguousArray<Entry> = []
  /// Indices in `entries` plus one, 0 for free slots. Their number is a power of two, and at least twice the number of
  /// entries.
  private var slots = ContiguousArray<UInt32>(repeating: 0, count: 64)
  /// Random, so that a document cannot choose texts with equal hashes.
  private let seed = UInt64.random(in: .min ... .max)

  subscript(text: UnsafeBufferPointer<UInt8>) -> Value? {
    let hash = hash(text)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if entries[number].hash == hash, equals(entries[number].text, text) { return entries[number].value }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// - Precondition: the table does not contain the text.
  mutating func insert(_ text: UnsafeBufferPointer<UInt8>, _ value: Value) {
    let start = texts.count
    texts.append(contentsOf: text)
    entries.append(Entry(hash: hash(text), text: start..<texts.count, value: value))
    if entries.count * 2 > slots.count {
      slots = ContiguousArray(repeating: 0, count: slots.count * 2)
      for number in entries.indices { place(number) }
    } else {
      place(entries.count - 1)
    }
  }

  private mutating func place(_ number: Int) {
    var slot = Int(truncatingIfNeeded: entries[number].hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(number) + 1
  }

  private func equals(_ range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard range.count == text.count else { return false }
    return texts.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[range]).elementsEqual(text) }
  }

  /// Multiplies each eight bytes into the state, as wyhash does.
  private func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(text)
    var state = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    var position = 0
    while position + 8 <= bytes.count {
      state = Self.mix(state ^ bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    var rest: UInt64 = 0
    while position < bytes.count {
      rest = rest << 8 | UInt64(bytes[position])
      position += 1
    }
    return Self.mix(state ^ rest)
  }

  private static func mix(_ word: UInt64) -> UInt64 {
    let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
