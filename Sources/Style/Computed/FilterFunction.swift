/// One function of `filter` (filter-effects-1 §6.1).
package enum FilterFunction: Hashable, Sendable {
  /// px; the standard deviation.
  case blur(Double)
  case dropShadow(DropShadow)
  /// 0 to 1.
  case opacity(Double)
  /// - Parameter amount: at least 0; the angle of a rotation in degrees.
  case color(ColorFilter, amount: Double)
  /// A `filter` element of the document by its address, `#id`.
  case element(String)

  package struct DropShadow: Hashable, Sendable {
    package var x, y: Double
    /// px; the standard deviation of the blur.
    package var deviation: Double
    package var color: Color
    package init(x: Double, y: Double, deviation: Double, color: Color) {
      (self.x, self.y, self.deviation, self.color) = (x, y, deviation, color)
    }
  }

  /// A function that changes each colour by itself.
  package enum ColorFilter: String, Hashable, Sendable {
    case brightness, contrast, grayscale, invert, saturate, sepia
    case hueRotate = "hue-rotate"
  }
}

extension FilterFunction {
  /// The address of a `filter` element; nil for other functions.
  package var element: String? { if case .element(let address) = self { address } else { nil } }

  /// The function as a part of a declaration of a drawing.
  package var css: String {
    switch self {
    case .blur(let deviation): "blur(\(deviation)px)"
    case .opacity(let opacity): "opacity(\(opacity))"
    case .color(.hueRotate, let amount): "hue-rotate(\(amount)deg)"
    case .color(let filter, let amount): "\(filter.rawValue)(\(amount))"
    case .element(let address): "url(\(address))"
    case .dropShadow(let shadow):
      "drop-shadow(\(shadow.x)px \(shadow.y)px \(shadow.deviation)px "
        + "\(shadow.color.css.replacing(")", with: ",\(shadow.color.alpha))").replacing("rgb(", with: "rgba(")))"
    }
  }
}
