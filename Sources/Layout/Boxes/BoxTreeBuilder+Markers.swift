import Markup
import Style

/// Markers of list items (css-lists-3 §3): a drawn bullet, a box beside the item, or the start of its lines.
extension BoxTreeBuilder {
  /// - Parameters:
  ///   - node: the element that the list item belongs to.
  ///   - style: that of the marker.
  mutating func addMarker(to box: BoxID, node: NodeID, style: StyleID, inside parent: inout ContainerBuilder) {
    guard document[style].text.listStyleInside || drawnBullet(style, of: node) == nil else {
      return setMarker(.bullet(drawnBullet(style, of: node) ?? .disc), style: style, of: box)
    }
    if document[style].text.listStyleInside { return addInlineMarker(of: node, style: style, to: &parent) }
    let marker = tree.add(Box(kind: .block, style: style))
    var inner = ContainerBuilder(container: marker)
    addMarkerText(of: node, style: style, to: &inner)
    guard inner.content?.hasContent == true else { return }
    finish(&inner)
    setMarker(.box(marker), style: style, of: box)
  }

  /// Adds a marker at the start of the lines. Without content there is none, and no line for it.
  mutating func addInlineMarker(of node: NodeID, style: StyleID, to parent: inout ContainerBuilder) {
    guard !markerItems(style, of: node).isEmpty else { return }
    let bullet = drawnBullet(style, of: node)
    openInline(style: bullet.map { bulletStyle(style, $0) } ?? style, node: .none, in: &parent)
    addMarkerText(of: node, style: style, to: &parent)
    closeInline(in: &parent)
  }

  /// The style of a bullet in a line, which is as far from the text as in browsers: one em.
  private mutating func bulletStyle(_ marker: StyleID, _ bullet: Fragment.Bullet) -> StyleID {
    if let known = bulletStyles[marker] { return known }
    var style = document[marker]
    let space = MarginValue.length(.px(style.text.font.size))
    if style.text.direction == .rightToLeft { style.box.margin.left = space } else { style.box.margin.right = space }
    let id = document.add(style)
    bulletStyles[marker] = id
    tree.insideBullets[id] = bullet
    return id
  }

  func markerStyle(of node: NodeID, style: StyleID) -> StyleID {
    document.pseudoStyles[PseudoElement(node, .marker)] ?? style
  }

  /// The style of the marker of a `::before` or `::after` that is a list item: that of the pseudo-element with the
  /// declarations of the user agent for `::marker`.
  mutating func markerStyle(ofPseudo style: StyleID) -> StyleID {
    if let known = pseudoMarkerStyles[style] { return known }
    let inherited = document.anonymousStyle(inheriting: style, display: .inline)
    var own = document[inherited]
    own.keepMarkerDefaults()
    let id = document.add(own)
    pseudoMarkerStyles[style] = id
    return id
  }

  private mutating func setMarker(_ kind: ListMarker.Kind, style: StyleID, of box: BoxID) {
    let numbers = document[style].content.content == nil ? [] : counters.instances("list-item")
    tree.markers.append(
      ListMarker(kind: kind, style: style, number: counters.value("list-item"), numbers: numbers))
    tree[box].marker = UInt32(tree.markers.count - 1)
  }

  /// Bullets are drawn, so that they do not depend on the font.
  private func drawnBullet(_ id: StyleID, of node: NodeID) -> Fragment.Bullet? {
    guard document[id].content.content == nil, document[id].text.listStyleString == nil, image(of: id, for: node) == nil
    else {
      return nil
    }
    switch document[id].text.listStyleType {
    case "disc": return .disc
    case "circle": return .circle
    case "square": return .square
    default: return nil
    }
  }

  /// `list-style-image`, unless it is a file that cannot be shown.
  private func image(of style: StyleID, for node: NodeID) -> ContentItem? {
    switch document[style].text.listStyleImage {
    case .url(let url)?: images.image(url, at: document.document.place(node)) == nil ? nil : .image(url)
    case .gradient(let gradient)?: .gradient(gradient)
    case nil: nil
    }
  }

  /// Adds the content of the marker with the current counters. It does not contain the first letter of a block
  /// (css-pseudo-4 §2.2).
  mutating func addMarkerText(of node: NodeID, style: StyleID, to parent: inout ContainerBuilder) {
    let letter = firstLetter
    firstLetter = nil
    defer { firstLetter = letter }
    var items = markerItems(style, of: node)
    // Its style has a margin instead of the space after it.
    if document[style].text.listStyleInside, drawnBullet(style, of: node) != nil,
      case .string(let text)? = items.first
    {
      items = [.string(String(text.prefix { $0 != " " }))]
    }
    addContent(items, style: style, of: node, to: &parent)
  }

  /// The content of the marker as plain text.
  mutating func markerText(of node: NodeID, style: StyleID) -> String {
    markerItems(style, of: node).map { text(of: $0, style: style, node: node) }.joined()
  }

  /// `content`, else the image, else the string or counter style; empty for a list item without a marker.
  private func markerItems(_ style: StyleID, of node: NodeID) -> [ContentItem] {
    if let content = document[style].content.content { return content }
    if let image = image(of: style, for: node) { return [image, .string("\u{A0}")] }
    if let literal = document[style].text.listStyleString { return [.string(literal)] }
    guard let type = document[style].text.listStyleType else { return [] }
    return [.string(document.markerText(counters.value("list-item"), style: type))]
  }
}
