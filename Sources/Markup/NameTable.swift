/// Interned names: each distinct string is stored once and identified by an `Atom`.
///
/// A hash table with open addressing. Its hash is seeded per process, so that input cannot cause collisions on purpose;
/// atoms depend on the order of insertion only.
package struct NameTable: Sendable {
  private var bytes: ContiguousArray<UInt8> = []
  /// The offsets of the names, and the end: a name is `bytes[ends[i]..<ends[i + 1]]`.
  private var ends: ContiguousArray<UInt32> = [0]
  private var hashes: ContiguousArray<UInt32> = []
  /// Atoms plus one, 0 for free slots; the count is a power of two.
  private var slots = ContiguousArray<UInt32>(repeating: 0, count: 1024)

  /// A table with the well-known names.
  package init() { self = Self.wellKnown }

  private init(names: String) {
    for name in names.split(separator: " ") { _ = intern(String(name)) }
  }

  /// A table without any names.
  package static let empty = NameTable(names: "")

  private static let wellKnown = NameTable(names: wellKnownNames)
  private static let seed = UInt64.random(in: .min ... .max)

  package var count: Int { hashes.count }

  package subscript(atom: Atom) -> String {
    let index = Int(atom.index)
    guard index < count else { return "" }
    return String(decoding: bytes[Int(ends[index])..<Int(ends[index + 1])], as: UTF8.self)
  }

  /// The UTF-8 of a name.
  package func utf8(_ atom: Atom) -> ContiguousArray<UInt8> {
    let index = Int(atom.index)
    guard index < count else { return [] }
    return ContiguousArray(bytes[Int(ends[index])..<Int(ends[index + 1])])
  }

  /// The atom of a name, which is added if it is new.
  package mutating func intern(_ name: Span<UInt8>) -> Atom {
    let hash = Self.hash(name)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let candidate = Int(slots[slot] - 1)
      if hashes[candidate] == hash, matches(candidate, name) { return Atom(UInt32(candidate)) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let atom = UInt32(hashes.count)
    for i in 0..<name.count { bytes.append(name[i]) }
    ends.append(UInt32(bytes.count))
    hashes.append(hash)
    slots[slot] = atom + 1
    if hashes.count * 2 > slots.count { grow() }
    return Atom(atom)
  }

  /// Appends the names that are not well known with their lengths. Tables for which this appends the same have the same
  /// atoms.
  package func appendAdded(to key: inout [UInt8]) {
    for index in Self.wellKnown.count..<max(Self.wellKnown.count, count) {
      let range = Int(ends[index])..<Int(ends[index + 1])
      withUnsafeBytes(of: UInt32(range.count)) { key.append(contentsOf: $0) }
      key.append(contentsOf: bytes[range])
    }
  }

  /// The atom of a name, which is added if it is not in the table.
  package mutating func intern(_ name: String) -> Atom {
    let utf8 = ContiguousArray(name.utf8)
    return intern(utf8.span)
  }

  /// The atom of a name; `nil` if it is not in the table.
  package func find(_ name: Span<UInt8>) -> Atom? {
    let hash = Self.hash(name)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let candidate = Int(slots[slot] - 1)
      if hashes[candidate] == hash, matches(candidate, name) { return Atom(UInt32(candidate)) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The atom of a name; nil if it is not in the table.
  package func find(_ name: String) -> Atom? {
    let utf8 = ContiguousArray(name.utf8)
    return find(utf8.span)
  }

  private func matches(_ index: Int, _ name: Span<UInt8>) -> Bool {
    let start = Int(ends[index])
    guard Int(ends[index + 1]) - start == name.count else { return false }
    for i in 0..<name.count where bytes[start + i] != name[i] { return false }
    return true
  }

  private mutating func grow() {
    slots = ContiguousArray(repeating: 0, count: slots.count * 2)
    for index in 0..<hashes.count {
      var slot = Int(hashes[index]) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(index) + 1
    }
  }

  private static func hash(_ name: Span<UInt8>) -> UInt32 {
    var h = seed
    for i in 0..<name.count { h = (h ^ UInt64(name[i])) &* 0x9E37_79B9_7F4A_7C15 &+ (h >> 29) }
    return UInt32(truncatingIfNeeded: h ^ (h >> 32))
  }
}
