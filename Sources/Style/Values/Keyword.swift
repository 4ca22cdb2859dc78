/// The keywords of property values.
enum Keyword: UInt16, CaseIterable, Hashable, Sendable {
  case none, auto, normal, block, inline, inlineBlock, listItem, runIn, flow, flowRoot, table, inlineTable
  case tableRowGroup, tableHeaderGroup, tableFooterGroup, tableRow, tableCell, tableColumnGroup, tableColumn
  case tableCaption, flex, inlineFlex, grid, inlineGrid, ruby, contents, math, `static`, relative, absolute, fixed
  case sticky, running, left, right, top, bottom, center, both, all, inlineStart, inlineEnd, blockStart, blockEnd
  case footnote, contentBox, borderBox, paddingBox, borderArea, text, marginBox, fillBox, strokeBox, viewBox, border,
    padding
  case content, minContent, maxContent, fitContent, stretch, fillAvailable, webkitFillAvailable, mozAvailable
  case visible, hidden, clip, scroll, collapse, baseline, sub, `super`, textTop, middle, textBottom, first, last
  case fill, contain, cover, scaleDown, avoid, avoidPage, avoidColumn, avoidRegion, page, column, recto, verso
  case always, region, slice, clone, line, ltr, rtl, horizontalTb, verticalRl, verticalLr, sidewaysRl, sidewaysLr
  case xxSmall, xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, smaller, larger, bold, bolder, lighter
  case italic, oblique, ultraCondensed, extraCondensed, condensed, semiCondensed, semiExpanded, expanded
  case extraExpanded, ultraExpanded, smallCaps, allSmallCaps, petiteCaps, allPetiteCaps, unicase, titlingCaps
  case commonLigatures, noCommonLigatures, discretionaryLigatures, noDiscretionaryLigatures, historicalLigatures
  case noHistoricalLigatures, contextual, noContextual, liningNums, oldstyleNums, proportionalNums, tabularNums
  case diagonalFractions, stackedFractions, ordinal, slashedZero, jis78, jis83, jis90, jis04, simplified
  case traditional, fullWidth, proportionalWidth, historicalForms, serif, sansSerif, monospace, cursive, fantasy
  case systemUi, uiSerif, uiSansSerif, uiMonospace, uiRounded, emoji, fangsong, start, end, justify, matchParent
  case justifyAll, preserve, preserveBreaks, breakSpaces, preserveSpaces, wrap, nowrap, pre, preWrap, preLine
  case balance, pretty, stable, uppercase, lowercase, capitalize, fullSizeKana, mathAuto, autoAdd, manual, breakWord
  case anywhere
  case breakAll, keepAll, loose, strict, autoPhrase, inside, outside, separate, show, hide, embed, isolate
  case bidiOverride, isolateOverride, plaintext, underline, overline, lineThrough, blink, solid, double, dotted
  case dashed, wavy, fromFont, under, thin, thick, groove, ridge, inset, outset, `repeat`, repeatX, repeatY
  case noRepeat, space, round, local, linear, radial, circle, ellipse, closestSide, closestCorner, farthestSide
  case farthestCorner, at, to, from, `in`, openQuote, closeQuote, noOpenQuote, noCloseQuote, before, after
  case firstLetter, marker, firstExcept, firstLine, open, closed, row, rowReverse, columnReverse, wrapReverse
  case flexStart, flexEnd, selfStart, selfEnd, spaceBetween, spaceAround, spaceEvenly, safe, unsafe, legacy, dense
  case span, autoFill, autoFit, subgrid, gridLanes, inlineGridLanes, infinite, masonry, portrait, landscape
  case upright, mixed, sideways, crop, cross
  case rotateLeft, rotateRight, compact, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, b0, b1, b2, b3, b4, b5, b6, b7
  case b8, b9, b10
  case c4, c5, c6, jisB4, jisB5, letter, legal, ledger, caption, icon, menu, messageBox, smallCaption, statusBar
  case xStart, xEnd, yStart, yEnd, ellipsis, transparent, currentcolor, x, y, z
  case webkitBaselineMiddle

  /// The name in CSS.
  var name: String { Self.names[Int(rawValue)] }

  static let byName = NameIndex(zip(names, allCases).lazy.map { (name: $0, value: $1) })

  /// The names in the order of the cases.
  private static let names: [String] = """
    none auto normal block inline inline-block list-item run-in flow flow-root table inline-table table-row-group \
    table-header-group table-footer-group table-row table-cell table-column-group table-column table-caption flex \
    inline-flex grid inline-grid ruby contents math static relative absolute fixed sticky running left right top \
    bottom center both all inline-start inline-end block-start block-end footnote content-box border-box \
    padding-box border-area text margin-box fill-box stroke-box view-box border padding content min-content \
    max-content fit-content stretch fill-available -webkit-fill-available -moz-available visible hidden clip scroll collapse \
    baseline sub super text-top middle text-bottom first last fill contain cover scale-down avoid avoid-page \
    avoid-column avoid-region page column recto verso always region slice clone line ltr rtl horizontal-tb \
    vertical-rl vertical-lr sideways-rl sideways-lr xx-small x-small small medium large x-large xx-large xxx-large \
    smaller larger bold bolder lighter italic oblique ultra-condensed extra-condensed condensed semi-condensed \
    semi-expanded expanded extra-expanded ultra-expanded small-caps all-small-caps petite-caps all-petite-caps \
    unicase titling-caps common-ligatures no-common-ligatures discretionary-ligatures no-discretionary-ligatures \
    historical-ligatures no-historical-ligatures contextual no-contextual lining-nums oldstyle-nums \
    proportional-nums tabular-nums diagonal-fractions stacked-fractions ordinal slashed-zero jis78 jis83 jis90 \
    jis04 simplified traditional full-width proportional-width historical-forms serif sans-serif monospace cursive \
    fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded emoji fangsong start end justify match-parent \
    justify-all preserve preserve-breaks break-spaces preserve-spaces wrap nowrap pre pre-wrap pre-line balance \
    pretty stable uppercase lowercase capitalize full-size-kana math-auto auto-add manual break-word anywhere \
    break-all keep-all loose strict auto-phrase inside outside separate show hide embed isolate bidi-override isolate-override plaintext \
    underline overline line-through blink solid double dotted dashed wavy from-font under thin thick groove ridge \
    inset outset repeat repeat-x repeat-y no-repeat space round local linear radial circle ellipse closest-side \
    closest-corner farthest-side farthest-corner at to from in open-quote close-quote no-open-quote no-close-quote \
    before after first-letter marker first-except first-line open closed row row-reverse column-reverse \
    wrap-reverse flex-start flex-end self-start self-end space-between space-around space-evenly safe unsafe legacy \
    dense span auto-fill auto-fit subgrid grid-lanes inline-grid-lanes infinite masonry portrait landscape upright mixed sideways crop cross rotate-left rotate-right \
    compact a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 c4 c5 c6 jis-b4 jis-b5 letter legal \
    ledger caption icon menu message-box small-caption status-bar x-start x-end y-start y-end ellipsis transparent \
    currentcolor x y z -webkit-baseline-middle
    """.split(separator: " ").map(String.init)
}
