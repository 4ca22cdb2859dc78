/// The four edges of a box: insets, margins, padding and borders (CSS 2.2 §8, css-backgrounds-3 §3).
extension LonghandRows {
  mutating func addBoxEdges() {
    addMargin(.top, "top", \.box.inset.top)
    addMargin(.right, "right", \.box.inset.right)
    addMargin(.bottom, "bottom", \.box.inset.bottom)
    addMargin(.left, "left", \.box.inset.left)
    addMargin(.marginTop, "margin-top", \.box.margin.top)
    addMargin(.marginRight, "margin-right", \.box.margin.right)
    addMargin(.marginBottom, "margin-bottom", \.box.margin.bottom)
    addMargin(.marginLeft, "margin-left", \.box.margin.left)
    addPadding(.paddingTop, "padding-top", \.box.padding.top)
    addPadding(.paddingRight, "padding-right", \.box.padding.right)
    addPadding(.paddingBottom, "padding-bottom", \.box.padding.bottom)
    addPadding(.paddingLeft, "padding-left", \.box.padding.left)
    addLineStyle(.borderTopStyle, "border-top-style", \.box.borderStyle.top)
    addLineStyle(.borderRightStyle, "border-right-style", \.box.borderStyle.right)
    addLineStyle(.borderBottomStyle, "border-bottom-style", \.box.borderStyle.bottom)
    addLineStyle(.borderLeftStyle, "border-left-style", \.box.borderStyle.left)
    addLineWidth(.borderTopWidth, "border-top-width", \.box.borderWidth.top)
    addLineWidth(.borderRightWidth, "border-right-width", \.box.borderWidth.right)
    addLineWidth(.borderBottomWidth, "border-bottom-width", \.box.borderWidth.bottom)
    addLineWidth(.borderLeftWidth, "border-left-width", \.box.borderWidth.left)
    addLineColor(.borderTopColor, "border-top-color", \.paint.borderColor.top, .top)
    addLineColor(.borderRightColor, "border-right-color", \.paint.borderColor.right, .right)
    addLineColor(.borderBottomColor, "border-bottom-color", \.paint.borderColor.bottom, .bottom)
    addLineColor(.borderLeftColor, "border-left-color", \.paint.borderColor.left, .left)
    addLineStyle(.columnRuleStyle, "column-rule-style", \.item.columnRuleStyle)
    addLineWidth(.columnRuleWidth, "column-rule-width", \.item.columnRuleWidth)
    addLineColor(.columnRuleColor, "column-rule-color", \.item.columnRuleColor, .columnRule)
    add(.outlineStyle, "outline-style", \.paint.outlineStyle) {
      $0.keyword(.auto).map { _ in .keyword(.solid) } ?? $0.lineStyle()
    } computed: {
      $0.borderStyle($1)
    }
    addLineWidth(.outlineWidth, "outline-width", \.paint.outlineWidth)
    addLineColor(.outlineColor, "outline-color", \.paint.outlineColor, .outline)
    add(.outlineOffset, "outline-offset", \.paint.outlineOffset) {
      $0.length()
    } computed: {
      $0.number($1)
    }
  }

  private mutating func addMargin(_ property: Property, _ name: String, _ field: Longhand.Field<MarginValue>) {
    add(property, name, field) {
      $0.keyword(.auto) ?? $0.lengthPercent()
    } computed: {
      $0.margin($1)
    }
  }

  private mutating func addPadding(_ property: Property, _ name: String, _ field: Longhand.Field<LengthPercentage>) {
    add(property, name, field) {
      $0.lengthPercent(0)
    } computed: {
      $0.lengthPercentage($1, isNonNegative: true)
    }
  }

  private mutating func addLineStyle(_ property: Property, _ name: String, _ field: Longhand.Field<BorderStyle>) {
    add(property, name, field) {
      $0.lineStyle()
    } computed: {
      $0.borderStyle($1)
    }
  }

  /// The initial width is `medium`: `StyleComputer.finish` sets it to 0 if the style is `none`.
  private mutating func addLineWidth(_ property: Property, _ name: String, _ field: Longhand.Field<Double>) {
    add(property, name, field) {
      $0.lineWidth()
    } computed: {
      $0.positive($1)
    } reset: {
      $0.style[keyPath: field] = StyleComputer.mediumLineWidth * $0.style.text.zoom
    }
  }

  /// The initial colour is `currentcolor`.
  private mutating func addLineColor(
    _ property: Property, _ name: String, _ field: Longhand.Field<Color>, _ current: CurrentColors
  ) {
    addColor(property, name, field, current) {
      $0.style[keyPath: field] = $0.style.text.color
      $0.style.currentColors.insert(current)
    }
  }
}
