import Style

/// Padding in percent as it is painted. Painting knows no containing blocks, to whose width the percentages refer
/// (CSS 2.2 §8.4), so that fragments of such boxes, except inline boxes, have styles with the used padding.
extension LayoutContext {
  /// The most styles with used padding; fragments beyond them have the style of their box.
  private static let mostPaddedStyles = 4096

  /// Adds the fragment of a box with the style as which it is painted.
  mutating func addFragment(_ box: BoxID, edges: UsedEdges) -> FragmentID {
    let fragment = addFragment(box, width: edges.borderBoxWidth)
    let padding = self[box].box.padding
    if padding.left.hasPercent || padding.right.hasPercent || padding.top.hasPercent || padding.bottom.hasPercent {
      page.fragments[fragment].style = paddedStyle(tree[box].style, edges.padding)
    }
    return fragment
  }

  /// A style with its padding in px.
  private mutating func paddedStyle(_ style: StyleID, _ padding: Sides<Double>) -> StyleID {
    let key = PaddedStyleKey(style: style, padding: padding)
    if let known = caches.styles.padded[key] { return known }
    guard caches.styles.padded.count < Self.mostPaddedStyles else { return style }
    var own = self[style]
    own.box.padding = Sides(
      top: .px(padding.top), right: .px(padding.right), bottom: .px(padding.bottom), left: .px(padding.left))
    let id = document.add(own)
    caches.styles.padded[key] = id
    return id
  }
}

/// What a style with used padding depends on.
struct PaddedStyleKey: Hashable {
  var style: StyleID
  /// px.
  var padding: Sides<Double>
}
