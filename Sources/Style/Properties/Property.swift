/// The longhand properties. `Longhand.table` has a row for each.
///
/// The order is that in which the properties of an element are computed.
enum Property: UInt16, CaseIterable, Hashable, Sendable {
  // First the properties that lengths and colours of the others depend on.
  case zoom, direction, writingMode, textOrientation, textCombineUpright, mathStyle, mathShift
  case mathDepth, fontSize, fontFamily, fontWeight, fontStyle
  case fontStretch, fontVariantCaps
  case fontVariantLigatures, fontVariantNumeric, fontVariantEastAsian, fontVariantPosition, fontVariantAlternates
  case fontVariantEmoji
  case fontKerning, fontFeatureSettings, fontVariationSettings, fontOpticalSizing, textSpacingTrim, lineHeight, color
  // Text.
  case textAlign, textAlignLast, textIndent, whiteSpaceCollapse, textWrapMode, letterSpacing, wordSpacing
  case textTransform, tabSize, hyphens, hyphenateCharacter, overflowWrap, wordBreak, lineBreak, orphans, widows
  case listStyleType, listStyleImage, listStylePosition, quotes, borderCollapse, borderSpacing, captionSide
  case emptyCells, imageResolution, visibility, textJustify, hyphenateLimitChars, hyphenateLimitLines,
    hyphenateLimitZone
  case hangingPunctuation, textWrapStyle, textAutospace, blockEllipsis, textBoxEdge
  case rubyAlign, rubyPosition
  case textEmphasisStyle, textEmphasisColor, textEmphasisPosition, textDecorationSkipInk, fontSynthesisWeight
  case fontSynthesisStyle, fontSynthesisSmallCaps, fontSizeAdjust, textShadow, textUnderlinePosition
  case textFillColor, textStrokeWidth, textStrokeColor
  case accentColor, unicodeBidi, textDecorationLine, textDecorationStyle, textDecorationColor, textDecorationThickness
  case textUnderlineOffset
  // Boxes.
  case display, position, float, clear, shapeOutside, shapeMargin
  case width, height, minWidth, minHeight, maxWidth, maxHeight, aspectRatio
  case boxSizing, marginTop, marginRight, marginBottom, marginLeft, paddingTop, paddingRight, paddingBottom
  case paddingLeft, borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle, borderTopWidth
  case borderRightWidth, borderBottomWidth, borderLeftWidth, top, right, bottom, left, zIndex, overflowX
  case overflowY, overflowClipMargin, textOverflow, verticalAlign, tableLayout, objectFit, objectPosition
  case imageRendering, appearance
  case breakBefore, breakAfter, breakInside, boxDecorationBreak, page, contain, containerType, containerName
  case contentVisibility, containIntrinsicWidth, containIntrinsicHeight
  case footnoteDisplay, footnotePolicy, initialLetter, maxLines, `continue`, boxOrient, textBoxTrim, baselineSource
  // Paint.
  case backgroundColor, backgroundImage, backgroundPositionX, backgroundPositionY, backgroundSize
  case backgroundRepeat, backgroundOrigin, backgroundClip, backgroundAttachment, backgroundBlendMode
  case borderTopColor, borderRightColor
  case borderBottomColor, borderLeftColor, borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius
  case borderBottomLeftRadius, borderImageSource, borderImageSlice, borderImageWidth, borderImageOutset
  case borderImageRepeat, boxShadow, outlineStyle, outlineWidth, outlineColor, outlineOffset, opacity, transform
  case translate, rotate, scale, transformOrigin, transformBox, mixBlendMode, isolation, willChange, backfaceVisibility,
    clip,
    clipPath, filter
  case maskImage, maskPositionX, maskPositionY, maskSize, maskRepeat, maskOrigin, maskClip, maskComposite, maskMode
  case maskBorderSource, maskBorderSlice, maskBorderWidth, maskBorderOutset, maskBorderRepeat, maskBorderMode
  // Generated content.
  case content, counterReset, counterIncrement, counterSet, stringSet, bookmarkLevel, bookmarkLabel, bookmarkState
  /// Set from `lang` attributes.
  case language
  // Flex, grid, columns.
  case flexDirection, flexWrap, flexGrow, flexShrink, flexBasis, order, alignContent, alignItems, alignSelf
  case justifyContent, justifyItems, justifySelf, rowGap, columnGap, columnCount, columnWidth, columnRuleWidth
  case columnRuleStyle, columnRuleColor, columnSpan, columnFill, columnHeight, columnWrap, gridTemplateRows
  case gridTemplateColumns, gridTemplateAreas, gridAutoRows, gridAutoColumns, gridAutoFlow, gridRowStart, gridRowEnd
  case gridColumnStart, gridColumnEnd, gridLanesDirection, flowTolerance
  // `@page` (css-page-3).
  case size, pageOrientation, marks, bleed
  // Flow-relative properties, which the cascade replaces by physical ones (css-logical-1).
  case blockSize, inlineSize, minBlockSize, minInlineSize, maxBlockSize, maxInlineSize, marginBlockStart
  case marginBlockEnd, marginInlineStart, marginInlineEnd, paddingBlockStart, paddingBlockEnd, paddingInlineStart
  case paddingInlineEnd, borderBlockStartWidth, borderBlockEndWidth, borderInlineStartWidth, borderInlineEndWidth
  case borderBlockStartStyle, borderBlockEndStyle, borderInlineStartStyle, borderInlineEndStyle
  case borderBlockStartColor, borderBlockEndColor, borderInlineStartColor, borderInlineEndColor, insetBlockStart
  case insetBlockEnd, insetInlineStart, insetInlineEnd, borderStartStartRadius, borderStartEndRadius
  case borderEndStartRadius, borderEndEndRadius, containIntrinsicBlockSize, containIntrinsicInlineSize
  case overflowBlock, overflowInline
  /// Any custom property; its name is part of the value.
  case custom
}
