import Glibc
import Markup

/// The properties of SVG that the program that draws an image computes (SVG 2 §6). In the cascade they are like custom
/// properties, whose values are text.
enum SVGProperties {
  /// In lower case.
  static func contains(_ name: String) -> Bool { names.contains(name) }

  private static let names: Set<String> = Set(
    """
    alignment-baseline baseline-shift clip-rule color-interpolation color-interpolation-filters cx cy dominant-baseline fill \
    fill-opacity fill-rule flood-color flood-opacity lighting-color marker marker-end marker-mid marker-start mask-type paint-order \
    r rx ry shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin \
    stroke-miterlimit stroke-opacity stroke-width text-anchor transform-box vector-effect x y
    """.split(separator: " ").map(String.init))

  /// The elements whose `transform-origin` is initially that of the view box (css-transforms-1 §6), which is a rule of
  /// the style sheet of the program.
  static let elementsWithOrigin = [
    "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "use", "image",
  ]

  /// Those that elements inherit (SVG 2, appendix on properties), sorted.
  static let inherited =
    """
    clip-rule color-interpolation color-interpolation-filters dominant-baseline fill fill-opacity fill-rule marker marker-end \
    marker-mid marker-start paint-order shape-rendering stroke stroke-dasharray stroke-dashoffset stroke-linecap \
    stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
    """.split(separator: " ").map(String.init)
}

extension StyledDocument {
  /// What style sheets and `style` attributes set on the elements of an inline `svg` element, as declarations of a
  /// `style` attribute. Presentation attributes are weaker (SVG 2 §6.6).
  /// - Parameter isBox: whether the root is a box, whose other properties are not those of its contents.
  @export(interface)
  package func drawingDeclarations(in root: NodeID, isBox: Bool) -> [NodeID: String] {
    var result: [NodeID: String] = [:]
    // Most elements of a drawing have one style.
    var latest = (style: StyleID(.max), parent: StyleID(.max), hasOrigin: false, text: "")
    let turned = Set(SVGProperties.elementsWithOrigin.compactMap(document.names.find))
    for index in root.index..<document[root].subtreeEnd.index {
      let node = NodeID(index)
      guard document[node].kind == .element, !document[node].parent.isNone else { continue }
      let (style, parent) = (styleOfNode[Int(index)], styleOfNode[Int(document[node].parent.index)])
      let hasOrigin = turned.contains(document[node].name)
      if latest.style != style || latest.parent != parent || latest.hasOrigin != hasOrigin || node == root {
        let text = declarations(of: style, inheriting: parent, isBox: isBox && node == root, hasOrigin: hasOrigin)
        latest = (style, parent, hasOrigin, text)
      }
      if isBox, node == root {
        let inherited = inheritedDeclarations(of: root, style: style, inheriting: parent)
        latest.text = ([latest.text] + inherited).filter { !$0.isEmpty }.joined(separator: ";")
      }
      if !latest.text.isEmpty { result[node] = latest.text }
      if node == root { latest.style = StyleID(.max) }
    }
    return result
  }

  /// The properties that an `svg` element inherits from the elements around it. What the element declares, also by an
  /// attribute, is stronger.
  private func inheritedDeclarations(of root: NodeID, style: StyleID, inheriting parent: StyleID) -> [String] {
    let around = self[parent].customSet
    guard around != 0 else { return [] }
    let declared = customSets.declared(in: self[style].customSet, inheriting: around)
    return SVGProperties.inherited.compactMap { name in
      guard !declared.keys.contains(name), document.attribute(root, name) == nil else { return nil }
      return customSets.value(name, in: around).map { "\(name):\($0.replacing("/**/", with: ""))" }
    }
  }

