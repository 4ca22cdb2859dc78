/// Grammars of list, quote and table properties (css-lists-3, css-content-3, CSS 2.2 §17).
extension ValueParser {
  mutating func listStyleType() -> Value? {
    if has(.none) { return .keyword(.none) }
    return string().map { .string($0) } ?? counterStyle().map { .identifier($0) }
  }

  /// Pairs of strings as a list; an empty list for `none`.
  mutating func quotes() -> Value? {
    if has(.none) { return .list([]) }
    if has(.auto) || has(.matchParent) { return .keyword(.auto) }
    guard let strings = repeated({ $0.string() }), strings.count % 2 == 0 else { return nil }
    return .list(strings.map { .string($0) })
  }

  mutating func captionSide() -> Value? {
    if ident("block-start") || ident("inline-start") { return .keyword(.top) }
    if ident("block-end") || ident("inline-end") { return .keyword(.bottom) }
    return keyword(.top, .bottom)
  }
}
