import Markup
import Style

/// Images that boxes are decorated with: they are loaded before painting, so that what is wrong with one is told with the
/// place of the element that asks for it.
extension BoxTreeBuilder {
  func loadDecorations() {
    let styles = document.styles
    var waiting = Set(styles.indices.filter { !Self.addresses(styles[$0].paint).isEmpty })
    func load(_ style: StyleID, for node: NodeID) {
      guard waiting.remove(Int(style.index)) != nil, styles[Int(style.index)].box.display != .none else { return }
      for address in Self.addresses(styles[Int(style.index)].paint) {
        _ = images.image(address, at: document.document.place(node))
      }
    }
    for (index, style) in document.styleOfNode.enumerated() where !waiting.isEmpty {
      if document.document.nodes[index].kind == .element { load(style, for: NodeID(UInt32(index))) }
    }
    guard !waiting.isEmpty else { return }
    for (pseudo, style) in document.pseudoStyles.sorted(by: { $0.key.node < $1.key.node }) { load(style, for: pseudo.node) }
  }

  private static func addresses(_ style: PaintStyle) -> [String] {
    let images = style.backgroundLayers.map(\.image) + (style.borderImage.map { [$0.source] } ?? [])
    return images.compactMap { if case .url(let address) = $0 { address } else { nil } }
  }
}
