import Layout
import Style
import TextShaping

/// The presentation properties of an SVG element (SVG 2 §6, §13) that drawings support.
struct SVGStyle {
  enum Paint {
    case none
    case color(Color)
    /// A gradient or a pattern by its id, and the colour if there is none (SVG 2 §13.2).
    case reference(String, fallback: Color?)
    case gradient(String)
    case pattern(String)
    /// Those of the element that a marker is drawn for (§13.7.4).
    case contextFill, contextStroke
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
  var isVisible = true

  // Not inherited:
  var opacity = 1.0
  var isDisplayed = true
  var transform = AffineTransform.identity
  /// `vector-effect: non-scaling-stroke`.
  var strokesOnRoot = false
  var stopColor = Color.black
  var stopOpacity = 1.0

  /// Whether these are `currentColor`: what inherits it has its own colour (css-color-4 §9).
  private var (fillsWithColor, strokesWithColor, stopsWithColor) = (false, false, false)

  // A style is copied for each element. What few elements change is in an array of one value, of which a copy retains
  // only the reference.
  private var storedText = SVGStyle.initialText
  /// Empty if all of them have their initial values.
  private var storedEffects: ContiguousArray<SVGEffects> = []

  private static let initialText: ContiguousArray<SVGTextStyle> = [SVGTextStyle()]

  var text: SVGTextStyle {
    _read { yield storedText[0] }
    _modify { yield &storedText[0] }
  }

  var effects: SVGEffects {
    _read { if storedEffects.isEmpty { yield SVGEffects.none } else { yield storedEffects[0] } }
    _modify {
      if storedEffects.isEmpty { storedEffects.append(SVGEffects()) }
      yield &storedEffects[0]
    }
  }

  var hasEffects: Bool { !storedEffects.isEmpty }

  /// The style that a child of the element begins with.
  var inherited: SVGStyle {
    var style = self
    style.opacity = 1
    style.transform = .identity
    style.strokesOnRoot = false
    style.isDisplayed = true
    (style.stopColor, style.stopOpacity, style.stopsWithColor) = (.black, 1, false)
    style.addDecorations()
    if text.shift.size != text.font.size { style.text.shift.size = text.font.size }
    if hasEffects { style.storedEffects = effects.inherited.map { [$0] } ?? [] }
    return style
  }

  /// Sets a property.
  /// - Returns: false if the property or the value is not supported; nil if `attribute` is no property.
  mutating func set(_ attribute: SVGAttribute, _ value: SVGValue) -> Bool? {
    if value == "inherit", attribute.isInherited { return true }
    switch attribute {
    case .color: return setColor(value)
    case .fill:
      guard let paint = paint(value) else { return true }
      (fill, fillsWithColor) = (paint, value.isCurrentColor)
      return true
    case .stroke:
      guard let paint = paint(value) else { return true }
      (stroke, strokesWithColor) = (paint, value.isCurrentColor)
      return true
    case .fillOpacity: return Self.assign(&fillOpacity, Self.fraction(value))
    case .strokeOpacity: return Self.assign(&strokeOpacity, Self.fraction(value))
    case .opacity: return Self.assign(&opacity, Self.fraction(value))
    case .stopOpacity: return Self.assign(&stopOpacity, Self.fraction(value))
    case .stopColor:
      stopsWithColor = value.isCurrentColor
      return Self.assign(&stopColor, Self.color(value, current: color))
    case .fillRule:
      isEvenOdd = value == "evenodd"
      return isEvenOdd || value == "nonzero"
    case .clipRule:
      clipsEvenOdd = value == "evenodd"
      return clipsEvenOdd || value == "nonzero"
    case .clipPath:
      effects.clip = value.reference
      return effects.clip != nil || value == "none"
    case .strokeWidth: return Self.assign(&line.width, length(value).flatMap { $0 >= 0 ? $0 : nil })
    case .strokeCap: return Self.assign(&line.cap, Stroke.Cap(rawValue: value.text))
    case .strokeJoin: return Self.assign(&line.join, Stroke.Join(rawValue: value.text))
    case .strokeMiterLimit: return Self.assign(&line.miterLimit, length(value).flatMap { $0 >= 1 ? $0 : nil })
    case .dashOffset: return Self.assign(&line.dashOffset, length(value))
    case .paintOrder: return Self.assign(&strokesFirst, Self.strokesFirst(value))
    case .dashes: return setDashes(value)
    case .transform: return Self.assign(&transform, value == "none" ? .identity : AffineTransform(svg: value))
    case .transformOrigin, .transformBox:
      var own = effects.origin ?? SVGOrigin()
      own.set(attribute, value, self)
      effects.origin = own
      return true
    case .display:
      isDisplayed = !(value == "none")
      return true
    case .visibility:
      isVisible = value == "visible"
      return isVisible || value == "hidden" || value == "collapse"
    case .mask:
      effects.mask = value.reference
      return effects.mask != nil || value == "none"
    case .marker, .markerStart, .markerMid, .markerEnd:
      effects.markers.set(attribute, value)
      return true
    case .vectorEffect:
      strokesOnRoot = value == "non-scaling-stroke"
      return true
    case .mixBlendMode:
      effects.blend = BlendMode(rawValue: value.text)
      return true
    case .isolation:
      effects.isIsolated = value == "isolate"
      return true
    case .filter:
      effects.filter = value == "none" ? nil : value
      return true
    default: return setText(attribute, value)
    }
  }

  private mutating func setColor(_ value: SVGValue) -> Bool {
    // A value that is not valid has no effect.
    guard let own = Self.color(value, current: color) else { return true }
    color = own
    if fillsWithColor { fill = .color(own) }
    if strokesWithColor { stroke = .color(own) }
    if stopsWithColor { stopColor = own }
    return true
  }

  static func assign<Value>(_ property: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    property = value
    return true
  }

  private mutating func setDashes(_ value: SVGValue) -> Bool {
    if value == "none" {
      line.dashes = []
      return true
    }
    guard let dashes = lengths(value, most: 100) else { return false }
    guard dashes.allSatisfy({ $0 >= 0 }) else { return true }
    // An odd number of lengths is repeated (SVG 2 §13.5.6).
    let all = dashes.count.isMultiple(of: 2) ? dashes : dashes + dashes
    line.dashes = all.contains { $0 > 0 } ? all : []
    return true
  }
}
