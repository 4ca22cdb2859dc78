import Layout

/// The area of a nested `svg` element, or of a `symbol` element that is used (SVG 2 §8.2).
struct SVGViewport {
  /// A length, or a fraction of the viewport around it.
  enum Length {
    case px(Double)
    case fraction(Double)

    func resolved(_ size: Double) -> Double {
      switch self {
      case .px(let length): length
      case .fraction(let fraction): fraction * size
      }
    }
  }

  var x = 0.0
  var y = 0.0
  var width = Length.fraction(1)
  var height = Length.fraction(1)
  var viewBox: Rect?
  var alignment = SVGAlignment()
  var isClipped = true

  /// The area in a viewport.
  func area(in outer: Size) -> Rect {
    Rect(x: x, y: y, width: width.resolved(outer.width), height: height.resolved(outer.height))
  }
}
