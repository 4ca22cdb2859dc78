import PDF

/// The page that a continuous view shows: all pages one under the other, each as high as it is.
package struct PagePlace: Hashable, Sendable {
  package var page: PDFPage
  /// Where the page begins, in points from the beginning of the first one.
  package var top: Double
  /// How far down the page the middle of the view is: 0 at its upper edge, 1 at its lower.
  package var fraction: Double
}

extension PDFFile {
  /// The page that covers the middle of a view of `height` points that begins `offset` points below the top of the
  /// first page. Before the first page that is the first one, past the last the last one; nil where there are no pages.
  ///
  /// - Parameter gap: points between two pages; its upper half belongs to the page above.
  package func page(at offset: Double, viewHeight height: Double, gap: Double = 0) throws(PDFError) -> PagePlace? {
    let middle = offset + height / 2
    var tree = try PageTree(self)
    var top = 0.0
    var last: PagePlace?
    while let page = try tree.next() {
      let fraction = page.height > 0 ? (middle - top) / page.height : 0
      let place = PagePlace(page: page, top: top, fraction: min(max(fraction, 0), 1))
      if middle < top + page.height + gap / 2 { return place }
      last = place
      top += page.height + gap
    }
    return last
  }
}
