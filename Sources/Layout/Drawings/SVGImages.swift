import Diagnostics
import Markup
import Resources

/// The files to which `image` elements of inline SVG refer (SVG 2 §12.3). The program that draws a drawing loads
/// nothing, so they are written into it.
extension BoxTreeBuilder {
  /// Of all images in the SVG elements of a document.
  static let mostEmbeddedBytes = 64 << 20

  /// The files of the `image` elements in some subtrees, as `data:` URLs.
  mutating func embeddedImages(in roots: [NodeID]) -> [NodeID: String] {
    var found: [NodeID: String] = [:]
    for root in roots {
      for index in root.index..<document.document[root].subtreeEnd.index {
        let node = NodeID(index)
        guard document.document[node].kind == .element, document.document[node].namespace == .svg,
          document.document.name(node) == "image", let url = embeddedImage(of: node)
        else { continue }
        found[node] = url
      }
    }
    return found
  }

  private mutating func embeddedImage(of node: NodeID) -> String? {
    let address = document.document.attribute(node, "href") ?? document.document.attribute(node, "xlink:href")
    guard let address, !address.isEmpty, !address.hasPrefix("#"), !address.hasPrefix("data:"),
      let image = images.image(address, at: document.document.place(node)), images.info(image).format != .svg
    else { return nil }
    let size = images.bytes(image).count
    guard size <= remainingEmbeddedBytes else {
      warn(
        "svg_image_limit",
        "The image \(Quotation.of(address)) is left out: the images in the SVG of a document may have "
          + "\(Self.mostEmbeddedBytes >> 20) MB.", at: node)
      return nil
    }
    remainingEmbeddedBytes -= size
    return images.dataURL(image)
  }
}
