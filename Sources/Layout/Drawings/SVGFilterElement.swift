import Markup
import Resources

/// A `filter` element of an HTML document that boxes use (filter-effects-1 §5). It is no image.
package struct SVGFilterElement: DocumentDrawing {
  package let document: Document
  package let element: NodeID
  /// The elements outside it whose content its references draw.
  package let definitions: [NodeID]
  /// What style sheets set on the elements, as declarations of a `style` attribute.
  package let declarations: [NodeID: String]
  /// The images of `feImage` elements.
  package let images: [NodeID: ImageID]
  /// px of the page area of the first page.
  package let viewport: Size

  package var isClipped: Bool { true }
  package var info: ImageInfo { ImageInfo(viewBox: nil) }
  package var file: [UInt8] { Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8) }
}
