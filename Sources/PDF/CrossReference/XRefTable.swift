/// The location of an object (ISO 32000-1, 7.5.4 and 7.5.8).
package enum XRefEntry: Equatable {
  /// An object number that is not in use. A new object with this number would have this generation.
  case free(generation: Int)
  /// An object at this byte offset in the file.
  case inUse(offset: Int, generation: Int)
  /// The object at `index` in the object stream `stream`.
  case compressed(stream: Int, index: Int)

  /// The generation of the object; 0 for objects in object streams, which have none (7.5.7).
  package var generation: Int {
    switch self {
    case .free(let generation), .inUse(_, let generation): generation
    case .compressed: 0
    }
  }

  /// Whether there is an object.
  package var isInUse: Bool { if case .free = self { false } else { true } }
}

/// The entries of all sections of the cross-reference chain, by object number.
///
/// Object numbers come from the file, which could make an array take any amount of memory. So numbers that are too high
/// for the size of the file are kept in a dictionary of limited size.
package struct XRefTable {
  private struct Slot {
    var value: Int = 0
    var extra: Int32 = 0
    var kind: UInt8 = 0
  }

  private var dense: ContiguousArray<Slot> = []
  private var sparse: [Int: XRefEntry] = [:]
  /// Entries of the newest updates. A file and the file with one more update share the other storage.
  private var recent: [Int: XRefEntry] = [:]
  private static let recentLimit = 1_024
  private let denseLimit: Int
  private static let sparseLimit = 65_536

  /// - Parameter fileSize: bytes; a file cannot have many more objects than a quarter of them.
  init(fileSize: Int) { denseLimit = min(8_388_608, max(100_000, fileSize / 4)) }

  /// The highest number with an entry; 0 if there is none.
  private(set) var highest = 0

  /// The newest entry for an object number; nil if no section has one.
  package subscript(number: Int) -> XRefEntry? {
    guard number >= 0 else { return nil }
    if !recent.isEmpty, let entry = recent[number] { return entry }
    guard number < denseLimit else { return sparse[number] }
    guard number < dense.count else { return nil }
    let slot = dense[number]
    switch slot.kind {
    case 1: return .free(generation: Int(slot.extra))
    case 2: return .inUse(offset: slot.value, generation: Int(slot.extra))
    case 3: return .compressed(stream: slot.value, index: Int(slot.extra))
    default: return nil
    }
  }

  mutating func set(_ number: Int, _ entry: XRefEntry) throws(PDFError) {
    highest = max(highest, number)
    guard number < denseLimit else {
      sparse[number] = entry
      guard sparse.count <= XRefTable.sparseLimit else {
        throw PDFError(
          code: .limit, message: "The cross-reference table names far more objects than the file can hold.")
      }
      return
    }
    if number >= dense.count { dense.append(contentsOf: repeatElement(Slot(), count: number + 1 - dense.count)) }
    switch entry {
    case .free(let generation): dense[number] = Slot(value: 0, extra: Int32(generation), kind: 1)
    case .inUse(let offset, let generation): dense[number] = Slot(value: offset, extra: Int32(generation), kind: 2)
    case .compressed(let stream, let index): dense[number] = Slot(value: stream, extra: Int32(index), kind: 3)
    }
  }

  /// Entries in ascending order of their numbers: all, or `limit` of them at even distances.
  func sample(_ limit: Int) -> [(number: Int, entry: XRefEntry)] {
    let far = sparse.keys.sorted()
    let step = max(1, (dense.count + far.count + limit - 1) / max(1, limit))
    let places = stride(from: 0, to: dense.count + far.count, by: step)
    return places.compactMap { place in
      let number = place < dense.count ? place : far[place - dense.count]
      return self[number].map { (number, $0) }
    }
  }

  /// Applies the entries of an update.
  mutating func update(_ entries: [(number: Int, entry: XRefEntry)]) throws(PDFError) {
    for (number, entry) in entries {
      recent[number] = entry
      highest = max(highest, number)
    }
    guard recent.count > XRefTable.recentLimit else { return }
    let settled = recent
    recent.removeAll()
    for (number, entry) in settled { try set(number, entry) }
  }

  /// Adds an entry of an older section, which does not replace newer ones.
  mutating func setIfAbsent(_ number: Int, _ entry: XRefEntry) throws(PDFError) {
    if self[number] == nil { try set(number, entry) }
  }
}
