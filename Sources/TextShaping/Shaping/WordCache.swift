/// Shaped words, by their bytes and shaping options.
///
/// The results are independent of font size and spacing, and equal to those of shaping again; the cache is emptied when
/// it is full.
struct WordCache {
  /// A cached word.
  struct Entry {
    fileprivate var hash: UInt64
    fileprivate var key: UInt32
    fileprivate var length: UInt32
    fileprivate var firstByte: UInt32
    /// Indices in `pieces`, in logical order.
    var pieces: Range<UInt32>
    /// Whether some character has no glyph in any font.
    var lacksGlyphs: Bool
  }

  /// A part of a word in one face.
  struct Piece {
    var typeface: Int
    /// The offset after the last byte, from the start of the word.
    var end: UInt32
    /// Indices in `glyphs`, in visual order.
    var glyphs: Range<UInt32>
    /// The glyphs are turned counterclockwise, so that they are upright in vertical text.
    var isUpright = false
    /// No glyph has an offset, and each is the glyph of the byte after that of the preceding one.
    var isPlain = false
  }

  /// Lengths are in ems, clusters are offsets from the start of the word.
  var glyphs: ContiguousArray<Glyph> = []
  var pieces: ContiguousArray<Piece> = []
  private(set) var entries: ContiguousArray<Entry> = []
  private var bytes: ContiguousArray<UInt8> = []
  /// A hash table with open addressing: indices in `entries` plus one, 0 for free slots.
  private var slots = ContiguousArray<UInt32>(repeating: 0, count: 1 << 12)

  /// More than a long report needs; a table of thousands of different numbers would fill any cache.
  static let maximumEntries = 1 << 14
  static let maximumGlyphs = 1 << 17

  var isFull: Bool { entries.count >= Self.maximumEntries || glyphs.count >= Self.maximumGlyphs }

  mutating func removeAll() {
    glyphs.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    for index in slots.indices { slots[index] = 0 }
  }

  /// - Parameter key: the index of the shaping options.
  @inline(__always)
  static func hash(_ word: UnsafeBufferPointer<UInt8>, key: UInt32) -> UInt64 {
    var hash = UInt64(key) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(word.count)
    var index = 0
    while index &+ 8 <= word.count {
      hash = mix(hash ^ UnsafeRawPointer(word.baseAddress! + index).loadUnaligned(as: UInt64.self))
      index &+= 8
    }
    var tail: UInt64 = 0
    while index < word.count {
      tail = tail << 8 | UInt64(word[index])
      index &+= 1
    }
    return mix(hash ^ tail)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low ^ value
  }

  /// The index of a word's entry; `nil` if it is not cached.
  @inline(__always)
  func find(_ word: UnsafeBufferPointer<UInt8>, key: UInt32, hash: UInt64) -> Int? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let index = slots[slot]
      if index == 0 { return nil }
      let entry = entries[Int(index - 1)]
      if entry.hash == hash && entry.key == key && Int(entry.length) == word.count && isSame(entry, word) {
        return Int(index - 1)
      }
      slot = (slot + 1) & mask
    }
  }

  @inline(__always)
  private func isSame(_ entry: Entry, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < word.count, bytes[Int(entry.firstByte) + index] == word[index] { index += 1 }
      return index == word.count
    }
  }

  /// Adds a piece whose glyphs are the last ones.
  mutating func append(_ piece: Piece) {
    var piece = piece
    let word = glyphs[Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)]
    piece.isPlain = word.enumerated().allSatisfy { offset, glyph in
      glyph.dx == 0 && glyph.dy == 0 && glyph.cluster == word[word.startIndex].cluster + UInt32(offset)
    }
    pieces.append(piece)
  }

  /// Adds a word; its pieces and glyphs are the last ones.
  mutating func insert(
    _ word: UnsafeBufferPointer<UInt8>, key: UInt32, hash: UInt64, firstPiece: Int, lacksGlyphs: Bool
  ) -> Int {
    let entry = Entry(
      hash: hash, key: key, length: UInt32(word.count), firstByte: UInt32(bytes.count),
      pieces: UInt32(firstPiece)..<UInt32(pieces.count), lacksGlyphs: lacksGlyphs)
    bytes.append(contentsOf: word)
    entries.append(entry)
    if entries.count * 2 > slots.count { grow() } else { place(entries.count - 1) }
    return entries.count - 1
  }

  private mutating func place(_ index: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: entries[index].hash) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(index + 1)
  }

  private mutating func grow() {
    slots = ContiguousArray(repeating: 0, count: slots.count * 2)
    for index in entries.indices { place(index) }
  }
}
