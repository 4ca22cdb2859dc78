import PDF

/// A page of which annotations cover a large part. That is legal, but may hide the content below them.
package struct PageCoverage: Hashable, Sendable {
  /// Page number, from 0.
  package var page: Int
  /// The part of the visible page inside the rectangles of annotations, from 0 to 1.
  package var share: Double

  /// Smaller parts are not reported.
  private static let threshold = 0.5
  /// Cells of the grid in each direction with which the part is measured.
  private static let cells = 64
  /// Annotations that draw nothing, or an icon.
  private static let transparent: Set<String> = ["Link", "Popup", "Text", "Widget"]

  /// Fails if annotations cover less than half of the page.
  package init?(_ page: PDFPage, _ annotations: [AnnotationSummary]) {
    let box = page.cropBox
    guard box.width > 0, box.height > 0 else { return nil }
    let count = Self.cells
    var covered = [Bool](repeating: false, count: count * count)
    func cells(_ from: Double, _ to: Double, _ origin: Double, _ length: Double) -> Range<Int> {
      let scale = Double(count) / length
      let start = min(max(((from - origin) * scale).rounded(), 0), Double(count))
      let end = min(max(((to - origin) * scale).rounded(), 0), Double(count))
      return Int(start)..<max(Int(start), Int(end))
    }
    for annotation in annotations where annotation.page == page.index && !Self.transparent.contains(annotation.kind) {
      guard let rectangle = annotation.rectangle,
        [rectangle.x0, rectangle.x1, rectangle.y0, rectangle.y1].allSatisfy(\.isFinite)
      else { continue }
      for y in cells(rectangle.y0, rectangle.y1, box.y0, box.height) {
        for x in cells(rectangle.x0, rectangle.x1, box.x0, box.width) { covered[y * count + x] = true }
      }
    }
    share = Double(covered.count { $0 }) / Double(covered.count)
    self.page = page.index
    guard share >= Self.threshold else { return nil }
  }

  /// A sentence for people.
  package var remark: String {
    "Annotations cover \(Int((share * 100).rounded())) % of page \(page + 1) and may hide what is below them."
  }
}

extension PDFFile {
  /// The pages that are covered for the most part. Pages whose annotations cannot be read are left out.
  package func coveredPages() throws(PDFError) -> [PageCoverage] {
    var found: [PageCoverage] = []
    var tree = try PageTree(self)
    while let page = try tree.next() {
      guard let annotations = try? annotations(of: page) else { continue }
      if let coverage = PageCoverage(page, annotations) { found.append(coverage) }
    }
    return found
  }
}
