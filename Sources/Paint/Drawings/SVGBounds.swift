import Glibc
import Layout
import Markup

/// Upper bounds of the lengths and scales of an SVG file. Sizes that are not known, such as that of the font of an
/// element, are the largest ones that the file declares.
struct SVGBounds {
  private let markup: Document
  private let declarations: SVGDeclarations
  /// px; of the absolute sizes, or the initial size.
  private var largestFont = 16.0
  private var smallestFont = 16.0
  /// The product of all relative sizes above 1, and below 1.
  private var enlarged = 1.0
  private var reduced = 1.0
  /// User units of one side.
  private var largestViewport = 300.0
  /// The widest strokes that elements declare, and that content of other elements inherits where it is used, px.
  private var strokeWidths: [NodeID: Double] = [:]
  private var strokeWidthOfUses = 0.0
  /// The elements that declare a stroke.
  private var stroked: Set<NodeID> = []
  /// Whether strokes may have round joins or ends.
  let hasRoundStrokes: Bool
  /// The dashes and gaps per px of the densest pattern; 0 if no line is dashed.
  private(set) var dashDensity = 0.0

  init(_ markup: Document, _ declarations: SVGDeclarations) {
    (self.markup, self.declarations) = (markup, declarations)
    hasRoundStrokes = markup.bytes[...].firstRange(of: "round".utf8) != nil || markup.bytes.contains(UInt8(ascii: "\\"))
    let elements = markup.nodes(in: markup.documentElement).filter { markup[$0].kind == .element }
    let values = elements.map(declarations.values)
    for (node, values) in zip(elements, values) { addSizes(of: node, values) }
    for (node, values) in zip(elements, values) {
      if (values["stroke"] ?? []).contains(where: { SVGValue($0).text != "none" }) { stroked.insert(node) }
      if let widths = values["stroke-width"] { strokeWidths[node] = widths.map(length).max() }
      for value in values["stroke-dasharray"] ?? [] { dashDensity = max(dashDensity, density(value)) }
    }
    strokeWidthOfUses = elements.reduce(0) { markup.name($1) == "use" ? max($0, strokeWidth(of: $1)) : $0 }
  }

  /// The width of the stroke of an element, or more, px; 0 if it has none.
  func strokeWidth(of node: NodeID) -> Double {
    var width: Double?
    var isStroked = false
    var ancestor = node
    while !ancestor.isNone {
      if stroked.contains(ancestor) { isStroked = true }
      if width == nil { width = strokeWidths[ancestor] }
      ancestor = markup[ancestor].parent
    }
    return isStroked || strokeWidthOfUses > 0 ? max(width ?? 1, strokeWidthOfUses) : 0
  }

  private mutating func addSizes(of node: NodeID, _ values: SVGDeclarations.Values) {
    for value in (values["font-size"] ?? []) + (values["font"] ?? []) {
      for (number, unit) in Self.lengths(in: value) where number > 0 {
        if let factor = Self.relative(unit) {
          (enlarged, reduced) = (min(1e12, enlarged * max(1, number * factor)), reduced * min(1, number * factor))
        } else {
          let size = number * (Self.units[unit] ?? 1)
          (largestFont, smallestFont) = (max(largestFont, size), min(smallestFont, size))
        }
      }
    }
    guard ["svg", "symbol", "pattern", "view", "use"].contains(markup.name(node)) else { return }
    for value in (values["width"] ?? []) + (values["height"] ?? []) {
      // Percentages refer to another viewport.
      for (number, unit) in Self.lengths(in: value) where unit != "%" {
        largestViewport = max(largestViewport, number * (Self.units[unit] ?? largestFont * enlarged))
      }
    }
    if let box = viewBox(of: node) { largestViewport = max(largestViewport, box.largest) }
  }

  // MARK: Lengths

  /// A length in px, or more: that of the largest number of a value.
  func length(_ value: String) -> Double {
    Self.lengths(in: value).reduce(0) { most, length in
      max(most, abs(length.number) * (Self.units[length.unit] ?? largestUnit(length.unit)))
    }
  }

  private func largestUnit(_ unit: String) -> Double {
    unit == "%" ? largestViewport / 100 : largestFont * enlarged
  }

  /// The sum of the longest lengths that an element may have for some properties.
  func length(_ names: String..., in values: SVGDeclarations.Values) -> Double {
    names.reduce(0) { sum, name in sum + (values[name] ?? []).reduce(0) { max($0, length($1)) } }
  }

  /// The dashes and gaps per px of a list of lengths; 0 if it is not valid.
  private func density(_ value: String) -> Double {
    let lengths = Self.lengths(in: value, most: 10_000)
    let sum = lengths.reduce(0) { sum, length in
      let (number, unit) = length
      guard number >= 0, sum.isFinite else { return Double.infinity }
      let smallest = unit == "%" ? 0.01 : min(1, smallestFont * reduced / 2)
      return sum + number * (Self.units[unit] ?? smallest)
    }
    return sum > 0 && sum < Self.unreadable ? Double(lengths.count) / sum : 0
  }

