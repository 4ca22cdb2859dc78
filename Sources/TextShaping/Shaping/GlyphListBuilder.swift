/// Builds the glyphs of a text; see `GlyphList`.
struct GlyphListBuilder {
  private(set) var cores: ContiguousArray<GlyphList.Core> = []
  /// One for each glyph; empty if each glyph's cluster is its index.
  private(set) var clusters: ContiguousArray<UInt32> = []
  /// One for each glyph; empty if no glyph has an offset.
  private(set) var offsets: ContiguousArray<GlyphList.Offset> = []

  init() {}

  init(_ glyphs: some Sequence<Glyph>) {
    for glyph in glyphs { append(glyph) }
  }

  var count: Int { cores.count }

  /// The cluster of a glyph.
  func cluster(_ index: Int) -> UInt32 {
    clusters.isEmpty ? UInt32(truncatingIfNeeded: index) : clusters[index]
  }

  mutating func reserveCapacity(_ count: Int) { cores.reserveCapacity(count) }

  /// Removes all glyphs, and keeps the memory for those of another text.
  mutating func removeAll() {
    cores.removeAll(keepingCapacity: true)
    clusters.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  mutating func append(_ glyph: Glyph) {
    if !clusters.isEmpty || Int(glyph.cluster) != cores.count { append(cluster: glyph.cluster) }
    cores.append(GlyphList.Core(id: glyph.id, advance: glyph.advance))
    let offset = GlyphList.Offset(x: glyph.dx, y: glyph.dy)
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
    for glyph in word { cores.append(GlyphList.Core(id: glyph.id, advance: glyph.advance * size)) }
  }

  /// Adds to the advance of a glyph, after its outline or before it.
  mutating func widen(_ index: Int, by width: Float, before isBefore: Bool) {
    guard width != 0 else { return }
    cores[index].advance += width
    guard isBefore else { return }
    var offset = offsets.isEmpty ? GlyphList.Offset.zero : offsets[index]
    offset.x += width
    setOffset(offset, of: index)
  }

  /// Moves the glyphs from an index to the end down.
  mutating func lower(from index: Int, by distance: Float) {
    for index in index..<cores.count {
      var offset = offsets.isEmpty ? GlyphList.Offset.zero : offsets[index]
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

  private mutating func setOffset(_ offset: GlyphList.Offset, of index: Int) {
    if offsets.count < cores.count {
      offsets.append(contentsOf: repeatElement(.zero, count: cores.count - offsets.count))
    }
    offsets[index] = offset
  }
}
