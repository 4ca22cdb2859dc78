/// Flexbox (css-flexbox-1), box alignment (css-align-3) and multi-column layout (css-multicol-2).
extension LonghandRows {
  mutating func addFlexAndColumns() {
    addFlex()
    addBoxAlignment()
    addColumns()
  }

  private mutating func addFlex() {
    add(
      .flexDirection, "flex-direction", \.item.flexDirection,
      keywords: [.row: .row, .rowReverse: .rowReverse, .column: .column, .columnReverse: .columnReverse])
    add(
      .flexWrap, "flex-wrap", \.item.flexWrap,
      keywords: [.nowrap: .nowrap, .wrap: .wrap, .wrapReverse: .wrapReverse])
    add(.flexGrow, "flex-grow", \.item.flexGrow) {
      $0.number(0)
    } computed: {
      $0.positive($1)
    }
    add(.flexShrink, "flex-shrink", \.item.flexShrink) {
      $0.number(0)
    } computed: {
      $0.positive($1)
    }
    add(.flexBasis, "flex-basis", \.item.flexBasis) {
      $0.keyword(.content, .auto, .minContent, .maxContent, .fitContent, .stretch) ?? $0.lengthPercent(0)
    } computed: {
      $0.size($1)
    }
    add(.order, "order", \.item.order) {
      $0.integer()
    } computed: {
      $0.integer($1)
    }
  }

  private mutating func addBoxAlignment() {
    addAlignment(.alignContent, "align-content", \.item.alignContent, .alignContent) {
      $0.contentAlignment(allowsBaseline: true, allowsSides: false)
    }
    addAlignment(.justifyContent, "justify-content", \.item.justifyContent, .justifyContent) {
      $0.contentAlignment(allowsBaseline: false, allowsSides: true)
    }
    addAlignment(.alignItems, "align-items", \.item.alignItems, .alignItems) {
      $0.selfAlignment(allowsAuto: false, allowsSides: false)
    }
    addAlignment(.alignSelf, "align-self", \.item.alignSelf, .alignSelf) {
      $0.selfAlignment(allowsAuto: true, allowsSides: false)
    }
    addAlignment(.justifyItems, "justify-items", \.item.justifyItems, .justifyItems) { $0.justifyItems() }
    addAlignment(.justifySelf, "justify-self", \.item.justifySelf, .justifySelf) {
      $0.selfAlignment(allowsAuto: true, allowsSides: true)
    }
    addGap(.rowGap, "row-gap", \.item.rowGap)
    addGap(.columnGap, "column-gap", \.item.columnGap)
  }

  private mutating func addAlignment(
    _ property: Property, _ name: String, _ field: Longhand.Field<ItemStyle.Alignment>,
    _ safe: ItemStyle.SafeAlignments, grammar: @escaping Longhand.Grammar
  ) {
    add(property, name, grammar: grammar) {
      $0.style[keyPath: field] = $0.alignment($1)
      if $0.isSafe($1) { $0.style.item.safe.insert(safe) } else { $0.style.item.safe.remove(safe) }
    } copy: {
      $0[keyPath: field] = $1[keyPath: field]
      $0.item.safe.subtract(safe)
      $0.item.safe.formUnion($1.item.safe.intersection(safe))
    }
  }

  private mutating func addGap(_ property: Property, _ name: String, _ field: Longhand.Field<LengthPercentage?>) {
    add(property, name, field) {
      $0.keyword(.normal) ?? $0.lengthPercent(0)
    } computed: {
      $1 == .keyword(.normal) ? nil : $0.lengthPercentage($1, isNonNegative: true)
    }
  }

  private mutating func addColumns() {
    add(.columnCount, "column-count", \.item.columnCount) {
      $0.keyword(.auto) ?? $0.integer(1)
    } computed: {
      $1 == .keyword(.auto) ? nil : max(1, $0.integer($1))
    }
    add(.columnWidth, "column-width", \.item.columnWidth) {
      $0.keyword(.auto) ?? $0.length(0)
    } computed: {
      $1 == .keyword(.auto) ? nil : $0.positive($1)
    }
    add(.columnHeight, "column-height", \.item.columnHeight) {
      $0.keyword(.auto) ?? $0.length(0)
    } computed: {
      $1 == .keyword(.auto) ? nil : $0.positive($1)
    }
    add(
      .columnWrap, "column-wrap", \.item.columnWrap, keywords: [.auto: .auto, .wrap: .wrap, .nowrap: .nowrap])
    add(.columnSpan, "column-span", \.item.columnSpanAll, keywords: [.none: false, .all: true])
    add(.columnFill, "column-fill") {
      $0.keyword(.auto, .balance) ?? $0.word(["balance-all"])
    } compute: {
      $0.style.item.columnFillBalance = $1 != .keyword(.auto)
      $0.style.item.columnFillBalanceAll = $1 == .identifier("balance-all")
    } copy: {
      $0.item.columnFillBalance = $1.item.columnFillBalance
      $0.item.columnFillBalanceAll = $1.item.columnFillBalanceAll
    }
  }
}
