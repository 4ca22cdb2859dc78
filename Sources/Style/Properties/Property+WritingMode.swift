/// Flow-relative properties in vertical writing modes.
extension Property {
  /// The physical property that a physical property of horizontal writing becomes in a vertical writing mode
  /// (css-logical-1 §4, css-page-3 §3.2).
  func turned(_ writing: TextStyle.WritingMode) -> Property {
    switch self {
    case .width: return .height
    case .height: return .width
    case .minWidth: return .minHeight
    case .minHeight: return .minWidth
    case .maxWidth: return .maxHeight
    case .maxHeight: return .maxWidth
    case .containIntrinsicWidth: return .containIntrinsicHeight
    case .containIntrinsicHeight: return .containIntrinsicWidth
    case .overflowX: return .overflowY
    case .overflowY: return .overflowX
    default: break
    }
    for sides in Self.ofSides {
      guard let side = Sides<Property>.paths.first(where: { sides[keyPath: $0] == self }) else { continue }
      return writing.sides(sides)[keyPath: side]
    }
    guard let corner = Corners<Property>.paths.first(where: { Self.radii[keyPath: $0] == self }) else { return self }
    return writing.corners(Self.radii)[keyPath: corner]
  }

  /// The properties of which a box has one for each side.
  private static let ofSides = [
    Sides<Property>(top: .marginTop, right: .marginRight, bottom: .marginBottom, left: .marginLeft),
    Sides(top: .paddingTop, right: .paddingRight, bottom: .paddingBottom, left: .paddingLeft),
    Sides(top: .borderTopWidth, right: .borderRightWidth, bottom: .borderBottomWidth, left: .borderLeftWidth),
    Sides(top: .borderTopStyle, right: .borderRightStyle, bottom: .borderBottomStyle, left: .borderLeftStyle),
    Sides(top: .borderTopColor, right: .borderRightColor, bottom: .borderBottomColor, left: .borderLeftColor),
    Sides(top: .top, right: .right, bottom: .bottom, left: .left),
  ]

  private static let radii = Corners<Property>(
    topLeft: .borderTopLeftRadius, topRight: .borderTopRightRadius, bottomRight: .borderBottomRightRadius,
    bottomLeft: .borderBottomLeftRadius)
}

/// The sides and corners of the page at those of horizontal writing (css-writing-modes-4 §6.4).
extension TextStyle.WritingMode {
  fileprivate func sides(_ page: Sides<Property>) -> Sides<Property> {
    var sides = turn?.sides(page) ?? page
    if self == .verticalLR { swap(&sides.top, &sides.bottom) }
    return sides
  }

  fileprivate func corners(_ page: Corners<Property>) -> Corners<Property> {
    var corners = turn?.corners(page) ?? page
    if self == .verticalLR {
      swap(&corners.topLeft, &corners.bottomLeft)
      swap(&corners.topRight, &corners.bottomRight)
    }
    return corners
  }
}
