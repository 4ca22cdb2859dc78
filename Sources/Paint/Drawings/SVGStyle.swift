import Layout
import Style
import TextShaping

/// The presentation properties of an SVG element (SVG 2 §6, §13) that drawings support.
struct SVGStyle {
  enum Paint {
    case none
    case color(Color)
    /// A gradient by its id.
    case gradient(String)
  }

  enum Anchor: Double {
    case start = 0
    case middle = 0.5
    case end = 1
  }

  // Inherited:
  var color = Color.black
  var fill = Paint.color(.black)
  var fillOpacity = 1.0
  var isEvenOdd = false
  var clipsEvenOdd = false
  var stroke = Paint.none
  var strokeOpacity = 1.0
  var line = Stroke(width: 1, cap: .butt, join: .miter, miterLimit: 4)
  /// `paint-order`: the stroke is below the fill.
  var strokesFirst = false
  var font = FontDescription(families: ["serif"], size: 16)
  var letterSpacing = 0.0
  var anchor = Anchor.start
  var baseline = "auto"
  var isVisible = true

  // Not inherited:
  var opacity = 1.0
  /// The `clipPath` element that clips it, by its id.
  var clip: String?
  var isDisplayed = true
  /// With the origin of the transform, once all properties are set.
  var transform = AffineTransform.identity
  var transformOrigin: Point?
  var stopColor = Color.black
  var stopOpacity = 1.0

  /// Whether these are `currentColor`: what inherits it has its own colour (css-color-4 §9).
  private var (fillsWithColor, strokesWithColor, stopsWithColor) = (false, false, false)

  /// The style that a child of the element begins with.
  var inherited: SVGStyle {
    var style = self
    style.opacity = 1
    style.clip = nil
    style.transform = .identity
    style.isDisplayed = true
    (style.stopColor, style.stopOpacity, style.stopsWithColor) = (.black, 1, false)
    return style
  }

  /// Sets a property.
  /// - Returns: false if the property or the value is not supported; nil if `attribute` is no property.
  mutating func set(_ attribute: SVGAttribute, _ value: SVGValue) -> Bool? {
    if value == "inherit", attribute.isInherited { return true }
    switch attribute {
    case .color: return setColor(value)
    case .fill:
      fillsWithColor = value.isCurrentColor
      return assign(&fill, paint(value))
    case .stroke:
      strokesWithColor = value.isCurrentColor
      return assign(&stroke, paint(value))
    case .fillOpacity: return assign(&fillOpacity, Self.fraction(value))
    case .strokeOpacity: return assign(&strokeOpacity, Self.fraction(value))
    case .opacity: return assign(&opacity, Self.fraction(value))
    case .stopOpacity: return assign(&stopOpacity, Self.fraction(value))
    case .stopColor:
      stopsWithColor = value.isCurrentColor
      return assign(&stopColor, Self.color(value, current: color))
    case .fillRule:
      isEvenOdd = value == "evenodd"
      return isEvenOdd || value == "nonzero"
    case .clipRule:
      clipsEvenOdd = value == "evenodd"
      return clipsEvenOdd || value == "nonzero"
    case .clipPath:
      clip = value.reference
      return clip != nil || value == "none"
    case .strokeWidth: return assign(&line.width, length(value).flatMap { $0 >= 0 ? $0 : nil })
    case .strokeCap: return assign(&line.cap, Stroke.Cap(rawValue: value.text))
    case .strokeJoin: return assign(&line.join, Stroke.Join(rawValue: value.text))
    case .strokeMiterLimit: return assign(&line.miterLimit, length(value).flatMap { $0 >= 1 ? $0 : nil })
    case .dashOffset: return assign(&line.dashOffset, length(value))
    case .paintOrder: return assign(&strokesFirst, Self.strokesFirst(value))
    case .dashes: return setDashes(value)
    case .transform: return assign(&transform, value == "none" ? .identity : AffineTransform(svg: value))
    case .transformOrigin:
      transformOrigin = origin(value)
      return transformOrigin != nil
    case .display:
      isDisplayed = !(value == "none")
      return true
    case .visibility:
      isVisible = value == "visible"
      return isVisible || value == "hidden" || value == "collapse"
    case .mask, .filter, .marker, .markerStart, .markerMid, .markerEnd, .textDecoration, .vectorEffect,
      .mixBlendMode:
      return value == "none" || value == "normal"
    default: return setText(attribute, value)
    }
  }

  private mutating func setColor(_ value: SVGValue) -> Bool {
    guard let own = Self.color(value, current: color) else { return false }
    color = own
    if fillsWithColor { fill = .color(own) }
    if strokesWithColor { stroke = .color(own) }
    if stopsWithColor { stopColor = own }
    return true
  }

  func assign<Value>(_ property: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    property = value
    return true
  }

  private mutating func setDashes(_ value: SVGValue) -> Bool {
    if value == "none" {
      line.dashes = []
      return true
    }
    guard let dashes = SVGScanner.numbers(value, most: 100), dashes.allSatisfy({ $0 >= 0 }) else { return false }
    // An odd number of lengths is repeated (SVG 2 §13.5.6).
    let all = dashes.count.isMultiple(of: 2) ? dashes : dashes + dashes
    line.dashes = all.contains { $0 > 0 } ? all : []
    return true
  }

  /// Makes the origin part of the transform.
  mutating func applyTransformOrigin() {
    guard let origin = transformOrigin else { return }
    transform = .translation(origin.x, origin.y).concatenating(transform)
      .concatenating(.translation(-origin.x, -origin.y))
    transformOrigin = nil
  }

}
