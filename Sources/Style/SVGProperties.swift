import Glibc

/// The properties of SVG that the program that draws an image computes (SVG 2 §6). In the cascade they are like custom
/// properties, whose values are text.
enum SVGProperties {
  /// Whether SVG has a property. The name is in lower case.
  static func contains(_ name: String) -> Bool { names.contains(name) }

  static let names: Set<String> = Set(
    """
    alignment-baseline baseline-shift clip-rule color-interpolation color-interpolation-filters cx cy d dominant-baseline fill \
    fill-opacity fill-rule flood-color flood-opacity lighting-color marker marker-end marker-mid marker-start mask-type paint-order \
    r rx ry shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin \
    stroke-miterlimit stroke-opacity stroke-width text-anchor vector-effect x y
    """.split(separator: " ").map(String.init))

  /// The elements whose `transform-origin` is initially that of the view box (css-transforms-1 §6), which is a rule of
  /// the style sheet of the program.
  static let elementsWithOrigin = [
    "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "use", "image",
  ]

  /// The properties that elements inherit (SVG 2, appendix on properties), sorted.
  static let inherited =
    """
    clip-rule color-interpolation color-interpolation-filters dominant-baseline fill fill-opacity fill-rule marker marker-end \
    marker-mid marker-start paint-order shape-rendering stroke stroke-dasharray stroke-dashoffset stroke-linecap \
    stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
    """.split(separator: " ").map(String.init)
}

extension Color {
  var cssWithAlpha: String {
    alpha < 1 ? css.replacing("rgb(", with: "rgba(").replacing(")", with: ",\(alpha))") : css
  }

  /// The colour in the notation of CSS, without the alpha.
  package var css: String {
    func channel(_ value: Float) -> Int { Int((max(0, min(1, value)) * 255).rounded()) }
    return "rgb(\(channel(red)),\(channel(green)),\(channel(blue)))"
  }
}

extension SizeValue {
  /// A length in px; nil for other values.
  var px: Double? {
    if case .length(.px(let px)) = self { px } else { nil }
  }
}

extension TextStyle {
  /// Properties of text that differ from those of the parent.
  func drawingProperties(inheriting outer: TextStyle, _ attributes: CascadedAttributes.Names = [])
    -> [(name: String, value: String)]
  {
    var found: [(name: String, value: String)] = []
    func add<T: Equatable>(
      _ name: String, _ value: T, _ inherited: T, _ attribute: CascadedAttributes.Names = [], _ text: (T) -> String
    ) {
      if value != inherited || !attributes.isDisjoint(with: attribute) { found.append((name, text(value))) }
    }
    add("direction", direction, outer.direction, .direction) { $0 == .rightToLeft ? "rtl" : "ltr" }
    add("writing-mode", writingMode, outer.writingMode, .writingMode) { $0.drawingValue }
    add("text-orientation", vertical.orientation, outer.vertical.orientation, .textOrientation) { "\($0)" }
    add("word-spacing", wordSpacing, outer.wordSpacing, .wordSpacing) { "\($0)px" }
    add("white-space", whiteSpace.collapsesSpaces, outer.whiteSpace.collapsesSpaces) { $0 ? "normal" : "pre" }
    add("text-transform", textTransform, outer.textTransform) { $0.drawingValue }
    add("font-stretch", font.stretch, outer.font.stretch, .fontStretch) { "\($0)%" }
    add("font-feature-settings", font.features, outer.font.features) { features in
      features.isEmpty ? "normal" : features.map { "'\($0.tag)' \($0.value)" }.joined(separator: ",")
    }
    add("font-variant", font.smallCaps, outer.font.smallCaps, .fontVariant) {
      $0 ? (font.isAllSmallCaps ? "all-small-caps" : "small-caps") : "normal"
    }
    let lines = decorations.filter { !outer.decorations.contains($0) }.map(\.line.drawingValue)
    if !lines.isEmpty { found.append(("text-decoration", lines.joined(separator: " "))) }
    return found
  }
}

extension TextStyle.TextTransform {
  fileprivate var drawingValue: String {
    contains(.uppercase)
      ? "uppercase" : contains(.lowercase) ? "lowercase" : contains(.capitalize) ? "capitalize" : "none"
  }
}

extension TextStyle.WritingMode {
  fileprivate var drawingValue: String {
    switch self {
    case .horizontal: "horizontal-tb"
    case .verticalRL: "vertical-rl"
    case .verticalLR: "vertical-lr"
    case .sidewaysRL: "sideways-rl"
    case .sidewaysLR: "sideways-lr"
    }
  }
}

extension TextDecoration.Line {
  fileprivate var drawingValue: String {
    switch self {
    case .underline: "underline"
    case .overline: "overline"
    case .lineThrough: "line-through"
    }
  }
}

