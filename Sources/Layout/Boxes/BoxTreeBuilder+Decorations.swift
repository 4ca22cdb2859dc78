import Markup
import Style

/// Background and border images. They are loaded before painting, so that a problem is reported with the position of
/// the element that uses the image.
extension BoxTreeBuilder {
  func loadDecorations() {
    var waiting: [StyleID: [String]] = [:]
    for index in document.styles.indices where document.styles[index].box.display != .none {
      let addresses = Self.addresses(document.styles, index)
      if !addresses.isEmpty { waiting[StyleID(UInt32(index))] = addresses }
    }
    for index in document.styleOfNode.indices where !waiting.isEmpty && document.document.nodes[index].kind == .element
    {
      load(waiting.removeValue(forKey: document.styleOfNode[index]), for: NodeID(UInt32(index)))
    }
    guard !waiting.isEmpty else { return }
    for (pseudo, style) in document.pseudoStyles.sorted(by: { $0.key.node < $1.key.node }) {
      load(waiting.removeValue(forKey: style), for: pseudo.node)
    }
  }

  private func load(_ addresses: [String]?, for node: NodeID) {
    for address in addresses ?? [] where !address.hasPrefix("#") {
      _ = images.image(address, at: document.document.place(node))
    }
  }

  private static func addresses(_ styles: ContiguousArray<ComputedStyle>, _ index: Int) -> [String] {
    var addresses: [String] = []
    func add(_ image: BackgroundImage?) { if case .url(let address)? = image { addresses.append(address) } }
    for layer in styles[index].paint.backgroundLayers { add(layer.image) }
    for mask in styles[index].paint.masks { add(mask.layer.image) }
    add(styles[index].paint.borderImage?.source)
    add(styles[index].paint.maskBorder?.image.source)
    return addresses
  }
}
