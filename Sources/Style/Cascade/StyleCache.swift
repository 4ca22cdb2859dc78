/// Cache of styles by the inputs they were computed from: the parent's style and the matching rules.
///
/// An open-addressing hash table with a random seed. Keys are stored in one array, so that a lookup does not allocate.
struct StyleCache {
  private struct Entry {
    var hash: UInt32
    var key: Range<UInt32>
    var style: StyleID
  }
  private var words = ContiguousArray<UInt32>()
  private var entries = ContiguousArray<Entry>()
  private var slots = ContiguousArray<UInt32>(repeating: 0, count: 256)
  private let seed = UInt64.random(in: .min ... .max)

  /// Returns the style of a key, or nil.
  func find(_ key: ContiguousArray<UInt32>) -> StyleID? {
    let hash = hash(key)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot] - 1)]
      if entry.hash == hash, equals(entry.key, key) { return entry.style }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  mutating func insert(_ key: ContiguousArray<UInt32>, _ style: StyleID) {
    let start = UInt32(words.count)
    words.append(contentsOf: key)
    entries.append(Entry(hash: hash(key), key: start..<UInt32(words.count), style: style))
    if entries.count * 2 > slots.count {
      slots = ContiguousArray(repeating: 0, count: slots.count * 2)
      for index in entries.indices { place(index) }
    } else {
      place(entries.count - 1)
    }
  }

  private mutating func place(_ index: Int) {
    var slot = Int(entries[index].hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(index) + 1
  }

  private func equals(_ range: Range<UInt32>, _ key: ContiguousArray<UInt32>) -> Bool {
    guard range.count == key.count else { return false }
    for index in key.indices where words[Int(range.lowerBound) + index] != key[index] { return false }
    return true
  }

  private func hash(_ key: ContiguousArray<UInt32>) -> UInt32 {
    var h = seed
    for word in key { h = (h ^ UInt64(word)) &* 0x9E37_79B9_7F4A_7C15 &+ (h >> 29) }
    return UInt32(truncatingIfNeeded: h ^ (h >> 32))
  }
}
