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
  /// The `marker` elements at the vertices, by their ids.
  var markers = SVGMarkerNames()
  var font = FontDescription(families: ["serif"], size: 16)
  var letterSpacing = 0.0
  var wordSpacing = 0.0
  /// `white-space: pre` or `xml:space`: spaces do not collapse.
  var keepsSpaces = false
  var textTransform = SVGTextTransform.none
  /// The decoration lines of the element and those around it.
  var decorations: [SVGDecoration] = []
  /// How far the baseline is above that of the `text` element.
  var shift = SVGBaselineShift()
  var anchor = Anchor.start
  var baseline = "auto"
  var isVisible = true

  // Not inherited:
  var opacity = 1.0
  /// The `clipPath` element that clips it, by its id.
  var clip: String?
  var isDisplayed = true
  var transform = AffineTransform.identity
  /// That of the transform, until it is part of it.
  var origin: SVGOrigin?
  /// The `mask` element, by its id.
  var mask: String?
  /// The `filter` element, by its id.
  var filter: String?
  var blend: BlendMode?
  /// `isolation: isolate`.
  var isIsolated = false
  /// `vector-effect: non-scaling-stroke`.
  var strokesOnRoot = false
  /// The decoration lines of the element itself.
  var ownDecorations: Set<TextDecoration.Line> = []
  var stopColor = Color.black
  var stopOpacity = 1.0

  /// Whether these are `currentColor`: what inherits it has its own colour (css-color-4 §9).
  private var (fillsWithColor, strokesWithColor, stopsWithColor) = (false, false, false)

  /// The style that a child of the element begins with.
  var inherited: SVGStyle {
    var style = self
    style.opacity = 1
    (style.clip, style.mask, style.filter, style.blend) = (nil, nil, nil, nil)
    (style.transform, style.origin) = (.identity, nil)
    (style.isIsolated, style.strokesOnRoot) = (false, false)
    style.addDecorations()
    style.shift.size = font.size
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
      guard let paint = paint(value) else { return true }
      (fill, fillsWithColor) = (paint, value.isCurrentColor)
      return true
    case .stroke:
      guard let paint = paint(value) else { return true }
      (stroke, strokesWithColor) = (paint, value.isCurrentColor)
      return true
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
    case .transformOrigin, .transformBox:
      var own = origin ?? SVGOrigin()
      own.set(attribute, value, self)
      origin = own
      return true
    case .display:
      isDisplayed = !(value == "none")
      return true
    case .visibility:
      isVisible = value == "visible"
      return isVisible || value == "hidden" || value == "collapse"
    case .mask:
      mask = value.reference
      return mask != nil || value == "none"
    case .marker, .markerStart, .markerMid, .markerEnd:
      markers.set(attribute, value)
      return true
    case .vectorEffect:
      strokesOnRoot = value == "non-scaling-stroke"
      return true
    case .mixBlendMode:
      blend = BlendMode(rawValue: value.text)
      return true
    case .isolation:
      isIsolated = value == "isolate"
      return true
    case .filter:
      filter = value.reference
      return filter != nil || value == "none"
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
    guard let dashes = lengths(value, most: 100) else { return false }
    guard dashes.allSatisfy({ $0 >= 0 }) else { return true }
    // An odd number of lengths is repeated (SVG 2 §13.5.6).
    let all = dashes.count.isMultiple(of: 2) ? dashes : dashes + dashes
    line.dashes = all.contains { $0 > 0 } ? all : []
    return true
  }
}
