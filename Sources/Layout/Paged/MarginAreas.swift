import Style

/// The containing blocks of margin boxes: the rectangles around a page box.
struct MarginAreas {
  private let width, height: Double
  private let margin: Sides<Double>
  /// The position of the page box on its sheet.
  private let origin: Double

  init(_ style: PageStyle) {
    let page = style.box
    origin = style.outset
    (width, height) = (page.width, page.height)
    margin = Sides(
      top: max(0, page.margin.top), right: max(0, page.margin.right), bottom: max(0, page.margin.bottom),
      left: max(0, page.margin.left))
  }

  /// The containing block of a margin box.
  func area(of place: MarginBoxPlace) -> Rect { place.side.map(strip) ?? corner(place) }

  func strip(_ side: MarginBoxPlace.Side) -> Rect {
    let innerWidth = max(0, width - margin.left - margin.right)
    let innerHeight = max(0, height - margin.top - margin.bottom)
    let area =
      switch side {
      case .top: Rect(x: margin.left, y: 0, width: innerWidth, height: margin.top)
      case .bottom: Rect(x: margin.left, y: height - margin.bottom, width: innerWidth, height: margin.bottom)
      case .left: Rect(x: 0, y: margin.top, width: margin.left, height: innerHeight)
      case .right: Rect(x: width - margin.right, y: margin.top, width: margin.right, height: innerHeight)
      }
    return onSheet(area)
  }

  func corner(_ place: MarginBoxPlace) -> Rect {
    let isLeft = place == .topLeftCorner || place == .bottomLeftCorner
    let isTop = place == .topLeftCorner || place == .topRightCorner
    return onSheet(
      Rect(
        x: isLeft ? 0 : width - margin.right, y: isTop ? 0 : height - margin.bottom,
        width: isLeft ? margin.left : margin.right, height: isTop ? margin.top : margin.bottom))
  }

  private func onSheet(_ area: Rect) -> Rect {
    Rect(x: origin + area.x, y: origin + area.y, width: area.width, height: area.height)
  }
}

extension MarginBoxPlace {
  enum Side: CaseIterable {
    case top, right, bottom, left
    var isHorizontal: Bool { self == .top || self == .bottom }
  }

  /// It is nil for corners.
  var side: Side? {
    switch self {
    case .topLeft, .topCenter, .topRight: .top
    case .rightTop, .rightMiddle, .rightBottom: .right
    case .bottomLeft, .bottomCenter, .bottomRight: .bottom
    case .leftTop, .leftMiddle, .leftBottom: .left
    case .topLeftCorner, .topRightCorner, .bottomLeftCorner, .bottomRightCorner: nil
    }
  }

  /// 0 at the start of its edge, 1 in the middle, 2 at the end.
  var position: Int {
    switch self {
    case .topLeft, .bottomLeft, .leftTop, .rightTop: 0
    case .topCenter, .bottomCenter, .leftMiddle, .rightMiddle: 1
    default: 2
    }
  }

  /// Whether the outer edge of the sheet is at the box's left (across) or top (down).
  func hasOuterStart(isAcross: Bool) -> Bool {
    switch self {
    case .topLeftCorner: true
    case .topRightCorner: !isAcross
    case .bottomLeftCorner: isAcross
    case .bottomRightCorner: false
    default: side == .top || side == .left
    }
  }
}
