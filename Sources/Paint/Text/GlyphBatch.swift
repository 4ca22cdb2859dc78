import CPango
import Layout
import TextShaping

/// Glyphs of one face that are painted by one operation, with the source text of each cluster.
struct GlyphBatch: ~Copyable {
  private var glyphBuffer = GrowingBuffer<cairo_glyph_t>()
  private var clusterBuffer = GrowingBuffer<Cluster>()
  private var byteBuffer = GrowingBuffer<UInt8>()

  /// The numbers of glyphs and of bytes of a cluster.
  struct Cluster: BitwiseCopyable {
    var glyphs: Int32
    var bytes: Int32
    /// A glyph that shows one ASCII character.
    static let single = Cluster(glyphs: 1, bytes: 1)
    var isSingle: Bool { glyphs == 1 && bytes == 1 }
  }

  /// Valid until the next change.
  var glyphs: UnsafeBufferPointer<cairo_glyph_t> { glyphBuffer.values }
  /// All clusters, valid until the next change.
  var clusters: ClusterReader {
    ClusterReader(glyphs: glyphBuffer.values, clusters: clusterBuffer.values, bytes: byteBuffer.values)
  }

  mutating func removeAll() {
    glyphBuffer.removeAll()
    clusterBuffer.removeAll()
    byteBuffer.removeAll()
  }

  /// - Parameters:
  ///   - range: glyphs of the slice's run.
  ///   - texts: by the number in the slice.
  ///   - x: the pen position of the first glyph.
  ///   - space: the face's glyph for a space if one is to represent white space at the end of the line.
  mutating func add(
    _ range: Range<UInt32>, _ slice: TextSlice, of texts: ContiguousArray<ShapedText>, x: Double, space: UInt? = nil
  ) {
    let run = texts[Int(slice.text)].runs[Int(slice.run)]
    let isRightToLeft = run.level & 1 == 1
    // Glyphs are in visual order: in right-to-left text the end of the line comes first.
    if let space, isRightToLeft { addSpace(space, x: x, y: slice.baseline) }
    let end = texts[Int(slice.text)].bytes.withUnsafeBufferPointer { bytes in
      texts[Int(slice.text)].glyphs.withReader { glyphs in add(range, slice, of: run, glyphs, bytes, x: x) }
    }
    if let space, !isRightToLeft { addSpace(space, x: end, y: slice.baseline) }
  }

  /// - Returns: the pen position after the last glyph.
  private mutating func add(
    _ range: Range<UInt32>, _ slice: TextSlice, of run: GlyphRun, _ glyphs: GlyphList.Reader,
    _ bytes: UnsafeBufferPointer<UInt8>, x: Double
  ) -> Double {
    let isRightToLeft = run.level & 1 == 1
    var x = x
    var index = Int(range.lowerBound)
    let end = Int(range.upperBound)
    guard index < end else { return x }
    var start = glyphs.cluster(index)
    while index < end {
      let first = index
      var next = start
      repeat {
        let glyph = glyphs[index]
        glyphBuffer.append(
          cairo_glyph_t(index: UInt(glyph.id), x: x + Double(glyph.dx), y: slice.baseline + Double(glyph.dy)))
        x += Double(glyph.advance)
        index += 1
        if index < end { next = glyphs.cluster(index) }
      } while index < end && next == start
      defer { start = next }
      if slice.justification != 0, JustificationOpportunity.isOne(bytes, at: Int(start), slice.spread) {
        x += Double(slice.justification)
      }
      if slice.ending == .hyphen {
        addSoftHyphen(glyphs: index - first, isFirst: first == Int(range.lowerBound))
        continue
      }
      // The cluster ends where the next one of the text begins, which is to its right, or to its left in right-to-left
      // text.
      let neighbour = isRightToLeft ? first - 1 : index
      let isInRun = neighbour >= Int(run.glyphs.lowerBound) && neighbour < Int(run.glyphs.upperBound)
      let limit = isInRun ? glyphs.cluster(neighbour) : run.bytes.upperBound
      addCluster(bytes, from: start, to: limit, glyphs: index - first)
    }
    return x
  }

  /// Adds an invisible space.
  mutating func addSpace(_ glyph: UInt, x: Double, y: Double) {
    glyphBuffer.append(cairo_glyph_t(index: glyph, x: x, y: y))
    byteBuffer.append(0x20)
    clusterBuffer.append(.single)
  }

  /// Adds the glyphs of a hyphen at a line end as a soft hyphen, because it is not part of the word (ISO 32000-1,
  /// 14.8.2.2.3).
  private mutating func addSoftHyphen(glyphs: Int, isFirst: Bool) {
    if isFirst { byteBuffer.append(contentsOf: [0xC2, 0xAD]) }
    clusterBuffer.append(Cluster(glyphs: Int32(glyphs), bytes: isFirst ? 2 : 0))
  }

  /// Adds a cluster, without its text if that is not valid UTF-8 or contains a noncharacter: readers would show a
  /// replacement character for it.
  @inline(__always)
  private mutating func addCluster(_ text: UnsafeBufferPointer<UInt8>, from: UInt32, to: UInt32, glyphs: Int) {
    if to == from + 1, Int(from) < text.count, 1..<0x80 ~= text[Int(from)] {
      byteBuffer.append(text[Int(from)])
      clusterBuffer.append(Cluster(glyphs: Int32(glyphs), bytes: 1))
    } else {
      addLongCluster(text, from: from, to: to, glyphs: glyphs)
    }
  }

  private mutating func addLongCluster(_ text: UnsafeBufferPointer<UInt8>, from: UInt32, to: UInt32, glyphs: Int) {
    var count = 0
    if from < to, Int(to) <= text.count, to - from <= 256 {
      let bytes = UnsafeBufferPointer(rebasing: text[Int(from)..<Int(to)])
      if Self.isText(bytes) {
        byteBuffer.append(contentsOf: bytes)
        count = bytes.count
      }
    }
    clusterBuffer.append(Cluster(glyphs: Int32(glyphs), bytes: Int32(count)))
  }

  /// Whether the bytes are UTF-8 (Unicode §3.9, table 3-7) without noncharacters and NUL.
  private static func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      let (length, least): (Int, UInt32)
      switch lead {
      case 0x01...0x7F: (length, least) = (1, 1)
      case 0xC2...0xDF: (length, least) = (2, 0x80)
      case 0xE0...0xEF: (length, least) = (3, 0x800)
      case 0xF0...0xF4: (length, least) = (4, 0x1_0000)
      default: return false
      }
      guard index + length <= bytes.count else { return false }
      var scalar = UInt32(lead) & (length == 1 ? 0x7F : 0x7F >> UInt32(length))
      for offset in 1..<length {
        guard bytes[index + offset] & 0xC0 == 0x80 else { return false }
        scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F)
      }
      guard scalar >= least, Unicode.Scalar(scalar) != nil, !isNoncharacter(scalar) else { return false }
      index += length
    }
    return true
  }

  /// Whether a character is a noncharacter. It is valid in UTF-8 (Unicode §23.7), but not meant for interchange.
  private static func isNoncharacter(_ scalar: UInt32) -> Bool {
    scalar & 0xFFFE == 0xFFFE || 0xFDD0...0xFDEF ~= scalar
  }
}
