import CPango
import Layout
import TextShaping

/// Glyphs of one face that are painted by one operation, with the source text of each cluster.
struct GlyphBatch {
  private(set) var glyphs: [cairo_glyph_t] = []
  private var clusters: ContiguousArray<cairo_text_cluster_t> = []
  private var bytes: [UInt8] = []

  mutating func removeAll() {
    glyphs.removeAll(keepingCapacity: true)
    clusters.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// - Parameters:
  ///   - range: glyphs of the slice's run.
  ///   - x: the pen position of the first glyph.
  ///   - space: the face's glyph for a space if one is to represent white space at the end of the line.
  mutating func add(
    _ range: Range<UInt32>, _ slice: TextSlice, of text: borrowing ShapedText, x: Double, space: UInt? = nil
  ) {
    let runGlyphs = text.runs[Int(slice.run)].glyphs
    let runEnd = text.runs[Int(slice.run)].bytes.upperBound
    let isRightToLeft = text.runs[Int(slice.run)].level & 1 == 1
    var x = x
    // Glyphs are in visual order: in right-to-left text the end of the line comes first.
    if let space, isRightToLeft { addSpace(space, x: x, y: slice.baseline) }
    defer { if let space, !isRightToLeft { addSpace(space, x: x, y: slice.baseline) } }
    var index = Int(range.lowerBound)
    let end = Int(range.upperBound)
    while index < end {
      let start = text.glyphs[index].cluster
      let first = index
      while index < end, text.glyphs[index].cluster == start {
        let glyph = text.glyphs[index]
        glyphs.append(
          cairo_glyph_t(index: UInt(glyph.id), x: x + Double(glyph.dx), y: slice.baseline + Double(glyph.dy)))
        x += Double(glyph.advance)
        index += 1
      }
      if slice.justification != 0, JustificationOpportunity.isOne(text.bytes, at: Int(start), slice.spread) {
        x += Double(slice.justification)
      }
      // The cluster ends where the next one of the text begins, which is to its right, or to its left in right-to-left
      // text.
      let neighbour = isRightToLeft ? first - 1 : index
      let isInRun = neighbour >= Int(runGlyphs.lowerBound) && neighbour < Int(runGlyphs.upperBound)
      let limit = isInRun ? text.glyphs[neighbour].cluster : runEnd
      if slice.ending == .hyphen {
        addSoftHyphen(glyphs: index - first, isFirst: first == Int(range.lowerBound))
      } else {
        addCluster(text.bytes, from: start, to: limit, glyphs: index - first)
      }
    }
  }

  /// Adds an invisible space.
  mutating func addSpace(_ glyph: UInt, x: Double, y: Double) {
    glyphs.append(cairo_glyph_t(index: glyph, x: x, y: y))
    bytes.append(0x20)
    clusters.append(cairo_text_cluster_t(num_bytes: 1, num_glyphs: 1))
  }

  /// Adds the glyphs of a hyphen at a line end as a soft hyphen, because it is not part of the word (ISO 32000-1,
  /// 14.8.2.2.3).
  private mutating func addSoftHyphen(glyphs: Int, isFirst: Bool) {
    if isFirst { bytes += [0xC2, 0xAD] }
    clusters.append(cairo_text_cluster_t(num_bytes: isFirst ? 2 : 0, num_glyphs: Int32(glyphs)))
  }

  /// Adds a cluster, without its text if that is not valid UTF-8 or contains a noncharacter: readers would show a
  /// replacement character for it.
  private mutating func addCluster(_ text: ContiguousArray<UInt8>, from: UInt32, to: UInt32, glyphs: Int) {
    var count = 0
    if from < to, Int(to) <= text.count, to - from <= 256 {
      let range = Int(from)..<Int(to)
      if range.count == 1 {
        if 1..<0x80 ~= text[range.lowerBound] {
          bytes.append(text[range.lowerBound])
          count = 1
        }
      } else if Self.isText(text[range]) {
        bytes.append(contentsOf: text[range])
        count = range.count
      }
    }
    clusters.append(cairo_text_cluster_t(num_bytes: Int32(count), num_glyphs: Int32(glyphs)))
  }

  private static func isText(_ slice: ContiguousArray<UInt8>.SubSequence) -> Bool {
    guard !slice.contains(0), let text = String(validating: slice, as: UTF8.self) else { return false }
    return !text.unicodeScalars.contains { isNoncharacter($0.value) }
  }

  /// Whether the bytes are a noncharacter. It is valid in UTF-8 (Unicode §23.7), but not meant for interchange.
  private static func isNoncharacter(_ scalar: UInt32) -> Bool {
    scalar & 0xFFFE == 0xFFFE || 0xFDD0...0xFDEF ~= scalar
  }

  /// Calls `body` with the glyphs and the text of each cluster, which are valid during the call.
  func forEachCluster(_ body: (UnsafeBufferPointer<cairo_glyph_t>, UnsafeBufferPointer<UInt8>) -> Void) {
    glyphs.withUnsafeBufferPointer { glyphs in
      bytes.withUnsafeBufferPointer { bytes in
        var (glyph, byte) = (0, 0)
        for cluster in clusters {
          let (nextGlyph, nextByte) = (glyph + Int(cluster.num_glyphs), byte + Int(cluster.num_bytes))
          body(
            UnsafeBufferPointer(rebasing: glyphs[glyph..<nextGlyph]),
            UnsafeBufferPointer(rebasing: bytes[byte..<nextByte]))
          (glyph, byte) = (nextGlyph, nextByte)
        }
      }
    }
  }
}
