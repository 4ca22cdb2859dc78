/// The longhand properties, in the order in which an element computes them.
enum Property: UInt8, CaseIterable, Hashable, Sendable {
  // First, what the rest depends on.
  case direction, writingMode, fontSize, fontFamily, fontWeight, fontStyle, fontStretch, fontVariantCaps
  case fontVariantLigatures, fontVariantNumeric, fontVariantEastAsian, fontVariantPosition, fontVariantAlternates
  case fontKerning, fontFeatureSettings, lineHeight, color
  // Inherited text.
  case textAlign, textAlignLast, textIndent, whiteSpaceCollapse, textWrapMode, letterSpacing, wordSpacing
  case textTransform, tabSize, hyphens, hyphenateCharacter, overflowWrap, wordBreak, lineBreak, orphans, widows
  case listStyleType, listStyleImage, listStylePosition, quotes, borderCollapse, borderSpacing, captionSide
  case emptyCells, visibility, textJustify, hyphenateLimitChars, hyphenateLimitLines, hyphenateLimitZone,
    hangingPunctuation, textWrapStyle, textAutospace
  case textEmphasisStyle, textEmphasisColor, textEmphasisPosition, textDecorationSkipInk, fontSynthesisWeight
  case fontSynthesisStyle, fontSynthesisSmallCaps, fontSizeAdjust, textShadow, textUnderlinePosition
  // Text decoration and what else is not inherited.
  case unicodeBidi, textDecorationLine, textDecorationStyle, textDecorationColor, textDecorationThickness
  case textUnderlineOffset
  // Boxes.
  case display, position, float, clear, width, height, minWidth, minHeight, maxWidth, maxHeight, aspectRatio
  case boxSizing, marginTop, marginRight, marginBottom, marginLeft, paddingTop, paddingRight, paddingBottom
  case paddingLeft, borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle, borderTopWidth
  case borderRightWidth, borderBottomWidth, borderLeftWidth, top, right, bottom, left, zIndex, overflowX
  case overflowY, textOverflow, verticalAlign, tableLayout, objectFit, objectPosition, breakBefore, breakAfter
  case breakInside, boxDecorationBreak, page, contain, footnoteDisplay, footnotePolicy
  // Paint.
  case backgroundColor, backgroundImage, backgroundPositionX, backgroundPositionY, backgroundSize
  case backgroundRepeat, backgroundOrigin, backgroundClip, backgroundAttachment, borderTopColor, borderRightColor
  case borderBottomColor, borderLeftColor, borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius
  case borderBottomLeftRadius, borderImageSource, borderImageSlice, borderImageWidth, borderImageOutset
  case borderImageRepeat, boxShadow, outlineStyle, outlineWidth, outlineColor, outlineOffset, opacity, transform
  case translate, rotate, scale, transformOrigin, mixBlendMode, isolation, clip, clipPath
  // Generated content.
  case content, counterReset, counterIncrement, counterSet, stringSet, bookmarkLevel, bookmarkLabel, bookmarkState
  case language
  // Flex, grid, columns.
  case flexDirection, flexWrap, flexGrow, flexShrink, flexBasis, order, alignContent, alignItems, alignSelf
  case justifyContent, justifyItems, justifySelf, rowGap, columnGap, columnCount, columnWidth, columnRuleWidth
  case columnRuleStyle, columnRuleColor, columnSpan, columnFill, columnHeight, columnWrap, gridTemplateRows,
    gridTemplateColumns
  case gridTemplateAreas, gridAutoRows, gridAutoColumns, gridAutoFlow, gridRowStart, gridRowEnd, gridColumnStart
  case gridColumnEnd
  // Of `@page` only (css-page-3).
  case size, pageOrientation, marks, bleed
  // Flow-relative forms, which become one of the above before the cascade (css-logical-1).
  case blockSize, inlineSize, minBlockSize, minInlineSize, maxBlockSize, maxInlineSize, marginBlockStart
  case marginBlockEnd, marginInlineStart, marginInlineEnd, paddingBlockStart, paddingBlockEnd, paddingInlineStart
  case paddingInlineEnd, borderBlockStartWidth, borderBlockEndWidth, borderInlineStartWidth, borderInlineEndWidth
  case borderBlockStartStyle, borderBlockEndStyle, borderInlineStartStyle, borderInlineEndStyle
  case borderBlockStartColor, borderBlockEndColor, borderInlineStartColor, borderInlineEndColor, insetBlockStart
  case insetBlockEnd, insetInlineStart, insetInlineEnd, borderStartStartRadius, borderStartEndRadius
  case borderEndStartRadius, borderEndEndRadius
  // Any custom property; its name is in the value.
  case custom

