import PDF

/// Where a file has annotations: its pages, their arrays of annotations and what stands in those. Made once for a file,
/// and kept true segment by segment, so that checking a segment costs what the segment touches.
package struct AnnotationIndex {
  /// Each page's place in page order.
  private var pages: [PDFReference: Int] = [:]
  /// `/Annots` that are objects of their own, with the pages that name them.
  private var arrays: [PDFReference: Set<PDFReference>] = [:]
  /// Annotations by the page that has them; of several pages the last one.
  private var annotations: [PDFReference: PDFReference] = [:]

  package init(_ file: PDFFile) throws(PDFError) {
    var tree = try PageTree(file)
    while let page = try tree.next() {
      guard let reference = page.reference else { continue }
      pages[reference] = page.index
      try add(reference, file)
    }
  }

  /// Takes in what a segment did.
  package mutating func update(_ changes: [AnnotationChange], after: PDFFile) throws(PDFError) {
    for change in changes {
      for reference in change.removed where annotations[reference] == change.page { annotations[reference] = nil }
      for reference in change.added { annotations[reference] = change.page }
      if let array = try after.object(change.page).dictionary?["Annots"].reference {
        arrays[array, default: []].insert(change.page)
      }
    }
  }

  private mutating func add(_ page: PDFReference, _ file: PDFFile) throws(PDFError) {
    guard let dictionary = try file.object(page).dictionary else { return }
    if let array = dictionary["Annots"].reference { arrays[array, default: []].insert(page) }
    for item in try file.resolve(dictionary["Annots"]).array ?? [] {
      if let annotation = item.reference { annotations[annotation] = page }
    }
  }

  func isAnnotation(_ reference: PDFReference) -> Bool { annotations[reference] != nil }

  func isArray(_ reference: PDFReference) -> Bool { arrays[reference] != nil }

  /// The pages that are changed, or whose arrays or annotations are, in page order.
  func pages(touchedBy changed: Set<PDFReference>) -> [PDFReference] {
    var touched: Set<PDFReference> = []
    for reference in changed {
      if pages[reference] != nil { touched.insert(reference) }
      if let page = annotations[reference] { touched.insert(page) }
      touched.formUnion(arrays[reference] ?? [])
    }
    return touched.sorted { (pages[$0] ?? 0) < (pages[$1] ?? 0) }
  }
}
