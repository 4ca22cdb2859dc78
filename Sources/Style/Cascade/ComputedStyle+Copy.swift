extension ComputedStyle {
  /// Takes one property from another style: its parent's for `inherit`, the initial one for `initial`.
  ///
  /// Backgrounds and border images, whose longhands are kept as layers, are taken whole.
  mutating func copy(_ property: Property, from source: ComputedStyle) {
    switch property {
    case .direction: text.direction = source.text.direction
    case .writingMode: text.writingMode = source.text.writingMode
    case .fontSize:
      text.font.size = source.text.font.size
      text.font.isAbsoluteSize = source.text.font.isAbsoluteSize
    case .fontFamily: text.font.families = source.text.font.families
    case .fontWeight: text.font.weight = source.text.font.weight
    case .fontStyle: text.font.slant = source.text.font.slant
    case .fontStretch: text.font.stretch = source.text.font.stretch
    case .fontVariantCaps: text.fontVariants.caps = source.text.fontVariants.caps
    case .fontVariantLigatures: text.fontVariants.ligatures = source.text.fontVariants.ligatures
    case .fontVariantNumeric: text.fontVariants.numeric = source.text.fontVariants.numeric
    case .fontVariantEastAsian: text.fontVariants.eastAsian = source.text.fontVariants.eastAsian
    case .fontVariantPosition: text.fontVariants.position = source.text.fontVariants.position
    case .fontVariantAlternates: text.fontVariants.alternates = source.text.fontVariants.alternates
    case .fontKerning: text.fontVariants.kerning = source.text.fontVariants.kerning
    case .fontFeatureSettings: text.fontVariants.settings = source.text.fontVariants.settings
    case .lineHeight: text.lineHeight = source.text.lineHeight
    case .color: text.color = source.text.color
    case .textAlign:
      text.textAlign = source.text.textAlign
      text.blockAlign = source.text.blockAlign
      text.justifiesLast = source.text.justifiesLast
    case .textAlignLast: text.textAlignLast = source.text.textAlignLast
    case .textIndent:
      text.textIndent = source.text.textIndent
      text.indentHangs = source.text.indentHangs
      text.indentsEachLine = source.text.indentsEachLine
    case .textJustify: text.justify = source.text.justify
    case .hyphenateLimitChars:
      text.hyphenateLimits.word = source.text.hyphenateLimits.word
      text.hyphenateLimits.before = source.text.hyphenateLimits.before
      text.hyphenateLimits.after = source.text.hyphenateLimits.after
    case .hyphenateLimitLines: text.hyphenateLimits.lines = source.text.hyphenateLimits.lines
    case .hyphenateLimitZone: text.hyphenateLimits.zone = source.text.hyphenateLimits.zone
    case .hangingPunctuation: text.hangingPunctuation = source.text.hangingPunctuation
    case .textWrapStyle: text.balancesLines = source.text.balancesLines
    case .textAutospace: text.autospace = source.text.autospace
    case .textEmphasisStyle: text.emphasis.mark = source.text.emphasis.mark
    case .textEmphasisColor: text.emphasis.color = source.text.emphasis.color
    case .textEmphasisPosition: text.emphasis.isUnder = source.text.emphasis.isUnder
    case .textDecorationSkipInk: text.skipsInk = source.text.skipsInk
    case .fontSynthesisWeight: text.font.synthesizesWeight = source.text.font.synthesizesWeight
    case .fontSynthesisStyle: text.font.synthesizesStyle = source.text.font.synthesizesStyle
    case .fontSynthesisSmallCaps: text.font.synthesizesSmallCaps = source.text.font.synthesizesSmallCaps
    case .fontSizeAdjust: text.font.sizeAdjust = source.text.font.sizeAdjust
    case .letterSpacing: text.letterSpacingValue = source.text.letterSpacingValue
    case .wordSpacing: text.wordSpacingValue = source.text.wordSpacingValue
    case .textTransform: text.textTransform = source.text.textTransform
    case .tabSize: text.tabSize = source.text.tabSize
    case .hyphens: text.hyphens = source.text.hyphens
    case .hyphenateCharacter: text.hyphenateCharacter = source.text.hyphenateCharacter
    case .overflowWrap: text.overflowWrap = source.text.overflowWrap
    case .wordBreak: text.wordBreak = source.text.wordBreak
    case .lineBreak: text.lineBreak = source.text.lineBreak
    case .orphans: text.orphans = source.text.orphans
    case .widows: text.widows = source.text.widows
    case .listStyleType:
      text.listStyleType = source.text.listStyleType
      text.listStyleString = source.text.listStyleString
    case .listStyleImage: text.listStyleImage = source.text.listStyleImage
    case .listStylePosition: text.listStyleInside = source.text.listStyleInside
    case .quotes:
      text.quotes = source.text.quotes
      text.hasAutomaticQuotes = source.text.hasAutomaticQuotes
    case .borderCollapse: text.borderCollapse = source.text.borderCollapse
    case .borderSpacing: text.borderSpacing = source.text.borderSpacing
    case .captionSide: text.captionSideBottom = source.text.captionSideBottom
    case .emptyCells: text.emptyCellsHidden = source.text.emptyCellsHidden
    case .visibility: text.visibility = source.text.visibility
    case .textShadow: text.shadows = source.text.shadows
    case .textUnderlinePosition: text.underlinesBelow = source.text.underlinesBelow
    case .language: text.language = source.text.language
    case .unicodeBidi: text.unicodeBidi = source.text.unicodeBidi
    case .whiteSpaceCollapse:
      text.whiteSpace.collapsesSpaces = source.text.whiteSpace.collapsesSpaces
      text.whiteSpace.collapsesNewlines = source.text.whiteSpace.collapsesNewlines
      text.whiteSpace.breaksSpaces = source.text.whiteSpace.breaksSpaces
    case .textWrapMode: text.whiteSpace.wraps = source.text.whiteSpace.wraps
    case .display: box.display = source.box.display
    case .position: box.position = source.box.position
    case .float: box.float = source.box.float
    case .clear: box.clear = source.box.clear
    case .width: box.width = source.box.width
    case .height: box.height = source.box.height
    case .minWidth: box.minWidth = source.box.minWidth
    case .minHeight: box.minHeight = source.box.minHeight
    case .maxWidth: box.maxWidth = source.box.maxWidth
    case .maxHeight: box.maxHeight = source.box.maxHeight
    case .aspectRatio: box.aspectRatio = source.box.aspectRatio
    case .boxSizing: box.boxSizing = source.box.boxSizing
    case .marginTop: box.margin.top = source.box.margin.top
    case .marginRight: box.margin.right = source.box.margin.right
    case .marginBottom: box.margin.bottom = source.box.margin.bottom
    case .marginLeft: box.margin.left = source.box.margin.left
    case .paddingTop: box.padding.top = source.box.padding.top
    case .paddingRight: box.padding.right = source.box.padding.right
    case .paddingBottom: box.padding.bottom = source.box.padding.bottom
    case .paddingLeft: box.padding.left = source.box.padding.left
    case .borderTopStyle: box.borderStyle.top = source.box.borderStyle.top
    case .borderRightStyle: box.borderStyle.right = source.box.borderStyle.right
    case .borderBottomStyle: box.borderStyle.bottom = source.box.borderStyle.bottom
    case .borderLeftStyle: box.borderStyle.left = source.box.borderStyle.left
    case .borderTopWidth: box.borderWidth.top = source.box.borderWidth.top
    case .borderRightWidth: box.borderWidth.right = source.box.borderWidth.right
    case .borderBottomWidth: box.borderWidth.bottom = source.box.borderWidth.bottom
    case .borderLeftWidth: box.borderWidth.left = source.box.borderWidth.left
    case .top: box.inset.top = source.box.inset.top
    case .right: box.inset.right = source.box.inset.right
    case .bottom: box.inset.bottom = source.box.inset.bottom
    case .left: box.inset.left = source.box.inset.left
    case .zIndex: box.zIndex = source.box.zIndex
    case .overflowX: box.overflowX = source.box.overflowX
    case .overflowY: box.overflowY = source.box.overflowY
    case .textOverflow: box.showsEllipsis = source.box.showsEllipsis
    case .verticalAlign: box.verticalAlign = source.box.verticalAlign
    case .tableLayout: box.tableLayoutFixed = source.box.tableLayoutFixed
    case .objectFit: box.objectFit = source.box.objectFit
    case .objectPosition: box.objectPosition = source.box.objectPosition
    case .breakBefore: box.breakBefore = source.box.breakBefore
    case .breakAfter: box.breakAfter = source.box.breakAfter
    case .breakInside: box.breakInside = source.box.breakInside
    case .boxDecorationBreak: box.cloneDecoration = source.box.cloneDecoration
    case .page: box.pageName = source.box.pageName
    case .contain: box.containsSize = source.box.containsSize
    case .footnoteDisplay: box.footnoteDisplay = source.box.footnoteDisplay
    case .footnotePolicy: box.footnotePolicy = source.box.footnotePolicy
    case .backgroundColor: paint.backgroundColor = source.paint.backgroundColor
    case .borderTopColor: paint.borderColor.top = source.paint.borderColor.top
    case .borderRightColor: paint.borderColor.right = source.paint.borderColor.right
    case .borderBottomColor: paint.borderColor.bottom = source.paint.borderColor.bottom
    case .borderLeftColor: paint.borderColor.left = source.paint.borderColor.left
    case .borderTopLeftRadius: paint.borderRadius.topLeft = source.paint.borderRadius.topLeft
    case .borderTopRightRadius: paint.borderRadius.topRight = source.paint.borderRadius.topRight
    case .borderBottomRightRadius: paint.borderRadius.bottomRight = source.paint.borderRadius.bottomRight
    case .borderBottomLeftRadius: paint.borderRadius.bottomLeft = source.paint.borderRadius.bottomLeft
    case .boxShadow: paint.boxShadows = source.paint.boxShadows
    case .outlineStyle: paint.outlineStyle = source.paint.outlineStyle
    case .outlineWidth: paint.outlineWidth = source.paint.outlineWidth
    case .outlineColor: paint.outlineColor = source.paint.outlineColor
    case .outlineOffset: paint.outlineOffset = source.paint.outlineOffset
    case .opacity: paint.opacity = source.paint.opacity
    case .transform: paint.transforms = source.paint.transforms
    case .transformOrigin: paint.transformOrigin = source.paint.transformOrigin
    case .mixBlendMode: paint.blendMode = source.paint.blendMode
    case .isolation: paint.isIsolated = source.paint.isIsolated
    case .clip: paint.clip = source.paint.clip
    case .clipPath: paint.clipPath = source.paint.clipPath
    case .content: content.content = source.content.content
    case .counterReset: content.counterReset = source.content.counterReset
    case .counterIncrement: content.counterIncrement = source.content.counterIncrement
    case .counterSet: content.counterSet = source.content.counterSet
    case .stringSet: content.stringSet = source.content.stringSet
    case .bookmarkLevel: content.bookmarkLevel = source.content.bookmarkLevel
    case .bookmarkLabel: content.bookmarkLabel = source.content.bookmarkLabel
    case .bookmarkState: content.bookmarkOpen = source.content.bookmarkOpen
    case .flexDirection: item.flexDirection = source.item.flexDirection
    case .flexWrap: item.flexWrap = source.item.flexWrap
    case .flexGrow: item.flexGrow = source.item.flexGrow
    case .flexShrink: item.flexShrink = source.item.flexShrink
    case .flexBasis: item.flexBasis = source.item.flexBasis
    case .order: item.order = source.item.order
    case .alignContent: item.alignContent = source.item.alignContent
    case .alignItems: item.alignItems = source.item.alignItems
    case .alignSelf: item.alignSelf = source.item.alignSelf
    case .justifyContent: item.justifyContent = source.item.justifyContent
    case .justifyItems: item.justifyItems = source.item.justifyItems
    case .justifySelf: item.justifySelf = source.item.justifySelf
    case .rowGap: item.rowGap = source.item.rowGap
    case .columnGap: item.columnGap = source.item.columnGap
    case .columnCount: item.columnCount = source.item.columnCount
    case .columnWidth: item.columnWidth = source.item.columnWidth
    case .columnRuleWidth: item.columnRuleWidth = source.item.columnRuleWidth
    case .columnRuleStyle: item.columnRuleStyle = source.item.columnRuleStyle
    case .columnRuleColor: item.columnRuleColor = source.item.columnRuleColor
    case .columnSpan: item.columnSpanAll = source.item.columnSpanAll
    case .columnFill:
      item.columnFillBalance = source.item.columnFillBalance
      item.columnFillBalanceAll = source.item.columnFillBalanceAll
    case .columnHeight: item.columnHeight = source.item.columnHeight
    case .columnWrap: item.columnWrap = source.item.columnWrap
    case .gridTemplateRows: item.grid.templateRows = source.item.grid.templateRows
    case .gridTemplateColumns: item.grid.templateColumns = source.item.grid.templateColumns
    case .gridTemplateAreas: item.grid.templateAreas = source.item.grid.templateAreas
    case .gridAutoRows: item.grid.autoRows = source.item.grid.autoRows
    case .gridAutoColumns: item.grid.autoColumns = source.item.grid.autoColumns
    case .gridAutoFlow:
      item.grid.flowsColumns = source.item.grid.flowsColumns
      item.grid.isDense = source.item.grid.isDense
    case .gridRowStart: item.grid.rowStart = source.item.grid.rowStart
    case .gridRowEnd: item.grid.rowEnd = source.item.grid.rowEnd
    case .gridColumnStart: item.grid.columnStart = source.item.grid.columnStart
    case .gridColumnEnd: item.grid.columnEnd = source.item.grid.columnEnd
    case .textDecorationLine, .textDecorationStyle, .textDecorationColor, .textDecorationThickness,
      .textUnderlineOffset:
      break  // `text.decorations` has the parent's lines anyway.
    case .translate, .rotate, .scale: paint.transforms = source.paint.transforms
    case .backgroundImage, .backgroundPositionX, .backgroundPositionY, .backgroundSize, .backgroundRepeat,
      .backgroundOrigin, .backgroundClip, .backgroundAttachment:
      paint.backgroundLayers = source.paint.backgroundLayers
    case .borderImageSource, .borderImageSlice, .borderImageWidth, .borderImageOutset, .borderImageRepeat:
      paint.borderImage = source.paint.borderImage
    case .size, .pageOrientation, .marks, .bleed, .custom: break
    default: break  // Flow-relative properties are physical ones by now.
    }
  }
}

extension Property {
  /// By number: which properties are inherited.
  private static let inherited: [Bool] = allCases.map { property in
    property.rawValue <= Property.textUnderlinePosition.rawValue || property == .language || property == .custom
  }

  var isInherited: Bool { Self.inherited[Int(rawValue)] }
}
