import Glibc

/// Values by keys of any length: an open-addressing hash table whose keys are in one array, so that a lookup does not
/// allocate.
struct ByteTable<Value> {
  private struct Entry {
    var hash: UInt64
    var key: Range<Int>
    var value: Value
  }
  private var keys: ContiguousArray<UInt8> = []
  private var entries: ContiguousArray<Entry> = []
  /// Indices in `entries` plus one, 0 for free slots. Their number is a power of two, and at least twice the number of
  /// entries.
  private var slots = ContiguousArray<UInt32>(repeating: 0, count: 64)
  /// Random, so that a document cannot choose keys with equal hashes.
  private let seed = UInt64.random(in: .min ... .max)

  /// - Parameter expected: the number of values, if it is known.
  init(expected: Int = 0) {
    entries.reserveCapacity(min(expected, 1024))
    keys.reserveCapacity(min(expected, 1024) * 64)
  }

  subscript(key: UnsafeRawBufferPointer) -> Value? {
    let hash = hash(key)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if entries[number].hash == hash, equals(entries[number].key, key) { return entries[number].value }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// - Precondition: the table does not contain the key.
  mutating func insert(_ key: UnsafeRawBufferPointer, _ value: Value) {
    let start = keys.count
    keys.append(contentsOf: key)
    entries.append(Entry(hash: hash(key), key: start..<keys.count, value: value))
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

  private func equals(_ range: Range<Int>, _ key: UnsafeRawBufferPointer) -> Bool {
    guard range.count == key.count, let other = key.baseAddress else { return range.count == key.count }
    return keys.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0 + range.lowerBound, other, range.count) == 0 } ?? range.isEmpty
    }
  }

  /// Multiplies each eight bytes into the state, as wyhash does.
  private func hash(_ key: UnsafeRawBufferPointer) -> UInt64 {
    var state = seed ^ UInt64(truncatingIfNeeded: key.count)
    var position = 0
    while position + 8 <= key.count {
      state = Self.mix(state ^ key.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    var rest: UInt64 = 0
    while position < key.count {
      rest = rest << 8 | UInt64(key[position])
      position += 1
    }
    return Self.mix(state ^ rest)
  }

  private static func mix(_ word: UInt64) -> UInt64 {
    let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}

extension ByteTable {
  subscript(key: ContiguousArray<UInt32>) -> Value? { key.withUnsafeBytes { self[$0] } }

  /// - Precondition: the table does not contain the key.
  mutating func insert(_ key: ContiguousArray<UInt32>, _ value: Value) { key.withUnsafeBytes { insert($0, value) } }
}
