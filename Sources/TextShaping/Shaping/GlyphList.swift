/// The glyphs of a text in compact form, because they are the most numerous values of a document: offsets and clusters
/// are stored only if a glyph has an offset, or if a cluster differs from the glyph's index (in ASCII text it does
/// not).
package struct GlyphList: RandomAccessCollection, Equatable, Sendable {
  struct Core: Hashable, Sendable, BitwiseCopyable {
    var id: UInt32
    var advance: Float
  }
  struct Offset: Hashable, Sendable {
    var x, y: Float
    static let zero = Offset(x: 0, y: 0)
  }
  private let cores: PackedArray<Core>
  /// What short Latin texts do not have: at most one value.
  private let details: ContiguousArray<Details>

  private struct Details: Hashable {
    /// One for each glyph; empty if each glyph's cluster is its index.
    var clusters: ContiguousArray<UInt32>
    /// One for each glyph; empty if no glyph has an offset.
    var offsets: ContiguousArray<Offset>
    /// The sum of the advances before every `penStride`th glyph, px; empty for few glyphs.
    var pens: ContiguousArray<Double>
  }

  package init() { self.init(GlyphListBuilder()) }

  init(_ glyphs: some Sequence<Glyph>) { self.init(GlyphListBuilder(glyphs)) }

  /// The glyphs in a block of their own.
  init(_ builder: GlyphListBuilder) {
    self.init(cores: PackedArray(builder.cores), clusters: builder.clusters, offsets: builder.offsets)
  }

  /// The glyphs in a block of a packer. Other arrays have the size that they need, and not that of the builder's.
  init(_ builder: borrowing GlyphListBuilder, packer: inout ArrayPacker<Core>) {
    self.init(
      cores: builder.cores.withUnsafeBufferPointer { packer.pack($0) },
      clusters: builder.clusters.withUnsafeBufferPointer { ContiguousArray($0) },
      offsets: builder.offsets.withUnsafeBufferPointer { ContiguousArray($0) })
  }

  private init(cores: PackedArray<Core>, clusters: ContiguousArray<UInt32>, offsets: ContiguousArray<Offset>) {
    self.cores = cores
    let pens = Self.pens(cores)
    details =
      clusters.isEmpty && offsets.isEmpty && pens.isEmpty
      ? [] : [Details(clusters: clusters, offsets: offsets, pens: pens)]
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { cores.count }

  package subscript(index: Int) -> Glyph {
    let core = cores[index]
    // Each field is read in place: a copy of the details would count references for each glyph.
    guard !details.isEmpty else {
      return Glyph(id: core.id, advance: core.advance, dx: 0, dy: 0, cluster: UInt32(truncatingIfNeeded: index))
    }
    let offset = details[0].offsets.isEmpty ? Offset.zero : details[0].offsets[index]
    let cluster = details[0].clusters.isEmpty ? UInt32(truncatingIfNeeded: index) : details[0].clusters[index]
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
      guard let details = details.first else {
        let (clusters, offsets) = (
          UnsafeBufferPointer<UInt32>(start: nil, count: 0), UnsafeBufferPointer<Offset>(start: nil, count: 0)
        )
        return body(Reader(cores: cores, clusters: clusters, offsets: offsets))
      }
      return details.clusters.withUnsafeBufferPointer { clusters in
        details.offsets.withUnsafeBufferPointer { offsets in
          body(Reader(cores: cores, clusters: clusters, offsets: offsets))
        }
      }
    }
  }

  // MARK: Advances

  private static let penStride = 64
  /// For fewer glyphs, adding the advances is faster than a look-up.
  private static let leastGlyphs = 4 * penStride

  private static func pens(_ cores: PackedArray<Core>) -> ContiguousArray<Double> {
    var pens = ContiguousArray<Double>()
    guard cores.count > leastGlyphs else { return pens }
    pens.reserveCapacity(cores.count / penStride + 1)
    var pen = 0.0
    for (index, core) in cores.enumerated() {
      if index % penStride == 0 { pens.append(pen) }
      pen += Double(core.advance)
    }
    return pens
  }

  /// The sum of the advances of a range of glyphs, in px. Constant time.
  func advance(_ range: Range<Int>) -> Double {
    guard range.count > Self.leastGlyphs else { return sum(range) }
    return pen(before: range.upperBound) - pen(before: range.lowerBound)
  }

  private func pen(before glyph: Int) -> Double {
    let place = Swift.min(glyph / Self.penStride, details[0].pens.count - 1)
    return details[0].pens[place] + sum(place * Self.penStride..<glyph)
  }

  private func sum(_ range: Range<Int>) -> Double {
    cores.withUnsafeBufferPointer { cores in
      var sum = 0.0
      for index in range { sum += Double(cores[index].advance) }
      return sum
    }
  }
}
