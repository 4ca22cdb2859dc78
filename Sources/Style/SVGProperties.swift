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
    fill-opacity fill-rule flood-color flood-opacity lighting-color marker marker-end marker-mid marker-start paint-order \
    r rx ry shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin \
    stroke-miterlimit stroke-opacity stroke-width text-anchor vector-effect x y
    """.split(separator: " ").map(String.init))

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
    var latest = (style: StyleID(.max), parent: StyleID(.max), text: "")
    for index in root.index..<document[root].subtreeEnd.index {
      let node = NodeID(index)
      guard document[node].kind == .element, !document[node].parent.isNone else { continue }
      let (style, parent) = (styleOfNode[Int(index)], styleOfNode[Int(document[node].parent.index)])
      if latest.style != style || latest.parent != parent || node == root {
        latest = (style, parent, declarations(of: style, inheriting: parent, isBox: isBox && node == root))
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

  /// - Parameter isBox: whether the other properties are those of a box, not of its contents.
  private func declarations(of style: StyleID, inheriting parent: StyleID, isBox: Bool) -> String {
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
      if let matrix = self[style].paint.drawingTransform { found.append(("transform", matrix)) }
      add("color", own.color, outer.color) { $0.css }
      add("opacity", self[style].paint.opacity, 1) { "\($0)" }
      add("display", self[style].box.display == .none, false) { _ in "none" }
      add("visibility", own.visibility == .visible, outer.visibility == .visible) { $0 ? "visible" : "hidden" }
      add("font-family", own.font.families, outer.font.families) { $0.joined(separator: ",") }
      add("font-size", own.font.size, outer.font.size) { "\($0 / zoom)px" }
      add("font-weight", own.font.weight, outer.font.weight) { "\($0)" }
      add("font-style", own.font.slant == .normal, outer.font.slant == .normal) { $0 ? "normal" : "italic" }
      add("letter-spacing", own.letterSpacing, outer.letterSpacing) { "\($0 / zoom)px" }
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

extension PaintStyle {
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