  /// - Parameters:
  ///   - isBox: whether the other properties are those of a box, not of its contents.
  ///   - hasOrigin: whether the element has the initial `transform-origin` of SVG.
  private func declarations(of style: StyleID, inheriting parent: StyleID, isBox: Bool, hasOrigin: Bool) -> String {
    var found: [(name: String, value: String)] = []
    for (name, value) in customSets.declared(in: self[style].customSet, inheriting: self[parent].customSet) {
      // Comments separate the tokens of substituted values.
      if let value, SVGProperties.contains(name) { found.append((name, value.replacing("/**/", with: ""))) }
    }
    found.sort { $0.name < $1.name }
    if !isBox {
      func add<T: Equatable>(_ name: String, _ value: T, _ inherited: T, _ text: (T) -> String) {
        if value != inherited { found.append((name, text(value))) }
      }
      let (own, outer) = (self[style].text, self[parent].text)
      // The drawing is enlarged as a whole.
      let zoom = own.zoom
      add("width", self[style].box.width.px, nil) { "\(($0 ?? 0) / zoom)px" }
      add("height", self[style].box.height.px, nil) { "\(($0 ?? 0) / zoom)px" }
      found += self[style].paint.drawingTransform(
        hasBox: found.contains { $0.name == "transform-box" }, hasOrigin: hasOrigin)
      found += self[style].paint.drawingEffects
      add("color", own.color, outer.color) { $0.css }
      add("opacity", self[style].paint.opacity, 1) { "\($0)" }
      add("display", self[style].box.display == .none, false) { _ in "none" }
      add("visibility", own.visibility == .visible, outer.visibility == .visible) { $0 ? "visible" : "hidden" }
      add("font-family", own.font.families, outer.font.families) { $0.joined(separator: ",") }
      add("font-size", own.font.size, outer.font.size) { "\($0 / zoom)px" }
      add("font-weight", own.font.weight, outer.font.weight) { "\($0)" }
      add("font-style", own.font.slant == .normal, outer.font.slant == .normal) { $0 ? "normal" : "italic" }
      add("letter-spacing", own.letterSpacing, outer.letterSpacing) { "\($0 / zoom)px" }
      found += own.unzoomed.drawingProperties(inheriting: outer.unzoomed)
    } else {
      found += self[style].text.unzoomed.drawingProperties(inheriting: TextStyle())
      let spacing = self[style].text.unzoomed.letterSpacing
      if spacing != 0 { found.append(("letter-spacing", "\(spacing)px")) }
    }
    return found.map { "\($0.name):\($0.value)" }.joined(separator: ";")
  }
}

extension Color {
  /// Of CSS, without the alpha.
  package var css: String {
    func channel(_ value: Float) -> Int { Int((max(0, min(1, value)) * 255).rounded()) }
    return "rgb(\(channel(red)),\(channel(green)),\(channel(blue)))"
  }
}

extension SizeValue {
  /// A length in px; nil for other values.
  fileprivate var px: Double? {
    if case .length(.px(let px)) = self { px } else { nil }
  }
}

extension TextStyle {
  /// Properties of text that differ from those of the parent.
  fileprivate func drawingProperties(inheriting outer: TextStyle) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    func add<T: Equatable>(_ name: String, _ value: T, _ inherited: T, _ text: (T) -> String) {
      if value != inherited { found.append((name, text(value))) }
    }
    add("direction", direction, outer.direction) { $0 == .rightToLeft ? "rtl" : "ltr" }
    add("word-spacing", wordSpacing, outer.wordSpacing) { "\($0)px" }
    add("white-space", whiteSpace.collapsesSpaces, outer.whiteSpace.collapsesSpaces) { $0 ? "normal" : "pre" }
    add("text-transform", textTransform, outer.textTransform) { $0.drawingValue }
    add("font-stretch", font.stretch, outer.font.stretch) { "\($0)%" }
    add("font-feature-settings", font.features, outer.font.features) { features in
      features.isEmpty ? "normal" : features.map { "'\($0.tag)' \($0.value)" }.joined(separator: ",")
    }
    add("font-variant", font.smallCaps, outer.font.smallCaps) {
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
  /// Nil for math functions with percentages.
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
  fileprivate var drawingEffects: [(name: String, value: String)] {
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
  fileprivate func drawingTransform(hasBox: Bool, hasOrigin: Bool) -> [(name: String, value: String)] {
    if !hasBox, case (.px, .px) = (transformOrigin.x, transformOrigin.y) {
      guard let matrix = drawingTransform else { return [] }
      return [("transform", matrix)] + (transformOrigin == Pair(.zero, .zero) ? [] : [("transform-origin", "0 0")])
    }
    var plain = self
    plain.transformOrigin = Pair(.zero, .zero)
    var found = plain.drawingTransform.map { [("transform", $0)] } ?? []
    let initial: LengthPercentage = hasOrigin ? .zero : .percent(50)
    guard transformOrigin != Pair(initial, initial) else { return found }
    if let x = transformOrigin.x.drawingValue, let y = transformOrigin.y.drawingValue {
      found.append(("transform-origin", "\(x) \(y)"))
    }
    return found
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
