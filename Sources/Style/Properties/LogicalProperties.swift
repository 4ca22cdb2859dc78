/// Which physical property a flow-relative one stands for in horizontal writing (css-logical-1).
///
/// Vertical writing modes are not laid out, so they turn the axes of page boxes only (css-page-3 §3.2).
enum LogicalProperties {
  struct Pair: Sendable {
    var leftToRight: Property
    var rightToLeft: Property
  }

  /// By property number.
  static let table: [Pair?] = Property.allCases.map(pair)

  private static func same(_ property: Property) -> Pair { Pair(leftToRight: property, rightToLeft: property) }

  private static func pair(_ property: Property) -> Pair? {
    switch property {
    case .blockSize: same(.height)
    case .inlineSize: same(.width)
    case .minBlockSize: same(.minHeight)
    case .minInlineSize: same(.minWidth)
    case .maxBlockSize: same(.maxHeight)
    case .maxInlineSize: same(.maxWidth)
    case .marginBlockStart: same(.marginTop)
    case .marginBlockEnd: same(.marginBottom)
    case .marginInlineStart: Pair(leftToRight: .marginLeft, rightToLeft: .marginRight)
    case .marginInlineEnd: Pair(leftToRight: .marginRight, rightToLeft: .marginLeft)
    case .paddingBlockStart: same(.paddingTop)
    case .paddingBlockEnd: same(.paddingBottom)
    case .paddingInlineStart: Pair(leftToRight: .paddingLeft, rightToLeft: .paddingRight)
    case .paddingInlineEnd: Pair(leftToRight: .paddingRight, rightToLeft: .paddingLeft)
    case .borderBlockStartWidth: same(.borderTopWidth)
    case .borderBlockEndWidth: same(.borderBottomWidth)
    case .borderInlineStartWidth: Pair(leftToRight: .borderLeftWidth, rightToLeft: .borderRightWidth)
    case .borderInlineEndWidth: Pair(leftToRight: .borderRightWidth, rightToLeft: .borderLeftWidth)
    case .borderBlockStartStyle: same(.borderTopStyle)
    case .borderBlockEndStyle: same(.borderBottomStyle)
    case .borderInlineStartStyle: Pair(leftToRight: .borderLeftStyle, rightToLeft: .borderRightStyle)
    case .borderInlineEndStyle: Pair(leftToRight: .borderRightStyle, rightToLeft: .borderLeftStyle)
    case .borderBlockStartColor: same(.borderTopColor)
    case .borderBlockEndColor: same(.borderBottomColor)
    case .borderInlineStartColor: Pair(leftToRight: .borderLeftColor, rightToLeft: .borderRightColor)
    case .borderInlineEndColor: Pair(leftToRight: .borderRightColor, rightToLeft: .borderLeftColor)
    case .insetBlockStart: same(.top)
    case .insetBlockEnd: same(.bottom)
    case .insetInlineStart: Pair(leftToRight: .left, rightToLeft: .right)
    case .insetInlineEnd: Pair(leftToRight: .right, rightToLeft: .left)
    case .borderStartStartRadius: Pair(leftToRight: .borderTopLeftRadius, rightToLeft: .borderTopRightRadius)
    case .borderStartEndRadius: Pair(leftToRight: .borderTopRightRadius, rightToLeft: .borderTopLeftRadius)
    case .borderEndStartRadius: Pair(leftToRight: .borderBottomLeftRadius, rightToLeft: .borderBottomRightRadius)
    case .borderEndEndRadius: Pair(leftToRight: .borderBottomRightRadius, rightToLeft: .borderBottomLeftRadius)
    default: nil
    }
  }

  /// What a property of horizontal writing stands for in a vertical writing mode: the block axis runs across the page.
  static func turned(_ property: Property, _ writing: TextStyle.WritingMode) -> Property {
    let isRightToLeft = writing == .verticalRL
    return switch property {
    case .width: .height
    case .height: .width
    case .minWidth: .minHeight
    case .minHeight: .minWidth
    case .maxWidth: .maxHeight
    case .maxHeight: .maxWidth
    case .marginTop: isRightToLeft ? .marginRight : .marginLeft
    case .marginBottom: isRightToLeft ? .marginLeft : .marginRight
    case .marginLeft: .marginTop
    case .marginRight: .marginBottom
    case .paddingTop: isRightToLeft ? .paddingRight : .paddingLeft
    case .paddingBottom: isRightToLeft ? .paddingLeft : .paddingRight
    case .paddingLeft: .paddingTop
    case .paddingRight: .paddingBottom
    case .borderTopWidth: isRightToLeft ? .borderRightWidth : .borderLeftWidth
    case .borderBottomWidth: isRightToLeft ? .borderLeftWidth : .borderRightWidth
    case .borderLeftWidth: .borderTopWidth
    case .borderRightWidth: .borderBottomWidth
    case .borderTopStyle: isRightToLeft ? .borderRightStyle : .borderLeftStyle
    case .borderBottomStyle: isRightToLeft ? .borderLeftStyle : .borderRightStyle
    case .borderLeftStyle: .borderTopStyle
    case .borderRightStyle: .borderBottomStyle
    case .borderTopColor: isRightToLeft ? .borderRightColor : .borderLeftColor
    case .borderBottomColor: isRightToLeft ? .borderLeftColor : .borderRightColor
    case .borderLeftColor: .borderTopColor
    case .borderRightColor: .borderBottomColor
    default: property
    }
  }
}
