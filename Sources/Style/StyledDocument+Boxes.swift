extension StyledDocument {
  /// The style of an anonymous box: initial values but for the inherited ones of `parent` (CSS 2.2 §9.2.1.1).
  package mutating func anonymousStyle(inheriting parent: StyleID, display: BoxStyle.Display) -> StyleID { parent }

  /// The sheet, page box and margin boxes of one page (css-page-3).
  package mutating func pageStyle(_ query: PageQuery) -> PageStyle { fatalError() }

  /// A counter's text in a counter style, without prefix and suffix (css-counter-styles-3); unknown styles read as `decimal`.
  package func counterText(_ value: Int, style: String) -> String { "" }

  /// A list item's marker text with the counter style's prefix and suffix: `1. `, `• `.
  package func markerText(_ value: Int, style: String) -> String { "" }
}

struct PageRules: Sendable {}
struct AnonymousKey: Hashable, Sendable {}
