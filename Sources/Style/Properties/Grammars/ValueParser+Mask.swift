/// Grammars of masks (css-masking-1 §5).
extension ValueParser {
  /// A comma-separated list of at most 16 layers. One rule can apply to all elements, and each layer is several objects
  /// of a PDF.
  mutating func maskLayers<Layer>(_ read: (inout ValueParser) -> Layer?) -> [Layer]? {
    commaSeparated(read).flatMap { $0.count <= 16 ? $0 : nil }
  }

  /// `none`, an image, or the address of a `mask` element of the document, such as `url(#mask)`.
  mutating func maskImage() -> Value? { keyword(.none) ?? image() }

  /// A reference box; the boxes of SVG are mapped to those of CSS (css-masking-1 §5.1).
  mutating func maskBox() -> Value? {
    switch keyword(in: [.borderBox, .paddingBox, .contentBox, .fillBox, .strokeBox, .viewBox]) {
    case nil: nil
    case .fillBox?: .keyword(.contentBox)
    case .strokeBox?, .viewBox?: .keyword(.borderBox)
    case let box?: .keyword(box)
    }
  }

  /// A compositing operator, or its name in `-webkit-mask-composite`.
  mutating func maskComposite() -> Value? {
    switch identifier("add", "subtract", "intersect", "exclude", "source-over", "source-out", "source-in", "xor") {
    case .identifier("source-over")?: .identifier("add")
    case .identifier("source-out")?: .identifier("subtract")
    case .identifier("source-in")?: .identifier("intersect")
    case .identifier("xor")?: .identifier("exclude")
    case let value: value
    }
  }

  mutating func maskMode() -> Value? { identifier("alpha", "luminance", "match-source") }
}
