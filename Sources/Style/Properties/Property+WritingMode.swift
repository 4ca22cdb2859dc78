/// Flow-relative properties in vertical writing modes.
extension Property {
  /// The physical property that a physical property of horizontal writing becomes in a vertical writing mode
  /// (css-logical-1 §4, css-page-3 §3.2).
  func turned(_ writing: TextStyle.WritingMode) -> Property {
    let isRightToLeft = writing.runsRightToLeft
    return switch self {
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
    case .top: isRightToLeft ? .right : .left
    case .bottom: isRightToLeft ? .left : .right
    case .left: .top
    case .right: .bottom
    default: self
    }
  }
}
