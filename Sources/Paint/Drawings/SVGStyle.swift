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
    /// The colour is that of shapes whose box has no area.
    case gradient(String, fallback: Color?)
    case pattern(String)
    /// The fill or the stroke of the element for which a marker is drawn (§13.7.4).
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
  /// `image-rendering`: the pixels of enlarged images are not smoothed.
  var isPixelated = false
  /// What relative lengths refer to; nil for what is typical of fonts.
  private(set) var units: SVGUnits?

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
  /// It is empty if all of them have their initial values.
  private var storedEffects: ContiguousArray<SVGEffects> = []

  private static let initialText: ContiguousArray<SVGTextStyle> = [SVGTextStyle()]

  init() {}

  /// The style of an element that inherits nothing.
  init(_ units: SVGUnits) { self.units = units }

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
    if text.shift.hasOwn { style.text.shift.addOwn(size: text.font.size) }
    if hasEffects { style.storedEffects = effects.inherited.map { [$0] } ?? [] }
    return style
  }

  /// Sets a property. A value that is not valid has no effect.
  /// - Returns: false if the property or the value is not supported; nil if `attribute` is no property.
  mutating func set(_ attribute: SVGAttribute, _ value: SVGValue) -> Bool? {
    if value == "inherit", attribute.isInherited { return true }
    return setPaint(attribute, value) ?? setLine(attribute, value) ?? setEffect(attribute, value)
      ?? setText(attribute, value)
  }

  /// - Returns: nil if `attribute` is not about colours, opacity or what is filled; otherwise as `set`.
  private mutating func setPaint(_ attribute: SVGAttribute, _ value: SVGValue) -> Bool? {
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
    case .fillOpacity: return Self.assign(&fillOpacity, Self.fraction(value), of: value)
    case .strokeOpacity: return Self.assign(&strokeOpacity, Self.fraction(value), of: value)
    case .opacity: return Self.assign(&opacity, Self.fraction(value), of: value)
    case .stopOpacity: return Self.assign(&stopOpacity, Self.fraction(value), of: value)
    case .stopColor:
      stopsWithColor = value.isCurrentColor
      return Self.assign(&stopColor, Self.color(value, current: color), of: value)
    case .fillRule: return Self.assign(&isEvenOdd, Self.fillRules[value.text], of: value)
    case .clipRule: return Self.assign(&clipsEvenOdd, Self.fillRules[value.text], of: value)
    case .paintOrder: return Self.assign(&strokesFirst, Self.strokesFirst(value), of: value)
    case .visibility: return Self.assign(&isVisible, Self.visibilities[value.text], of: value)
    case .display:
      isDisplayed = !(value == "none")
      return true
    case .imageRendering:
      isPixelated = Self.imageRenderings[value.text.lowercased()] ?? isPixelated
      return true
    default: return nil
    }
  }

  /// - Returns: nil if `attribute` is not about the line of the stroke; otherwise as `set`.
  private mutating func setLine(_ attribute: SVGAttribute, _ value: SVGValue) -> Bool? {
    switch attribute {
    case .strokeWidth: return assign(&line.width, value, from: 0)
    case .strokeCap: return Self.assign(&line.cap, Stroke.Cap(rawValue: value.text), of: value)
    case .strokeJoin: return Self.assign(&line.join, Stroke.Join(rawValue: value.text), of: value)
    case .strokeMiterLimit: return assign(&line.miterLimit, value, from: 1)
    case .dashOffset: return assign(&line.dashOffset, value)
    case .dashes: return setDashes(value)
    case .vectorEffect:
      strokesOnRoot = value == "non-scaling-stroke"
      return true
    default: return nil
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

  /// css-images-3 §6.1.
  private static let imageRenderings = [
    "auto": false, "smooth": false, "high-quality": false, "optimizequality": false, "pixelated": true,
    "crisp-edges": true, "optimizespeed": true,
  ]

  private static let fillRules = ["evenodd": true, "nonzero": false]
  private static let visibilities = ["visible": true, "hidden": false, "collapse": false]

  /// - Parameter value: nil if it is not valid or not supported.
  /// - Returns: false if it may be valid.
  static func assign<Value>(_ property: inout Value, _ value: Value?, of text: SVGValue) -> Bool {
    guard let value else { return !text.mayBeValid }
    property = value
    return true
  }

  /// Sets a property to an identifier, or to nil for `none`. Returns false for other values that may be valid.
  static func assign(_ property: inout String?, _ value: String?, of text: SVGValue) -> Bool {
    guard value != nil || text == "none" else { return !text.mayBeValid }
    property = value
    return true
  }

  private mutating func setDashes(_ value: SVGValue) -> Bool {
    if value == "none" {
      line.dashes = []
      return true
    }
    guard let dashes = lengths(value, most: 100) else {
      // There may be too many.
      return !value.mayBeValid && value.range.count < 200
    }
    guard dashes.allSatisfy({ $0 >= 0 }) else { return true }
    // An odd number of lengths is repeated (SVG 2 §13.5.6).
    let all = dashes.count.isMultiple(of: 2) ? dashes : dashes + dashes
    line.dashes = all.contains { $0 > 0 } ? all : []
    return true
  }
}
