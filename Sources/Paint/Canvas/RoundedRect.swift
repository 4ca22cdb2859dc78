import Layout
import Style

/// A rectangle with elliptical corners (css-backgrounds-3 §4).
struct RoundedRect: Hashable {
  var rect: Rect
  /// Horizontal and vertical radii, px, small enough to fit.
  var radii: Corners<Size>

  init(_ rect: Rect, radii: Corners<Size> = Corners(.zero)) {
    self.rect = rect
    self.radii = radii
  }

  var isRounded: Bool { radii != Corners(.zero) }

  /// Resolves `border-radius` against a border box. Percentages refer to its width and height. Corners at a side that a
  /// break removed are square, and all radii are scaled down together if two corners would overlap (§4.5).
  /// - Parameter reference: the size that percentages refer to, if it is not that of the rectangle.
  init(
    _ rect: Rect, _ radius: Corners<Pair<LengthPercentage>>, edges: Fragment.Edges, percentagesOf reference: Size? = nil
  ) {
    self.init(rect)
    if radius == Corners(Pair(.zero, .zero)) { return }
    func resolved(_ corner: Pair<LengthPercentage>, _ sides: Fragment.Edges) -> Size {
      let width = corner.x.resolve(against: reference?.width ?? rect.width)
      let height = corner.y.resolve(against: reference?.height ?? rect.height)
      guard edges.isSuperset(of: sides), width > 0, height > 0 else { return .zero }
      return Size(width: width, height: height)
    }
    radii.topLeft = resolved(radius.topLeft, [.top, .left])
    radii.topRight = resolved(radius.topRight, [.top, .right])
    radii.bottomRight = resolved(radius.bottomRight, [.bottom, .right])
    radii.bottomLeft = resolved(radius.bottomLeft, [.bottom, .left])
    fitRadii()
  }

  private mutating func fitRadii() {
    let factor = min(
      rect.width / (radii.topLeft.width + radii.topRight.width),
      rect.width / (radii.bottomLeft.width + radii.bottomRight.width),
      rect.height / (radii.topLeft.height + radii.bottomLeft.height),
      rect.height / (radii.topRight.height + radii.bottomRight.height))
    // 0 / 0 if neither corner is round: no limit.
    guard factor < 1 else { return }
    radii = mapRadii { Size(width: $0.width * factor, height: $0.height * factor) }
  }

  private func mapRadii(_ change: (Size) -> Size) -> Corners<Size> {
    var result = radii
    result.topLeft = change(radii.topLeft)
    result.topRight = change(radii.topRight)
    result.bottomRight = change(radii.bottomRight)
    result.bottomLeft = change(radii.bottomLeft)
    return result
  }

  /// The edge inset by the width of each side, such as the padding edge (§4.2).
  func inset(by sides: Sides<Double>) -> RoundedRect {
    func shrunk(_ radius: Size, _ width: Double, _ height: Double) -> Size {
      guard radius.width > width, radius.height > height else { return .zero }
      return Size(width: radius.width - width, height: radius.height - height)
    }
    var result = RoundedRect(rect.inset(by: sides))
    guard isRounded else { return result }
    result.radii.topLeft = shrunk(radii.topLeft, sides.left, sides.top)
    result.radii.topRight = shrunk(radii.topRight, sides.right, sides.top)
    result.radii.bottomRight = shrunk(radii.bottomRight, sides.right, sides.bottom)
    result.radii.bottomLeft = shrunk(radii.bottomLeft, sides.left, sides.bottom)
    return result
  }

  /// The shape outset by a shadow's spread: sharp corners stay sharp, and small radii grow less (§6.1.1).
  func outset(by spread: Double) -> RoundedRect {
    if spread <= 0 { return inset(by: Sides(-spread)) }
    var result = RoundedRect(rect.inset(by: Sides(-spread)))
    result.radii = mapRadii { radius in
      func grown(_ value: Double) -> Double {
        guard value < spread else { return value + spread }
        let ratio = value / spread - 1
        return value + spread * (1 + ratio * ratio * ratio)
      }
      return radius == .zero ? .zero : Size(width: grown(radius.width), height: grown(radius.height))
    }
    return result
  }

  /// The outer edge of an outline, which is at least twice as wide and high as the line, however far it is inside
  /// (css-ui-4 §3.4).
  func outline(_ offset: Double, width: Double) -> RoundedRect {
    let distance = offset + width
    let (across, down) = (max(distance, width - rect.width / 2), max(distance, width - rect.height / 2))
    if across == distance, down == distance { return outset(by: distance) }
    return inset(by: Sides(top: -down, right: -across, bottom: -down, left: -across))
  }

  func offset(x: Double, y: Double) -> RoundedRect {
    var result = self
    result.rect.x += x
    result.rect.y += y
    return result
  }
}

extension Rect {
  func contains(_ other: Rect) -> Bool {
    x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
  }
}
