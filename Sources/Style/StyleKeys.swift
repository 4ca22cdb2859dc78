/// Key of a cached style that differs from another in a few properties.
struct VariantKey: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case bare, inFlow, autoHeight, footnote, untransformed
    case turned(BoxTurn)
    case combination
    case measured
    case flipped
    case foreignObject(height: Double?, Transform?)
    case unturned(BoxTurn)
    case compressed(Double)
    case ruby(StyledDocument.RubyBox)
  }
  var style: StyleID
  var kind: Kind
}

/// Key of a cached anonymous style.
struct AnonymousKey: Hashable, Sendable {
  var parent: StyleID
  var display: BoxStyle.Display
}
