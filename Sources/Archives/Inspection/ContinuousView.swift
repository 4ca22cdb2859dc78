import PDF

/// The current page of a continuous view, in which all pages are stacked vertically at their own heights.
package struct PagePlace: Hashable, Sendable {
  package var page: PDFPage
  /// Distance from the top of the first page to the top of this page, in points.
  package var top: Double
  /// Position of the middle of the view on the page: 0 at its top edge, 1 at its bottom edge.
  package var fraction: Double
}

extension PDFFile {
  /// The page at the middle of a view of `height` points that begins `offset` points below the top of the first page;
  /// the first or last page if the middle is outside all pages; nil if there are no pages.
  ///
  /// - Parameter gap: space between two pages in points; its upper half belongs to the page above.
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