extension LengthPercentage {
  /// It is nil for math functions with percentages.
  fileprivate var drawingValue: String? {
    switch self {
    case .px(let px): "\(px)px"
    case .percent(let percent): "\(percent)%"
    case .calc: nil
    }
  }
}

extension PaintStyle {
  /// Clips, masks and blending by elements of the document.
  var drawingEffects: [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    if case .element(let address)? = clipPath?.shape { found.append(("clip-path", "url(\(address))")) }
    if let address = masks.first?.element { found.append(("mask", "url(\(address))")) }
    if let blendMode { found.append(("mix-blend-mode", blendMode.rawValue)) }
    if !filters.isEmpty { found.append(("filter", filters.map(\.css).joined(separator: " "))) }
    return found
  }

  /// `transform` and `transform-origin` of an SVG element. An origin in px is part of the matrix.
  /// - Parameters:
  ///   - hasBox: whether the origin may be in the box around the element.
  ///   - hasOrigin: whether the initial origin is that of the view box.
  func drawingTransform(hasBox: Bool, hasOrigin: Bool) -> [(name: String, value: String)] {
    if !hasBox, case (.px, .px) = (transformOrigin.x, transformOrigin.y) {
      guard let matrix = drawingTransform ?? drawingFunctions else { return [] }
      return [("transform", matrix)] + (transformOrigin == Pair(.zero, .zero) ? [] : [("transform-origin", "0 0")])
    }
    var plain = self
    plain.transformOrigin = Pair(.zero, .zero)
    var found = (plain.drawingTransform ?? plain.drawingFunctions).map { [("transform", $0)] } ?? []
    let initial: LengthPercentage = hasOrigin ? .zero : .percent(50)
    guard transformOrigin != Pair(initial, initial) else { return found }
    if let x = transformOrigin.x.drawingValue, let y = transformOrigin.y.drawingValue {
      found.append(("transform-origin", "\(x) \(y)"))
    }
    return found
  }

  /// `transform` of an SVG element that refers to the box; nil if there is none, or for math functions.
  private var drawingFunctions: String? {
    var functions: [String] = []
    for transform in transforms {
      switch transform {
      case .translate(let x, let y):
        guard let x = x.drawingValue, let y = y.drawingValue else { return nil }
        functions.append("translate(\(x),\(y))")
      case .scale(let x, let y): functions.append("scale(\(x),\(y))")
      case .rotate(let degrees): functions.append("rotate(\(degrees))")
      case .skew(let x, let y): functions.append("skew(\(x),\(y))")
      case .matrix(let a, let b, let c, let d, let e, let f):
        functions.append("matrix(\(a),\(b),\(c),\(d),\(e),\(f))")
      }
    }
    return functions.isEmpty ? nil : functions.joined(separator: " ")
  }

  /// `transform` of an SVG element as a `matrix()`; nil if there is none, or if it refers to the box. The origin is
  /// that of the view box, unless it is set (css-transforms-1 §4).
  package var drawingTransform: String? {
    guard !transforms.isEmpty else { return nil }
    var matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    func apply(_ b: (Double, Double, Double, Double, Double, Double)) {
      let a = matrix
      matrix = (
        a.0 * b.0 + a.2 * b.1, a.1 * b.0 + a.3 * b.1, a.0 * b.2 + a.2 * b.3, a.1 * b.2 + a.3 * b.3,
        a.0 * b.4 + a.2 * b.5 + a.4, a.1 * b.4 + a.3 * b.5 + a.5
      )
    }
    var origin = (0.0, 0.0)
    if case (.px(let x), .px(let y)) = (transformOrigin.x, transformOrigin.y) { origin = (x, y) }
    apply((1, 0, 0, 1, origin.0, origin.1))
    for transform in transforms {
      switch transform {
      case .translate(.px(let x), .px(let y)): apply((1, 0, 0, 1, x, y))
      case .translate: return nil
      case .scale(let x, let y): apply((x, 0, 0, y, 0, 0))
      case .rotate(let degrees):
        let angle = degrees * .pi / 180
        apply((cos(angle), sin(angle), -sin(angle), cos(angle), 0, 0))
      case .skew(let x, let y): apply((1, tan(y * .pi / 180), tan(x * .pi / 180), 1, 0, 0))
      case .matrix(let a, let b, let c, let d, let e, let f): apply((a, b, c, d, e, f))
      }
    }
    apply((1, 0, 0, 1, -origin.0, -origin.1))
    return "matrix(\(matrix.0),\(matrix.1),\(matrix.2),\(matrix.3),\(matrix.4),\(matrix.5))"
  }
}