  /// True of those that only have a meaning in `@page`.
  var isPageOnly: Bool { self == .size || self == .pageOrientation || self == .marks || self == .bleed }

  /// The name in CSS.
  var name: String { Self.names[Int(rawValue)] }

  static let byName: [String: Property] = Dictionary(uniqueKeysWithValues: zip(names, allCases))

  /// In the order of the cases.
  private static let names: [String] = """
    direction writing-mode font-size font-family font-weight font-style font-stretch font-variant-caps \
    font-variant-ligatures font-variant-numeric font-variant-east-asian font-variant-position \
    font-variant-alternates font-kerning font-feature-settings line-height color text-align text-align-last \
    text-indent white-space-collapse text-wrap-mode letter-spacing word-spacing text-transform tab-size hyphens \
    hyphenate-character overflow-wrap word-break line-break orphans widows list-style-type list-style-image \
    list-style-position quotes border-collapse border-spacing caption-side empty-cells visibility text-justify \
    hyphenate-limit-chars hyphenate-limit-lines hyphenate-limit-zone hanging-punctuation text-wrap-style \
    text-autospace text-emphasis-style text-emphasis-color \
    text-emphasis-position text-decoration-skip-ink font-synthesis-weight font-synthesis-style \
    font-synthesis-small-caps font-size-adjust text-shadow text-underline-position unicode-bidi text-decoration-line \
    text-decoration-style text-decoration-color \
    text-decoration-thickness text-underline-offset display position float clear width height min-width min-height \
    max-width max-height aspect-ratio box-sizing margin-top margin-right margin-bottom margin-left padding-top \
    padding-right padding-bottom padding-left border-top-style border-right-style border-bottom-style \
    border-left-style border-top-width border-right-width border-bottom-width border-left-width top right bottom \
    left z-index overflow-x overflow-y text-overflow vertical-align table-layout object-fit object-position \
    break-before break-after break-inside box-decoration-break page contain footnote-display footnote-policy \
    background-color background-image background-position-x background-position-y background-size background-repeat \
    background-origin background-clip background-attachment border-top-color border-right-color border-bottom-color \
    border-left-color border-top-left-radius border-top-right-radius border-bottom-right-radius \
    border-bottom-left-radius border-image-source border-image-slice border-image-width border-image-outset \
    border-image-repeat box-shadow outline-style outline-width outline-color outline-offset opacity transform \
    translate rotate scale transform-origin mix-blend-mode isolation clip clip-path content counter-reset \
    counter-increment counter-set \
    string-set bookmark-level bookmark-label bookmark-state -pressrun-language flex-direction flex-wrap flex-grow \
    flex-shrink flex-basis order align-content align-items align-self justify-content justify-items justify-self \
    row-gap column-gap column-count column-width column-rule-width column-rule-style column-rule-color column-span \
    column-fill column-height column-wrap grid-template-rows grid-template-columns grid-template-areas grid-auto-rows \
    grid-auto-columns \
    grid-auto-flow grid-row-start grid-row-end grid-column-start grid-column-end size page-orientation marks bleed \
    block-size inline-size min-block-size min-inline-size max-block-size max-inline-size margin-block-start \
    margin-block-end margin-inline-start margin-inline-end padding-block-start padding-block-end \
    padding-inline-start padding-inline-end border-block-start-width border-block-end-width \
    border-inline-start-width border-inline-end-width border-block-start-style border-block-end-style \
    border-inline-start-style border-inline-end-style border-block-start-color border-block-end-color \
    border-inline-start-color border-inline-end-color inset-block-start inset-block-end inset-inline-start \
    inset-inline-end border-start-start-radius border-start-end-radius border-end-start-radius \
    border-end-end-radius --*
    """.split(separator: " ").map(String.init)
}
