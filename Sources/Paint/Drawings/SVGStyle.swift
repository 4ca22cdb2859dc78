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

  private mutating func setText(_ attribute: SVGAttribute, _ value: SVGValue) -> Bool? {
    switch attribute {
    case .fontFamily:
      font.families = value.split(UInt8(ascii: ",")).compactMap { $0.isEmpty ? nil : $0.withoutQuotes.text }
      return !font.families.isEmpty
    case .font: return setFont(value)
    case .fontSize: return assign(&font.size, length(value).flatMap { $0 > 0 && $0 <= 10_000 ? $0 : nil })
    case .fontWeight:
      let weight = value == "normal" ? 400 : value == "bold" ? 700 : UInt16(value.text)
      return assign(&font.weight, weight.flatMap { 1...1000 ~= $0 ? $0 : nil })
    case .fontStyle: return assign(&font.slant, Self.slants[value.text])
    case .letterSpacing: return assign(&letterSpacing, value == "normal" ? 0 : length(value))
    case .textAnchor: return assign(&anchor, Self.anchors[value.text])
    case .dominantBaseline:
      baseline = value.text
      return ["auto", "alphabetic", "middle", "central", "hanging"].contains(baseline)
    case .direction: return value == "ltr"
    case .writingMode: return ["lr-tb", "lr", "horizontal-tb"].contains(value.text)
    case .fontStretch, .fontVariant, .wordSpacing, .unicodeBidi, .baselineShift, .alignmentBaseline:
      return ["normal", "baseline", "auto", "0"].contains(value.text)
    case .textOverflow, .whiteSpace, .isolation, .shapeInside, .inlineSize, .fontFeatureSettings,
      .fontSizeAdjust, .fontKerning, .glyphOrientation, .textAlign:
      return false
    default: return nil
    }
  }

  /// Sets the properties of the `font` shorthand (css-fonts-4 §2.7): style and weight, then the size and the families.
  private mutating func setFont(_ value: SVGValue) -> Bool {
    (font.slant, font.weight) = (.normal, 400)
    var rest = value
    while true {
      let parts = rest.split(UInt8(ascii: " "), most: 2)
      guard parts.count == 2 else { return false }
      rest = parts[1]
      switch parts[0] {
      case "normal": continue
      case "italic", "oblique": _ = setText(.fontStyle, parts[0])
      case "bold", "100", "200", "300", "400", "500", "600", "700", "800", "900": _ = setText(.fontWeight, parts[0])
      default:
        // The line height has no effect on SVG text.
        let size = parts[0].split(UInt8(ascii: "/"), most: 2)
        guard size.last?.isEmpty == false, !rest.hasPrefix("/") else { return false }
        return setText(.fontSize, size[0]) == true && setText(.fontFamily, rest) == true
      }
    }
  }

  private static let slants: [String: FontDescription.Slant] = [
    "normal": .normal, "italic": .italic, "oblique": .oblique,
  ]
  private static let anchors: [String: Anchor] = ["start": .start, "middle": .middle, "end": .end]

  private func assign<Value>(_ property: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    property = value
    return true
  }

  private func paint(_ value: SVGValue) -> Paint? {
    if value == "none" { return Paint.none }
    if let id = value.reference, !id.isEmpty { return .gradient(id) }
    // Nothing is painted if the address is that of no element (SVG 2 §13.2).
    if value.isAddress { return Paint.none }
    return Self.color(value, current: color).map { .color($0) }
  }

  private static func color(_ value: SVGValue, current: Color) -> Color? {
    value.hasPrefix("#")
      ? Color(hexDigits: value.bytes[value.range].dropFirst()) : Color(css: value.text, current: current)
  }

  /// Whether `paint-order` (SVG 2 §13.8) names the stroke before the fill; markers are not drawn here.
  private static func strokesFirst(_ value: SVGValue) -> Bool? {
    let names = value.text.split(whereSeparator: \.isWhitespace)
    guard names != ["normal"] else { return false }
    guard !names.isEmpty, Set(names).count == names.count,
      names.allSatisfy({ ["fill", "stroke", "markers"].contains($0) })
    else { return nil }
    return names.first { $0 != "markers" } == "stroke"
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

  /// The two lengths of `transform-origin` (css-transforms-1 §6). Nil for keywords and percentages.
  private func origin(_ value: SVGValue) -> Point? {
    let parts = value.text.split(whereSeparator: \.isWhitespace).map { ContiguousArray($0.utf8) }
    guard parts.count == 2, let x = length(SVGValue(parts[0], parts[0].indices)),
      let y = length(SVGValue(parts[1], parts[1].indices))
    else { return nil }
    return Point(x: x, y: y)
  }

  /// Makes the origin part of the transform.
  mutating func applyTransformOrigin() {
    guard let origin = transformOrigin else { return }
    transform = .translation(origin.x, origin.y).concatenating(transform)
      .concatenating(.translation(-origin.x, -origin.y))
    transformOrigin = nil
  }

  /// A number or a length in px. Nil for percentages and anything else.
  func length(_ value: SVGValue) -> Double? {
    var scanner = SVGScanner(value)
    scanner.skipSpace()
    guard let number = scanner.number() else { return nil }
    if scanner.isAtEnd { return number }
    let unit = scanner.word()
    scanner.skipSpace()
    guard scanner.isAtEnd else { return nil }
    switch unit {
    case "", "px": return number
    case "pt": return number * 96 / 72
    case "pc": return number * 16
    case "in": return number * 96
    case "cm": return number * 96 / 2.54
    case "mm": return number * 96 / 25.4
    case "em": return number * font.size
    default: return nil
    }
  }

  /// A number or a percentage, limited to 0...1.
  static func fraction(_ value: SVGValue) -> Double? {
    var scanner = SVGScanner(value)
    scanner.skipSpace()
    guard let number = scanner.number() else { return nil }
    let isPercentage = scanner.take(UInt8(ascii: "%"))
    scanner.skipSpace()
    return scanner.isAtEnd ? min(max(isPercentage ? number / 100 : number, 0), 1) : nil
  }
}

extension SVGValue {
  /// The identifier of `url(#id)`.
  fileprivate var reference: String? {
    guard hasPrefix("url("), hasSuffix(UInt8(ascii: ")")) else { return nil }
    let url = dropping(first: 4, last: 1).withoutQuotes
    return url.hasPrefix("#") ? url.dropping(first: 1, last: 0).text : nil
  }

  /// Whether it is an address without a fallback after it.
  fileprivate var isAddress: Bool {
    guard hasPrefix("url("), hasSuffix(UInt8(ascii: ")")) else { return false }
    return !dropping(first: 4, last: 1).withoutQuotes.text.contains { "'\"() ".contains($0) }
  }

  fileprivate var isCurrentColor: Bool { range.count == 12 && text.lowercased() == "currentcolor" }

  /// A name of a font without the quotes around it.
  fileprivate var withoutQuotes: SVGValue {
    let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    var name = self
    while let first = name.bytes[name.range].first, quotes.contains(first) { name = name.dropping(first: 1, last: 0) }
    while let last = name.bytes[name.range].last, quotes.contains(last) { name = name.dropping(first: 0, last: 1) }
    return name
  }
}
