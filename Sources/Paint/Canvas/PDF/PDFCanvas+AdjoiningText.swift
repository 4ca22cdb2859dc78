import CPango
import PDF

/// Text whose glyphs follow each other where readers place them anyway. That is most of a text, and each function has
/// the same result as `show` has for each cluster, in fewer steps.
extension PDFCanvas {
  /// Shows the first clusters as far as each is an ASCII character of the open string of the simple font.
  func showAdjoiningASCII(_ clusters: inout ClusterReader, _ font: DrawnFont, _ style: DrawnStyle) {
    guard let simple = font.simple, continuesString(simple, style) else { return }
    let (glyphs, bytes) = (clusters.glyphs, clusters.bytes)
    let (origin, baseline) = (text.origin.x, text.baseline)
    let tolerance = style.tolerance
    var pen = text.pen
    var count = 0
    while count < clusters.clusters.count, clusters.clusters[count].isSingle, glyphs[count].y == baseline,
      abs(glyphs[count].x - origin - pen) < tolerance,
      let width = font.simpleWidth(of: bytes[count], ifItShows: UInt32(truncatingIfNeeded: glyphs[count].index))
    {
      pen += width * style.size / 1000
      count += 1
    }
    stream.append(stringBytes: UnsafeBufferPointer(rebasing: bytes[..<count]))
    text.pen = pen
    clusters.skip(singles: count)
  }

  /// Shows the first clusters as far as each is another character of the open string of the composite font.
  func showAdjoiningCharacters(_ clusters: inout ClusterReader, _ font: DrawnFont, _ style: DrawnStyle) {
    guard continuesString(font.number, style) else { return }
    let (origin, baseline) = (text.origin.x, text.baseline)
    let tolerance = style.tolerance
    var pen = text.pen
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { string in
      var count = 0
      while let cluster = clusters.clusters.first, cluster.glyphs == 1, cluster.bytes > 1,
        clusters.glyphs[0].y == baseline, abs(clusters.glyphs[0].x - origin - pen) < tolerance,
        let code = font.compositeCode(
          of: UInt32(truncatingIfNeeded: clusters.glyphs[0].index),
          ifItShows: UnsafeBufferPointer(rebasing: clusters.bytes[..<Int(cluster.bytes)]))
      {
        if count == string.count {
          stream.append(stringBytes: UnsafeBufferPointer(string))
          count = 0
        }
        string[count] = UInt8(truncatingIfNeeded: code >> 8)
        string[count + 1] = UInt8(truncatingIfNeeded: code)
        count += 2
        pen += font.widths[Int(code)] * style.size / 1000
        clusters.skipOne(bytes: Int(cluster.bytes))
      }
      stream.append(stringBytes: UnsafeBufferPointer(rebasing: string[..<count]))
    }
    text.pen = pen
  }

  /// Whether a string of a font and size is open on a known line.
  private func continuesString(_ number: Int, _ style: DrawnStyle) -> Bool {
    text.stringStart != nil && text.hasOrigin && !style.isUpright && state.font?.number == number
      && state.font?.size == style.size
  }
}

extension DrawnStyle {
  /// px: an adjustment of less than half a thousandth of an em is none.
  fileprivate var tolerance: Double { 0.000_49 * size }
}
