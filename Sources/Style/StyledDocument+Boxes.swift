import Markup

extension StyledDocument {
  /// The style of an anonymous box: initial values but for the inherited ones of `parent` (CSS 2.2 §9.2.1.1).
  package mutating func anonymousStyle(inheriting parent: StyleID, display: BoxStyle.Display) -> StyleID {
    let key = AnonymousKey(parent: parent, display: display)
    if let known = anonymous[key] { return known }
    var style = ComputedStyle()
    style.inherit(from: self[parent])
    style.box.display = display
    style.box.originalDisplay = display
    style.paint.borderColor = Sides(style.text.color)
    style.paint.outlineColor = style.text.color
    style.item.columnRuleColor = style.text.color
    let id = append(style)
    anonymous[key] = id
    return id
  }

  /// The sheet, page box and margin boxes of one page (css-page-3).
  package mutating func pageStyle(_ query: PageQuery) -> PageStyle {
    let matched = pages.matching(query)
    if let known = pages.known[matched] { return known }
    let ordered = pages.cascade(matched, nil)
    let style = pages.compute(ordered, parent: pages.rootStyle, customs: &customSets)
    var page = pages.sheet(ordered, style)
    page.style = append(style)
    for place in MarginBoxPlace.allCases {
      let ordered = pages.cascade(matched, place)
      guard ordered.declares(.content, pages.blocks.declarations) else { continue }
      let box = pages.compute(ordered, parent: style, customs: &customSets)
      guard box.content.content?.isEmpty == false, box.box.display != .none else { continue }
      page.marginBoxes.append(PageStyle.MarginBox(place: place, style: append(box)))
    }
    pages.known[matched] = page
    return page
  }

  /// A counter's text in a counter style, without prefix and suffix (css-counter-styles-3); unknown styles read as
  /// `decimal`.
  package func counterText(_ value: Int, style: String) -> String { counterStyles.text(value, style: style) }

  /// A list item's marker text with the counter style's prefix and suffix: `1. `, `• `.
  package func markerText(_ value: Int, style: String) -> String { counterStyles.marker(value, style: style) }

  /// Adds a style that layout makes for a box of its own.
  package mutating func add(_ style: ComputedStyle) -> StyleID { append(style) }

  private mutating func append(_ style: ComputedStyle) -> StyleID {
    styles.append(style)
    return StyleID(UInt32(styles.count - 1))
  }
}

/// What an anonymous style is made from.
struct AnonymousKey: Hashable, Sendable {
  var parent: StyleID
  var display: BoxStyle.Display
}
