/// The glyphs of a text in compact form, because they are the most numerous values of a document: offsets and clusters
/// are stored only if a glyph has an offset, or if a cluster differs from the glyph's index (in ASCII text it does
/// not).
package struct GlyphList: RandomAccessCollection, Hashable, Sendable {
  struct Core: Hashable, Sendable {
    var id: UInt32
    var advance: Float
  }
  struct Offset: Hashable, Sendable {
    var x, y: Float
    static let zero = Offset(x: 0, y: 0)
  }
  private var cores: ContiguousArray<Core> = []
  /// One for each glyph; empty if each glyph's cluster is its index.
  private var clusters: ContiguousArray<UInt32> = []
  /// One for each glyph; empty if no glyph has an offset.
  private var offsets: ContiguousArray<Offset> = []

  package init() {}

  init(_ glyphs: some Sequence<Glyph>) {
    for glyph in glyphs { append(glyph) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { cores.count }

  package subscript(index: Int) -> Glyph {
    let core = cores[index]
    let offset = offsets.isEmpty ? Offset.zero : offsets[index]
    let cluster = clusters.isEmpty ? UInt32(truncatingIfNeeded: index) : clusters[index]
    return Glyph(id: core.id, advance: core.advance, dx: offset.x, dy: offset.y, cluster: cluster)
  }

  /// The glyphs, to read many of them.
  package struct Reader {
    fileprivate let cores: UnsafeBufferPointer<Core>
    fileprivate let clusters: UnsafeBufferPointer<UInt32>
    fileprivate let offsets: UnsafeBufferPointer<Offset>

    package var count: Int { cores.count }

    package subscript(index: Int) -> Glyph {
      let core = cores[index]
      let offset = offsets.isEmpty ? Offset.zero : offsets[index]
      return Glyph(id: core.id, advance: core.advance, dx: offset.x, dy: offset.y, cluster: cluster(index))
    }

    package func cluster(_ index: Int) -> UInt32 {
      clusters.isEmpty ? UInt32(truncatingIfNeeded: index) : clusters[index]
    }
  }

  /// Calls `body` with the glyphs, which are valid during the call.
  package func withReader<Result>(_ body: (Reader) -> Result) -> Result {
    cores.withUnsafeBufferPointer { cores in
      clusters.withUnsafeBufferPointer { clusters in
        offsets.withUnsafeBufferPointer { offsets in
          body(Reader(cores: cores, clusters: clusters, offsets: offsets))
        }
      }
    }
  }

  mutating func reserveCapacity(_ count: Int) { cores.reserveCapacity(count) }

  @inline(__always)
  mutating func append(_ glyph: Glyph) {
    if !clusters.isEmpty || Int(glyph.cluster) != cores.count { append(cluster: glyph.cluster) }
    cores.append(Core(id: glyph.id, advance: glyph.advance))
    let offset = Offset(x: glyph.dx, y: glyph.dy)
    if !offsets.isEmpty || offset != .zero { setOffset(offset, of: cores.count - 1) }
  }

  /// Appends glyphs of a cached word.
  /// - Parameters:
  ///   - isPlain: whether they have no offsets, and each is the glyph of the byte after that of the preceding one.
  ///   - size: px per em.
  ///   - origin: the offset of the word.
  mutating func append(_ word: UnsafeBufferPointer<Glyph>, isPlain: Bool, size: Float, origin: UInt32) {
    guard isPlain, offsets.isEmpty, let first = word.first else {
      for glyph in word {
        append(
          Glyph(
            id: glyph.id, advance: glyph.advance * size, dx: glyph.dx * size, dy: glyph.dy * size,
            cluster: glyph.cluster + origin))
      }
      return
    }
    let cluster = first.cluster + origin
    if !clusters.isEmpty || Int(cluster) != cores.count {
      for index in 0..<UInt32(word.count) { append(cluster: cluster + index) }
    }
    for glyph in word { cores.append(Core(id: glyph.id, advance: glyph.advance * size)) }
  }

  /// Adds to the advance of a glyph, after its outline or before it.
  mutating func widen(_ index: Int, by width: Float, before isBefore: Bool) {
    guard width != 0 else { return }
    cores[index].advance += width
    guard isBefore else { return }
    var offset = offsets.isEmpty ? Offset.zero : offsets[index]
    offset.x += width
    setOffset(offset, of: index)
  }

  /// Moves the glyphs from an index to the end down.
  mutating func lower(from index: Int, by distance: Float) {
    for index in index..<cores.count {
      var offset = offsets.isEmpty ? Offset.zero : offsets[index]
      offset.y += distance
      setOffset(offset, of: index)
    }
  }

  /// Reverses the order of the glyphs from an index to the end.
  mutating func reverse(from index: Int) {
    guard cores.count - index > 1 else { return }
    if clusters.isEmpty { clusters = ContiguousArray(0..<UInt32(cores.count)) }
    clusters[index...].reverse()
    cores[index...].reverse()
    if !offsets.isEmpty { offsets[index...].reverse() }
  }

  private mutating func append(cluster: UInt32) {
    if clusters.isEmpty {
      clusters.reserveCapacity(cores.capacity)
      clusters += 0..<UInt32(cores.count)
    }
    clusters.append(cluster)
  }

  private mutating func setOffset(_ offset: Offset, of index: Int) {
    if offsets.count < cores.count {
      offsets.append(contentsOf: repeatElement(.zero, count: cores.count - offsets.count))
    }
    offsets[index] = offset
  }

  /// The sum of the advances of a range of glyphs, in px.
  func advance(_ range: Range<Int>) -> Double {
    cores.withUnsafeBufferPointer { cores in
      var sum = 0.0
      for index in range { sum += Double(cores[index].advance) }
      return sum
    }
  }
}
