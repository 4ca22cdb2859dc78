/// Grammars of the properties that only `@page` has (css-page-3).
extension ValueParser {
  /// `auto`, a name, an orientation, or two lengths.
  mutating func pageSize() -> Value? {
    if has(.auto) { return .keyword(.auto) }
    if let width = length(0) { return .list([width, length(0) ?? width]) }
    var size: Keyword?
    var orientation: Keyword?
    for _ in 0..<2 {
      if orientation == nil, let keyword = keyword(in: [.portrait, .landscape]) {
        orientation = keyword
      } else if size == nil, let keyword = keyword(in: NamedPageSize.names) {
        size = keyword
      }
    }
    guard size != nil || orientation != nil else { return nil }
    return .list([.keyword(size ?? .auto), .keyword(orientation ?? .auto)])
  }

  mutating func pageMarks() -> Value? {
    if has(.none) { return .list([]) }
    return repeated(upTo: 2) { $0.keyword(.crop, .cross) }.map { .list($0) }
  }
}
