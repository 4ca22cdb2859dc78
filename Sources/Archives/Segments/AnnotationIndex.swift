import PDF

/// Index of a file's annotations: its pages, the arrays in `/Annots` and the annotations in them. It is built once per
/// file and updated with each segment, so that the cost of checking a segment does not depend on the size of the file.
package struct AnnotationIndex: Sendable {
  /// Page numbers, from 0.
  private var pages: [PDFReference: Int] = [:]
  /// `/Annots` arrays that are indirect objects, with the pages that refer to them.
  private var arrays: [PDFReference: Set<PDFReference>] = [:]
  /// The page of each annotation; the last one if several pages refer to it.
  private var annotations: [PDFReference: PDFReference] = [:]

  package init(_ file: PDFFile) throws(PDFError) {
    var tree = try PageTree(file)
    while let page = try tree.next() {
      guard let reference = page.reference else { continue }
      pages[reference] = page.index
      try add(reference, file)
    }
  }

  /// Applies the changes of a segment.
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

  /// The number of its entries.
  var count: Int { pages.count + arrays.count + annotations.count }

  func isAnnotation(_ reference: PDFReference) -> Bool { annotations[reference] != nil }

  func isArray(_ reference: PDFReference) -> Bool { arrays[reference] != nil }

  /// Pages that are changed, or whose `/Annots` array or annotations are changed or freed, in page order.
  func pages(touchedBy changed: Set<PDFReference>, freed: [Int] = []) -> [PDFReference] {
    var touched: Set<PDFReference> = []
    for reference in changed {
      if pages[reference] != nil { touched.insert(reference) }
      if let page = annotations[reference] { touched.insert(page) }
      touched.formUnion(arrays[reference] ?? [])
    }
    if !freed.isEmpty {
      let freed = Set(freed)
      for (reference, page) in annotations where freed.contains(reference.number) { touched.insert(page) }
    }
    return touched.sorted { (pages[$0] ?? 0) < (pages[$1] ?? 0) }
  }
}
