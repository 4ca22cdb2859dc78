import Rendering

/// Pages as Chromium's print dialog takes them: `1-5, 8, 11-`.
struct PageRanges: Sendable {
  let ranges: [PageRange]

  /// - Throws: `FormError`.
  init(_ text: String) throws(FormError) {
    var ranges: [PageRange] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let bounds = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map {
        $0.filter { $0 != " " }
      }
      let first = bounds[0].isEmpty && bounds.count == 2 ? 1 : Int(bounds[0])
      let isOpen = bounds.count == 2 && bounds[1].isEmpty
      let last = bounds.count == 1 ? first : isOpen ? nil : Int(bounds[1])
      guard let first, first >= 1, isOpen || last ?? 0 >= first, ranges.count < 1000,
        bounds.contains(where: { !$0.isEmpty })
      else { throw .field("nativePageRanges", "is invalid (expected pages such as 1-5, 8, 11-13)") }
      ranges.append(PageRange(first: first, last: last))
    }
    self.ranges = ranges
  }
}
