import CPango

/// The clusters of a batch that are not read yet.
struct ClusterReader {
  /// The glyphs of all these clusters, and their text.
  private(set) var glyphs: UnsafeBufferPointer<cairo_glyph_t>
  private(set) var clusters: UnsafeBufferPointer<GlyphBatch.Cluster>
  private(set) var bytes: UnsafeBufferPointer<UInt8>

  /// Reads a cluster: its glyphs and its text.
  mutating func next() -> (glyphs: UnsafeBufferPointer<cairo_glyph_t>, text: UnsafeBufferPointer<UInt8>)? {
    guard let cluster = clusters.first else { return nil }
    let (glyphCount, byteCount) = (Int(cluster.glyphs), Int(cluster.bytes))
    defer { skip(clusters: 1, glyphs: glyphCount, bytes: byteCount) }
    return (UnsafeBufferPointer(rebasing: glyphs[..<glyphCount]), UnsafeBufferPointer(rebasing: bytes[..<byteCount]))
  }

  /// Passes over clusters of one glyph and one byte.
  mutating func skip(singles count: Int) { skip(clusters: count, glyphs: count, bytes: count) }

  /// Passes over a cluster of one glyph.
  mutating func skipOne(bytes count: Int) { skip(clusters: 1, glyphs: 1, bytes: count) }

  private mutating func skip(clusters clusterCount: Int, glyphs glyphCount: Int, bytes byteCount: Int) {
    clusters = UnsafeBufferPointer(rebasing: clusters[clusterCount...])
    glyphs = UnsafeBufferPointer(rebasing: glyphs[glyphCount...])
    bytes = UnsafeBufferPointer(rebasing: bytes[byteCount...])
  }
}
