/// The distinct computed styles of a document. Elements with equal styles share one.
struct StyleTable {
  /// The styles by `StyleID.index`. The first is the initial style.
  private(set) var all: ContiguousArray<ComputedStyle> = [ComputedStyle()]
  /// The styles by their hashes. If another style has the same hash, one of the next numbers is used.
  private var ids: [Int: StyleID] = [:]

  /// Styles with the same hash that a style is compared with before it is added once more.
  private static let probes = 8

  /// Maximum number of distinct styles. Beyond it, `style` and presentational attributes are ignored.
  static let limit = 200_000
  var isFull: Bool { all.count >= Self.limit }

  /// - Parameter expected: the number of styles, if it is known. Styles are large, and each reallocation copies all of
  ///   them.
  init(expected: Int) { all.reserveCapacity(min(expected, 1024)) }

  subscript(id: StyleID) -> ComputedStyle { _read { yield all[Int(id.index)] } }

  /// The number of a style, which is added if it is new.
  mutating func add(_ style: consuming ComputedStyle) -> StyleID {
    // It is compared where it is stored, and not copied there afterwards.
    let last = all.count
    all.append(style)
    var hash = Self.hash(of: last, in: all)
    for _ in 0..<Self.probes {
      guard let known = ids[hash] else { break }
      if Self.areEqual(Int(known.index), last, in: all) {
        all.removeLast()
        return known
      }
      hash &+= 1
    }
    ids[hash] = StyleID(UInt32(last))
    return StyleID(UInt32(last))
  }

  // Takes indices: the compiler would copy the styles if they were passed as elements of a stored array.
  private static func hash(of style: Int, in styles: ContiguousArray<ComputedStyle>) -> Int { styles[style].hashValue }

  private static func areEqual(_ first: Int, _ second: Int, in styles: ContiguousArray<ComputedStyle>) -> Bool {
    styles[first] == styles[second]
  }
}
