/// The shorthand properties.
enum Shorthand: UInt8, CaseIterable, Hashable, Sendable {
  case all, margin, padding, border, borderTop, borderRight, borderBottom, borderLeft, borderWidth, borderStyle
  case borderColor, borderBlock, borderInline, borderBlockStart, borderBlockEnd, borderInlineStart
  case borderInlineEnd, borderBlockWidth, borderInlineWidth, borderBlockStyle, borderInlineStyle, borderBlockColor
  case borderInlineColor, marginBlock, marginInline, paddingBlock, paddingInline, inset, insetBlock, insetInline
  case borderRadius, borderImage, outline, background, backgroundPosition, font, fontVariant, listStyle
  case textDecoration, whiteSpace, textWrap, overflow, flex, flexFlow, gap, placeContent, placeItems, placeSelf
  case columns, columnRule, gridRow, gridColumn, gridArea, gridTemplate, grid, pageBreakBefore, pageBreakAfter
  case pageBreakInside, textEmphasis, fontSynthesis

  /// The name in CSS.
  var name: String { Self.names[Int(rawValue)] }

  static let byName: [String: Shorthand] = Dictionary(uniqueKeysWithValues: zip(names, allCases))

  /// In the order of the cases.
  private static let names: [String] = """
    all margin padding border border-top border-right border-bottom border-left border-width border-style \
    border-color border-block border-inline border-block-start border-block-end border-inline-start \
    border-inline-end border-block-width border-inline-width border-block-style border-inline-style \
    border-block-color border-inline-color margin-block margin-inline padding-block padding-inline inset \
    inset-block inset-inline border-radius border-image outline background background-position font font-variant \
    list-style text-decoration white-space text-wrap overflow flex flex-flow gap place-content place-items \
    place-self columns column-rule grid-row grid-column grid-area grid-template grid page-break-before \
    page-break-after page-break-inside text-emphasis font-synthesis
    """.split(separator: " ").map(String.init)
}