  /// Absolute units, px.
  private static let units: [String: Double] = [
    "": 1, "px": 1, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "pt": 96.0 / 72, "pc": 16,
  ]

  /// The factor of a unit of a font size that refers to another one; nil for absolute units.
  private static func relative(_ unit: String) -> Double? {
    switch unit {
    case "%": 0.01
    case "em", "rem": 1
    case "ex", "ch": 0.5
    default: nil
    }
  }

  /// The value of numbers that are too large to be read.
  private static let unreadable = 1e12

  private static func number(_ scanner: inout SVGScanner) -> Double? {
    if let number = scanner.number() { return number }
    guard "+-0123456789".utf8.contains(scanner.next) else { return nil }
    return scanner.word().utf8.contains { 0x30...0x39 ~= $0 } ? unreadable : nil
  }

  /// The numbers of a value with their units.
  private static func lengths(in value: String, most: Int = 100) -> [(number: Double, unit: String)] {
    var lengths: [(number: Double, unit: String)] = []
    var scanner = SVGScanner(SVGValue(value))
    while !scanner.isAtEnd, lengths.count < most {
      if let number = number(&scanner) {
        let unit = scanner.take(UInt8(ascii: "%")) ? "%" : scanner.word().lowercased()
        lengths.append((number, unit))
      } else if scanner.word().isEmpty {
        _ = scanner.take(scanner.next)
      }
    }
    return lengths
  }

  // MARK: Scales

  /// How many times larger the content of an element is than in the coordinates around the element, or more, and how
  /// far it is moved.
  func transform(of node: NodeID, _ values: SVGDeclarations.Values) -> (scale: Double, shift: Double) {
    var result = (scale: 1.0, shift: 0.0)
    for value in (values["transform"] ?? []) + (values["patternTransform"] ?? []) {
      let transform = transform(value)
      result = (max(result.scale, transform.scale), max(result.shift, transform.shift))
    }
    result.shift += length("x", "y", in: values)
    result.scale *= viewportScale(of: node, values)
    return result
  }

  /// The product of transform functions. Those that are not valid have no effect in the image.
  private func transform(_ value: String) -> (scale: Double, shift: Double) {
    var (scale, shift) = (1.0, 0.0)
    for function in value.split(separator: ")").prefix(1000) {
      let parts = function.split(separator: "(", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let lengths = Self.lengths(in: String(parts[1]))
      let numbers = lengths.map { abs($0.number) }
      let name = parts[0].lowercased()
      if name.hasSuffix("matrix"), numbers.count == 6 {
        shift += scale * max(numbers[4], numbers[5])
        scale *= Self.scale(lengths[0].number, lengths[1].number, lengths[2].number, lengths[3].number)
      } else if name.contains("scale") {
        scale *= numbers.max() ?? 1
      } else if name.contains("skew") {
        scale *= 1 + abs(tan((numbers.max() ?? 0) * .pi / 180))
      } else {
        // A rotation has a centre.
        shift += scale * 2 * length(String(parts[1]))
      }
    }
    return (scale, shift)
  }

  /// The largest scale of a matrix in any direction.
  private static func scale(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
    let sum = a * a + b * b + c * c + d * d
    let determinant = a * d - b * c
    return ((sum + max(0, sum * sum - 4 * determinant * determinant).squareRoot()) / 2).squareRoot()
  }

  /// The scale from a view box to the area of an element.
  private func viewportScale(of node: NodeID, _ values: SVGDeclarations.Values) -> Double {
    guard node != markup.documentElement, let box = viewBox(of: node) else { return 1 }
    let isMarker = markup.name(node) == "marker"
    let area = isMarker ? max(3, length("markerWidth", "markerHeight", in: values)) : largestViewport
    return max(1, area / box.smallest) * (isMarker ? strokeWidths.values.reduce(1, max) : 1)
  }

  /// The sides of the view box of an element; nil if it has none.
  func viewBox(of node: NodeID) -> (smallest: Double, largest: Double)? {
    let numbers = markup.attribute(node, "viewBox").map { Self.lengths(in: $0, most: 4).map(\.number) } ?? []
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    return (min(numbers[2], numbers[3]), max(numbers[2], numbers[3]))
  }

  /// The user units that are scaled to the smaller side of the image; nil if the file does not say it.
  var rootSide: Double? {
    if let box = viewBox(of: markup.documentElement) { return box.smallest }
    let values = declarations.values(at: markup.documentElement)
    let sides = ((values["width"] ?? []) + (values["height"] ?? [])).map(length)
    return sides.filter { $0 > 0 }.min()
  }
}
