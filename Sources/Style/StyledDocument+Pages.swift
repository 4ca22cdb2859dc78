/// Styles of pages and of the canvas.
extension StyledDocument {
  /// The sheet, page box and margin boxes of one page (css-page-3).
  @export(interface)
  package mutating func pageStyle(_ query: PageQuery) -> PageStyle {
    let matched = pages.matching(query)
    if let known = pages[matched] { return known }
    let ordered = pages.cascade(matched, .page)
    let style = pages.compute(ordered, parent: pages.rootStyle, customs: &customSets)
    var page = pages.sheet(ordered, style, customs: customSets)
    page.style = append(style)
    for place in MarginBoxPlace.allCases {
      let ordered = pages.cascade(matched, .marginBox(place))
      guard ordered.declares(.content, pages.blocks.declarations) else { continue }
      var box = pages.compute(ordered, parent: style, customs: &customSets)
      guard box.content.content?.isEmpty == false else { continue }
      box.keepMarginBoxProperties()
      page.marginBoxes.append(PageStyle.MarginBox(place: place, style: append(box)))
    }
    var area = pages.compute(pages.cascade(matched, .footnoteArea), parent: style, customs: &customSets)
    area.keepFootnoteAreaProperties()
    page.footnoteArea = append(area)
    pages[matched] = page
    return page
  }

  /// Whether the rules of pages combine in so many ways that those with names or `:nth()` do not apply to further
  /// pages.
  package var hasTooManyPageStyles: Bool { pages.isExhausted }

  /// A style that paints the background of one box on the canvas or the sheet.
  /// - Parameter box: the box whose edges determine the background positioning area.
  @export(interface)
  package mutating func canvasStyle(background: StyleID, box: StyleID, isPage: Bool = false) -> StyleID {
    var style = ComputedStyle()
    // A page that is hidden hides neither the document nor margin boxes that are visible (css-page-3 §6).
    if isPage { style.text.visibility = self[box].text.visibility }
    style.text.color = self[background].text.color
    style.box.display = .block
    style.box.borderWidth = self[box].box.borderWidth
    style.box.borderStyle = self[box].box.borderStyle
    style.box.padding = self[box].box.padding
    style.paint.backgroundColor = self[background].paint.backgroundColor
    style.paint.backgroundLayers = self[background].paint.backgroundLayers
    style.paint.borderColor = self[box].paint.borderColor
    if isPage {
      let paint = self[box].paint
      (style.paint.outlineWidth, style.paint.outlineStyle) = (paint.outlineWidth, paint.outlineStyle)
      (style.paint.outlineColor, style.paint.outlineOffset) = (paint.outlineColor, paint.outlineOffset)
    }
    return append(style)
  }
}
