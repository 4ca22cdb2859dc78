/// The visual order of runs of text (UAX #9 rule L2).
package enum VisualOrder {
  /// The logical positions in visual order: runs of each level are reversed, highest first.
  /// - Parameter levels: the embedding levels in logical order.
  @export(interface)
  package static func positions(of levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    for level in stride(from: levels.max() ?? 0, to: 0, by: -1) {
      var index = 0
      while index < order.count {
        guard levels[order[index]] >= level else {
          index += 1
          continue
        }
        var end = index
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[index..<end].reverse()
        index = end
      }
    }
    return order
  }
}
