/// A text's glyphs, packed: documents hold more of them than of anything else. Few stand beside their pen, and in plain ASCII each is
/// that of the byte with its own index.
package struct GlyphList: RandomAccessCollection, Hashable, Sendable {
  struct Core: Hashable, Sendable {
    var id: UInt32
    var advance: Float
  }
  private struct Offset: Hashable, Sendable {
    var x, y: Float
    static let zero = Offset(x: 0, y: 0)
  }
  private var cores: ContiguousArray<Core> = []
  /// As many as glyphs, or none where each glyph's is its own index.
  private var clusters: ContiguousArray<UInt32> = []
  /// As many as glyphs, or none where all of them stand at their pen.
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

  mutating func reserveCapacity(_ count: Int) { cores.reserveCapacity(count) }

  @inline(__always)
  mutating func append(_ glyph: Glyph) {
    if !clusters.isEmpty || Int(glyph.cluster) != cores.count { append(cluster: glyph.cluster) }
    cores.append(Core(id: glyph.id, advance: glyph.advance))
    let offset = Offset(x: glyph.dx, y: glyph.dy)
    if !offsets.isEmpty || offset != .zero { setOffset(offset, of: cores.count - 1) }
  }

  /// Makes a glyph wider after its outline, or before it.
  mutating func widen(_ index: Int, by width: Float, before isBefore: Bool) {
    cores[index].advance += width
    guard isBefore else { return }
    var offset = offsets.isEmpty ? Offset.zero : offsets[index]
    offset.x += width
    setOffset(offset, of: index)
  }

  /// Turns the order of all glyphs from one on.
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

  /// The sum of the advances of some glyphs, px.
  func advance(_ range: Range<Int>) -> Double {
    cores.withUnsafeBufferPointer { cores in
      var sum = 0.0
      for index in range { sum += Double(cores[index].advance) }
      return sum
    }
  }
}
