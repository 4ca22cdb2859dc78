/// Flow-relative properties and their physical ones in horizontal writing (css-logical-1).
extension LonghandRows {
  mutating func addFlowRelative() {
    add(.blockSize, "block-size", physical: .height)
    add(.inlineSize, "inline-size", physical: .width)
    add(.minBlockSize, "min-block-size", physical: .minHeight)
    add(.minInlineSize, "min-inline-size", physical: .minWidth)
    add(.maxBlockSize, "max-block-size", physical: .maxHeight)
    add(.maxInlineSize, "max-inline-size", physical: .maxWidth)
    add(.marginBlockStart, "margin-block-start", physical: .marginTop)
    add(.marginBlockEnd, "margin-block-end", physical: .marginBottom)
    add(.marginInlineStart, "margin-inline-start", leftToRight: .marginLeft, rightToLeft: .marginRight)
    add(.marginInlineEnd, "margin-inline-end", leftToRight: .marginRight, rightToLeft: .marginLeft)
    add(.paddingBlockStart, "padding-block-start", physical: .paddingTop)
    add(.paddingBlockEnd, "padding-block-end", physical: .paddingBottom)
    add(.paddingInlineStart, "padding-inline-start", leftToRight: .paddingLeft, rightToLeft: .paddingRight)
    add(.paddingInlineEnd, "padding-inline-end", leftToRight: .paddingRight, rightToLeft: .paddingLeft)
    add(.insetBlockStart, "inset-block-start", physical: .top)
    add(.insetBlockEnd, "inset-block-end", physical: .bottom)
    add(.insetInlineStart, "inset-inline-start", leftToRight: .left, rightToLeft: .right)
    add(.insetInlineEnd, "inset-inline-end", leftToRight: .right, rightToLeft: .left)
    add(.containIntrinsicBlockSize, "contain-intrinsic-block-size", physical: .containIntrinsicHeight)
    add(.containIntrinsicInlineSize, "contain-intrinsic-inline-size", physical: .containIntrinsicWidth)
    add(.overflowBlock, "overflow-block", physical: .overflowY)
    add(.overflowInline, "overflow-inline", physical: .overflowX)
    addBorders()
  }

  private mutating func addBorders() {
    add(.borderBlockStartWidth, "border-block-start-width", physical: .borderTopWidth)
    add(.borderBlockEndWidth, "border-block-end-width", physical: .borderBottomWidth)
    add(
      .borderInlineStartWidth, "border-inline-start-width", leftToRight: .borderLeftWidth,
      rightToLeft: .borderRightWidth)
    add(
      .borderInlineEndWidth, "border-inline-end-width", leftToRight: .borderRightWidth, rightToLeft: .borderLeftWidth)
    add(.borderBlockStartStyle, "border-block-start-style", physical: .borderTopStyle)
    add(.borderBlockEndStyle, "border-block-end-style", physical: .borderBottomStyle)
    add(
      .borderInlineStartStyle, "border-inline-start-style", leftToRight: .borderLeftStyle,
      rightToLeft: .borderRightStyle)
    add(
      .borderInlineEndStyle, "border-inline-end-style", leftToRight: .borderRightStyle, rightToLeft: .borderLeftStyle)
    add(.borderBlockStartColor, "border-block-start-color", physical: .borderTopColor)
    add(.borderBlockEndColor, "border-block-end-color", physical: .borderBottomColor)
    add(
      .borderInlineStartColor, "border-inline-start-color", leftToRight: .borderLeftColor,
      rightToLeft: .borderRightColor)
    add(
      .borderInlineEndColor, "border-inline-end-color", leftToRight: .borderRightColor, rightToLeft: .borderLeftColor)
    add(
      .borderStartStartRadius, "border-start-start-radius", leftToRight: .borderTopLeftRadius,
      rightToLeft: .borderTopRightRadius)
    add(
      .borderStartEndRadius, "border-start-end-radius", leftToRight: .borderTopRightRadius,
      rightToLeft: .borderTopLeftRadius)
    add(
      .borderEndStartRadius, "border-end-start-radius", leftToRight: .borderBottomLeftRadius,
      rightToLeft: .borderBottomRightRadius)
    add(
      .borderEndEndRadius, "border-end-end-radius", leftToRight: .borderBottomRightRadius,
      rightToLeft: .borderBottomLeftRadius)
  }
}
