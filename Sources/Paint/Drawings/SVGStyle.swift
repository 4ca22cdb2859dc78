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
  var stroke = Paint.none
  var strokeOpacity = 1.0
  var line = Stroke(width: 1, cap: .butt, join: .miter, miterLimit: 4)
  var font = FontDescription(families: ["serif"], size: 16)
  var letterSpacing = 0.0
  var anchor = Anchor.start
  var baseline = "auto"
  var isVisible = true

  // Not inherited:
  var opacity = 1.0
  var isDisplayed = true
  var transform = AffineTransform.identity
  var stopColor = Color.black
  var stopOpacity = 1.0

  /// The style that a child of the element begins with.
  var inherited: SVGStyle {
    var style = self
    style.opacity = 1
    style.transform = .identity
    (style.stopColor, style.stopOpacity) = (.black, 1)
    return style
  }

  /// Sets a property.
  /// - Returns: false if the property or the value is not supported; nil if `name` is no property.
  mutating func set(_ name: String, _ value: String) -> Bool? {
    if value == "inherit", Self.inheritedNames.contains(name) { return true }
    switch name {
    // The most frequent attributes are not properties. They come first: names are compared one after the other.
    case "x", "y", "width", "height", "d", "points", "cx", "cy", "r", "x1", "y1", "x2", "y2", "rx", "ry", "id", "class":
      return nil
    case "color":
      guard let color = Color(css: value, current: color) else { return false }
      self.color = color
    case "fill": return set(\.fill, value)
    case "stroke": return set(\.stroke, value)
    case "fill-opacity": return set(\.fillOpacity, Self.fraction(value))
    case "stroke-opacity": return set(\.strokeOpacity, Self.fraction(value))
    case "opacity": return set(\.opacity, Self.fraction(value))
    case "stop-opacity": return set(\.stopOpacity, Self.fraction(value))
    case "stop-color": return set(\.stopColor, Color(css: value, current: color))
    case "fill-rule":
      isEvenOdd = value == "evenodd"
      return isEvenOdd || value == "nonzero"
    case "stroke-width": return set(\.line.width, length(value).flatMap { $0 >= 0 ? $0 : nil })
    case "stroke-linecap": return set(\.line.cap, Stroke.Cap(rawValue: value))
    case "stroke-linejoin": return set(\.line.join, Stroke.Join(rawValue: value))
    case "stroke-miterlimit": return set(\.line.miterLimit, length(value).flatMap { $0 >= 1 ? $0 : nil })
    case "stroke-dashoffset": return set(\.line.dashOffset, length(value))
    case "stroke-dasharray": return setDashes(value)
    case "transform": return set(\.transform, AffineTransform(svg: value))
    case "display": isDisplayed = isDisplayed && value != "none"
    case "visibility":
      isVisible = value == "visible"
      return isVisible || value == "hidden" || value == "collapse"
    case "clip-path", "mask", "filter", "marker", "marker-start", "marker-mid", "marker-end", "text-decoration",
      "vector-effect", "mix-blend-mode":
      return value == "none" || value == "normal"
    default: return setText(name, value)
    }
    return true
  }

  private mutating func setText(_ name: String, _ value: String) -> Bool? {
    switch name {
    case "font-family":
      font.families = value.split(separator: ",").map {
        $0.trimming { $0.isWhitespace || $0 == "\"" || $0 == "'" }
      }
      return !font.families.isEmpty
    case "font-size": return set(\.font.size, length(value).flatMap { $0 > 0 && $0 <= 10_000 ? $0 : nil })
    case "font-weight":
      let weight = value == "normal" ? 400 : value == "bold" ? 700 : UInt16(value)
      return set(\.font.weight, weight.flatMap { 1...1000 ~= $0 ? $0 : nil })
    case "font-style":
      return set(\.font.slant, Self.slants[value])
    case "letter-spacing": return set(\.letterSpacing, value == "normal" ? 0 : length(value))
    case "text-anchor":
      return set(\.anchor, Self.anchors[value])
    case "dominant-baseline":
      baseline = value
      return ["auto", "alphabetic", "middle", "central", "hanging"].contains(value)
    case "direction": return value == "ltr"
    case "writing-mode": return ["lr-tb", "lr", "horizontal-tb"].contains(value)
    case "font-stretch", "font-variant", "word-spacing", "unicode-bidi", "baseline-shift", "alignment-baseline",
      "paint-order":
      return ["normal", "baseline", "auto", "0"].contains(value)
    case "font", "text-overflow", "white-space", "isolation", "shape-inside", "inline-size", "font-feature-settings",
      "font-size-adjust", "font-kerning", "glyph-orientation-vertical", "transform-origin", "text-align":
      return false
    default: return nil
    }
  }

  private static let slants: [String: FontDescription.Slant] = [
    "normal": .normal, "italic": .italic, "oblique": .oblique,
  ]
  private static let anchors: [String: Anchor] = ["start": .start, "middle": .middle, "end": .end]
  private static let inheritedNames: Set = [
    "color", "fill", "stroke", "fill-opacity", "stroke-opacity", "fill-rule", "stroke-width", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-dashoffset", "stroke-dasharray", "visibility", "font-family",
    "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor",
  ]

  private mutating func set<Value>(_ property: WritableKeyPath<SVGStyle, Value>, _ value: Value?) -> Bool {
    guard let value else { return false }
    self[keyPath: property] = value
    return true
  }

  private mutating func set(_ property: WritableKeyPath<SVGStyle, Paint>, _ value: String) -> Bool {
    if value == "none" {
      self[keyPath: property] = .none
    } else if value.hasPrefix("url(#"), value.hasSuffix(")") {
      self[keyPath: property] = .gradient(String(value.dropFirst(5).dropLast()))
    } else {
      guard let color = Color(css: value, current: color) else { return false }
      self[keyPath: property] = .color(color)
    }
    return true
  }

  private mutating func setDashes(_ value: String) -> Bool {
    guard value != "none" else {
      line.dashes = []
      return true
    }
    guard let dashes = SVGScanner.numbers(value, most: 100), dashes.allSatisfy({ $0 >= 0 }) else { return false }
    // An odd number of lengths is repeated (SVG 2 §13.5.6).
    let all = dashes.count.isMultiple(of: 2) ? dashes : dashes + dashes
    line.dashes = all.contains { $0 > 0 } ? all : []
    return true
  }

  /// A number or a length in px. Nil for percentages and anything else.
  func length(_ value: String) -> Double? {
    var scanner = SVGScanner(value)
    scanner.skipSpace()
    guard let number = scanner.number() else { return nil }
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
  static func fraction(_ value: String) -> Double? {
    var scanner = SVGScanner(value)
    scanner.skipSpace()
    guard let number = scanner.number() else { return nil }
    let isPercentage = scanner.take(UInt8(ascii: "%"))
    scanner.skipSpace()
    return scanner.isAtEnd ? min(max(isPercentage ? number / 100 : number, 0), 1) : nil
  }
}

extension StringProtocol {
  /// The text without the characters at its ends for which `isRemoved` is true.
  fileprivate func trimming(_ isRemoved: (Character) -> Bool) -> String {
    let start = drop(while: isRemoved)
    return String(start.reversed().drop(while: isRemoved).reversed())
  }
}
