import Layout
import Style

/// `clip-path` of an SVG element that is a basic shape or a box (css-masking-1 §5.1, css-shapes-1 §3).
struct SVGClipShape {
  let path: ClipPath
  /// The reference box; the initial one is that with the stroke.
  private(set) var box = SVGOrigin.Box.stroke

  /// Nil if the value is not valid.
  init?(_ value: SVGValue, _ style: SVGStyle) {
    var parser = SVGShapeParser(value, style)
    var box = parser.box()
    let shape = parser.shape()
    if box == nil { box = parser.box() }
    guard parser.isAtEnd, shape != nil || box != nil else { return nil }
    path = ClipPath(shape: shape ?? .box)
    if let box { self.box = box }
  }

  /// Whether the box around the content has to be known.
  var needsBox: Bool { box != .view }

  /// Clips to the shape in its reference box.
  func clip(_ canvas: any Canvas, in area: Rect) { canvas.clip(path, in: RoundedRect(area)) }
}

/// Reads the basic shapes of css-shapes-1 §3. Their lengths have no math functions.
private struct SVGShapeParser {
  private var scanner: SVGScanner
  private let value: SVGValue
  private let style: SVGStyle
  /// The words of a function, with its commas.
  private var words: ArraySlice<Substring> = []

  private static let mostWords = 10_000

  init(_ value: SVGValue, _ style: SVGStyle) {
    (self.value, self.style) = (value, style)
    scanner = SVGScanner(value)
  }

  var isAtEnd: Bool { scanner.isAtEnd }

  mutating func box() -> SVGOrigin.Box? {
    let start = scanner
    let name = scanner.word()
    scanner.skipSpace()
    switch name {
    case "fill-box", "content-box", "padding-box": return .fill
    case "stroke-box", "border-box", "margin-box": return .stroke
    case "view-box": return .view
    default:
      scanner = start
      return nil
    }
  }

  /// Nil, without a change, if there is none that is valid.
  mutating func shape() -> ClipPath.Shape? {
    let start = scanner
    let name = scanner.word()
    guard scanner.take(UInt8(ascii: "(")), let arguments = arguments() else {
      scanner = start
      return nil
    }
    scanner.skipSpace()
    if name == "path" { return Self.path(arguments) }
    words = arguments.replacing(",", with: " , ").split(maxSplits: Self.mostWords, whereSeparator: \.isWhitespace)[...]
    let shape = shape(name)
    return words.isEmpty ? shape : nil
  }

  /// The text up to the end of the function.
  private mutating func arguments() -> String? {
    var bytes: [UInt8] = []
    while !scanner.isAtEnd {
      let byte = scanner.next
      _ = scanner.take(byte)
      if byte == UInt8(ascii: ")") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  private static func path(_ arguments: String) -> ClipPath.Shape? {
    var data = SVGValue(arguments)
    let isEvenOdd = data.hasPrefix("evenodd")
    if isEvenOdd || data.hasPrefix("nonzero") { data = SVGValue(data.text.drop { $0 != "," }.dropFirst()) }
    let text = data.withoutQuotes
    guard text.range.count == data.range.count - 2, SVGPath(data: text) != nil else { return nil }
    return .path(text.text, isEvenOdd: isEvenOdd)
  }

  private mutating func shape(_ name: String) -> ClipPath.Shape? {
    switch name {
    case "circle", "ellipse":
      var radii: [ClipPath.Radius] = []
      while let radius = radius() { radii.append(radius) }
      guard radii.count <= (name == "circle" ? 1 : 2) else { return nil }
      var center = Pair(LengthPercentage.percent(50), .percent(50))
      if take("at") {
        guard let position = position() else { return nil }
        center = position
      }
      let first = radii.first ?? .closestSide
      return .ellipse(radii: Pair(first, radii.last ?? first), center: center, isCircle: name == "circle")
    case "polygon":
      let isEvenOdd = take("evenodd")
      if isEvenOdd || take("nonzero"), !take(",") { return nil }
      var points: [Pair<LengthPercentage>] = []
      repeat {
        guard let x = length(), let y = length() else { return nil }
        points.append(Pair(x, y))
      } while take(",")
      return .polygon(points, isEvenOdd: isEvenOdd)
    case "inset": return inset()
    default: return nil
    }
  }

  private mutating func inset() -> ClipPath.Shape? {
    guard let sides = four() else { return nil }
    var x = [LengthPercentage](repeating: .zero, count: 4)
    var y = x
    if take("round") {
      guard let corners = four() else { return nil }
      (x, y) = (corners, corners)
      if take("/") {
        guard let vertical = four() else { return nil }
        y = vertical
      }
    }
    var radius = Corners(Pair(x[0], y[0]))
    radius.topRight = Pair(x[1], y[1])
    radius.bottomRight = Pair(x[2], y[2])
    radius.bottomLeft = Pair(x[3], y[3])
    return .inset(Sides(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3]), radius: radius)
  }

  // MARK: Words

  private mutating func take(_ word: Substring) -> Bool {
    guard words.first == word else { return false }
    words.removeFirst()
    return true
  }

  private mutating func length() -> LengthPercentage? {
    guard let word = words.first else { return nil }
    let value = SVGValue(word)
    guard let length = value.percentage.map({ LengthPercentage.percent($0) }) ?? style.length(value).map({ .px($0) })
    else { return nil }
    words.removeFirst()
    return length
  }

  private mutating func radius() -> ClipPath.Radius? {
    if take("closest-side") { return .closestSide }
    if take("farthest-side") { return .farthestSide }
    return length().map { .length($0) }
  }

  /// One to four lengths as those of the four sides.
  private mutating func four() -> [LengthPercentage]? {
    var all: [LengthPercentage] = []
    while all.count < 4, let length = length() { all.append(length) }
    switch all.count {
    case 1: return [all[0], all[0], all[0], all[0]]
    case 2: return [all[0], all[1], all[0], all[1]]
    case 3: return [all[0], all[1], all[2], all[1]]
    case 4: return all
    default: return nil
    }
  }

  /// A position of one or two lengths or keywords.
  private mutating func position() -> Pair<LengthPercentage>? {
    let first = words.first
    guard let one = coordinate() else { return nil }
    let second = words.first
    guard let two = coordinate() else {
      return first == "top" || first == "bottom" ? Pair(.percent(50), one) : Pair(one, .percent(50))
    }
    let isSwapped = first == "top" || first == "bottom" || second == "left" || second == "right"
    return isSwapped ? Pair(two, one) : Pair(one, two)
  }

  private mutating func coordinate() -> LengthPercentage? {
    if take("left") || take("top") { return .percent(0) }
    if take("center") { return .percent(50) }
    if take("right") || take("bottom") { return .percent(100) }
    return length()
  }
}
