import Diagnostics
import Markup
import Resources

/// The files to which `image` and `feImage` elements of inline SVG refer (SVG 2 §12.3). The program that draws a drawing loads
/// nothing, so they are written into it.
extension BoxTreeBuilder {
  /// The most bytes of all images together in the SVG elements of a document.
  static let mostEmbeddedBytes = 64 << 20

  /// The images of the `image` and `feImage` elements in some subtrees.
  mutating func drawingImages(in roots: [NodeID]) -> [NodeID: ImageID] {
    var found: [NodeID: ImageID] = [:]
    for root in roots {
      for index in root.index..<document.document[root].subtreeEnd.index {
        let node = NodeID(index)
        guard document.document[node].kind == .element, document.document[node].namespace == .svg,
          ["image", "feImage"].contains(document.document.name(node))
        else { continue }
        let address = document.document.attribute(node, "href") ?? document.document.attribute(node, "xlink:href")
        guard let address, !address.isEmpty, !address.hasPrefix("#"),
          !address.hasPrefix("data:") || address.hasPrefix("data:image/")
        else { continue }
        found[node] = images.image(address, at: document.document.place(node))
      }
    }
    return found
  }

  /// The files of images as `data:` URLs. Those of SVG are not written: their work would not be counted.
  mutating func embeddedImages(_ found: [NodeID: ImageID]) -> [NodeID: String] {
    var urls: [NodeID: String] = [:]
    for (node, image) in found.sorted(by: { $0.key.index < $1.key.index }) {
      if images.info(image).format != .svg {
        urls[node] = embedded(image, node)
      } else if images.address(image).hasPrefix("data:") {
        urls[node] = ""
      }
    }
    return urls
  }

  private mutating func embedded(_ image: ImageID, _ node: NodeID) -> String? {
    // One that is part of the document already is in the drawing.
    guard !images.address(image).hasPrefix("data:") else { return nil }
    let size = images.bytes(image).count
    guard size <= remainingEmbeddedBytes else {
      warn(
        "svg_image_limit",
        "The image \(Quotation.of(images.address(image))) is left out: the images in the SVG of a document may have "
          + "\(Self.mostEmbeddedBytes >> 20) MB.", at: node)
      return nil
    }
    remainingEmbeddedBytes -= size
    return images.dataURL(image)
  }
}
