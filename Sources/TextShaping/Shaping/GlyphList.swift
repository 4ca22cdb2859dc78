/// A text's glyphs, packed: documents hold more of them than of anything else, and few stand beside their pen.
package struct GlyphList: RandomAccessCollection, Hashable, Sendable {
  struct Core: Hashable, Sendable {
    var id: UInt32
    var advance: Float
    var cluster: UInt32
  }
  private struct Offset: Hashable, Sendable {
    var x, y: Float
    static let zero = Offset(x: 0, y: 0)
  }
  private var cores: ContiguousArray<Core> = []
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
    return Glyph(id: core.id, advance: core.advance, dx: offset.x, dy: offset.y, cluster: core.cluster)
  }

  mutating func reserveCapacity(_ count: Int) { cores.reserveCapacity(count) }

  @inline(__always)
  mutating func append(_ glyph: Glyph) {
    cores.append(Core(id: glyph.id, advance: glyph.advance, cluster: glyph.cluster))
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
    cores[index...].reverse()
    if !offsets.isEmpty { offsets[index...].reverse() }
  }

  private mutating func setOffset(_ offset: Offset, of index: Int) {
    if offsets.count < cores.count { offsets.append(contentsOf: repeatElement(.zero, count: cores.count - offsets.count)) }
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
