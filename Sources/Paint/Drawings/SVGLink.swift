import Markup
import Resources

/// An `a` element of a drawing in a document (SVG 2 §16.2).
struct SVGLink {
  let node: NodeID
  let target: String

  /// - Parameter address: the value of `href`.
  init(_ node: NodeID, _ address: String) {
    self.node = node
    target = WebAddress.cleaned(address)
  }
}

extension SVGDocument {
  /// The link of an `a` element; nil for other elements and for one that leads nowhere. `href` is stronger than
  /// `xlink:href` (SVG 2 §16.1.5).
  func link(of node: NodeID) -> SVGLink? {
    guard element(node) == .a else { return nil }
    return (markup.attribute(node, "href") ?? markup.attribute(node, "xlink:href")).map { SVGLink(node, $0) }
  }
}
