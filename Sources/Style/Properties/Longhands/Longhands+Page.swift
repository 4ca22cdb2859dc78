/// The properties that only `@page` has (css-page-3): `PageRules.sheet` reads their specified values.
extension LonghandRows {
  mutating func addPages() {
    addUncomputed(.size, "size", .page) { $0.pageSize() }
    addUncomputed(.pageOrientation, "page-orientation", .page) { $0.keyword(.upright, .rotateLeft, .rotateRight) }
    addUncomputed(.marks, "marks", .page) { $0.pageMarks() }
    addUncomputed(.bleed, "bleed", .page) { $0.keyword(.auto) ?? $0.length() }
  }
}
