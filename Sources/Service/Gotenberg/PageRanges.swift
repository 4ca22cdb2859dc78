/// Pages as Chromium's print dialog takes them: `1-5, 8, 11-`.
struct PageRanges: Hashable, Sendable {
  private let ranges: [(first: Int, last: Int?)]

  static func == (a: PageRanges, b: PageRanges) -> Bool { a.ranges.elementsEqual(b.ranges) { $0 == $1 } }
  func hash(into hasher: inout Hasher) { for range in ranges { hasher.combine(range.first) } }

  /// - Throws: `FormError`.
  init(_ text: String) throws(FormError) {
    var ranges: [(first: Int, last: Int?)] = []
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
      ranges.append((first, last))
    }
    self.ranges = ranges
  }

  /// The pages from 0 in the document's order.
  /// - Throws: `FormError` if none is left.
  func pages(of count: Int) throws(FormError) -> [Int] {
    let pages = (0..<count).filter { page in ranges.contains { page + 1 >= $0.first && page + 1 <= $0.last ?? count } }
    guard !pages.isEmpty else {
      throw .field("nativePageRanges", "contains none of the document's \(count) pages")
    }
    return pages
  }
}
