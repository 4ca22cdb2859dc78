import PDF

/// Index of a file's annotations: its pages, the arrays in `/Annots` and the annotations in them. It is built once per
/// file and updated with each segment, so that the cost of checking a segment does not depend on the size of the file.
package struct AnnotationIndex: Sendable {
  /// Page numbers, from 0.
  let pages: ReferenceTable
  /// `/Annots` arrays that are indirect objects, with the pages that refer to them.
  let arrays: ReferenceTable
  /// The page of each annotation; the last one if several pages refer to it.
  let annotations: ReferenceTable
  /// Further pages of arrays, by segments.
  private var addedArrays: [PDFReference: Set<PDFReference>] = [:]
  /// The pages of annotations that segments add, and nil for those that they remove.
  private var changedAnnotations: [PDFReference: PDFReference?] = [:]

  package init(_ file: PDFFile) throws(PDFError) {
    var tree = try PageTree(file)
    var (pages, arrays): ([(PDFReference, UInt64)], [(PDFReference, UInt64)]) = ([], [])
    var annotations: [PDFReference: PDFReference] = [:]
    while let page = try tree.next() {
      guard let reference = page.reference else { continue }
      pages.append((reference, UInt64(page.index)))
      guard let dictionary = try file.object(reference).dictionary else { continue }
      if let array = dictionary["Annots"].reference { arrays.append((array, ReferenceTable.key(reference))) }
      for item in try file.resolve(dictionary["Annots"]).array ?? [] {
        if let annotation = item.reference { annotations[annotation] = reference }
      }
    }
    self.init(
      pages: ReferenceTable(pages), arrays: ReferenceTable(arrays),
      annotations: ReferenceTable(annotations.map { ($0, ReferenceTable.key($1)) }))
  }

  init(pages: ReferenceTable, arrays: ReferenceTable, annotations: ReferenceTable) {
    (self.pages, self.arrays, self.annotations) = (pages, arrays, annotations)
  }

  /// Applies the changes of a segment.
  package mutating func update(_ changes: [AnnotationChange], after: PDFFile) throws(PDFError) {
    for change in changes {
      for reference in change.removed where page(of: reference) == change.page {
        changedAnnotations[reference] = .some(nil)
      }
      for reference in change.added { changedAnnotations[reference] = change.page }
      if let array = try after.object(change.page).dictionary?["Annots"].reference {
        addedArrays[array, default: []].insert(change.page)
      }
    }
  }

  /// The number of its entries.
  var count: Int {
    pages.count + arrays.count + annotations.count + addedArrays.count + changedAnnotations.count
  }

  func isAnnotation(_ reference: PDFReference) -> Bool { page(of: reference) != nil }

  func isArray(_ reference: PDFReference) -> Bool {
    addedArrays[reference] != nil || arrays.first(reference) != nil
  }

  private func page(of annotation: PDFReference) -> PDFReference? {
    if let changed = changedAnnotations[annotation] { return changed }
    return annotations.first(annotation).flatMap(ReferenceTable.reference)
  }

  /// Pages that are changed, or whose `/Annots` array or annotations are changed or freed, in page order.
  func pages(touchedBy changed: Set<PDFReference>, freed: [Int] = []) -> [PDFReference] {
    var touched: Set<PDFReference> = []
    for reference in changed {
      if pages.first(reference) != nil { touched.insert(reference) }
      if let page = page(of: reference) { touched.insert(page) }
      touched.formUnion(arrays.all(reference).compactMap(ReferenceTable.reference))
      touched.formUnion(addedArrays[reference] ?? [])
    }
    for number in freed {
      for reference in annotations.references(of: number) {
        if let page = page(of: reference) { touched.insert(page) }
      }
    }
    if !freed.isEmpty {
      let freed = Set(freed)
      for case (let reference, let page?) in changedAnnotations where freed.contains(reference.number) {
        touched.insert(page)
      }
    }
    return touched.sorted { (pages.first($0) ?? 0) < (pages.first($1) ?? 0) }
  }
}
