import Markup
import Resources
import Style

/// An `svg` element of an HTML document.
package struct InlineSVG: DocumentDrawing {
  package let document: Document
  package let root: NodeID
  /// The elements outside it whose content its references draw.
  package let definitions: [NodeID]
  /// The value of `currentColor`.
  package let color: Color
  /// The font that the text inherits; nil for the default of the program that shows the drawing.
  package let font: FontStyle?
  /// What style sheets set on the elements, as declarations of a `style` attribute.
  package let declarations: [NodeID: String]
  /// The images of `image` elements.
  package let images: [NodeID: ImageID]
  /// Their files, as `data:` URLs.
  let embeddedImages: [NodeID: String]
  /// Whether what extends beyond the box is not shown (SVG 2 §3.9).
  package let isClipped: Bool
  /// Whether it has elements that are visible although it is not.
  package let isShownIfHidden: Bool
  /// What `zoom` multiplies the lengths of the drawing with, unless it has a view box.
  package let zoom: Double

  @export(interface)
  package init(
    _ document: Document, _ root: NodeID, definitions: [NodeID] = [], color: Color, font: FontStyle? = nil,
    declarations: [NodeID: String] = [:], images: [NodeID: ImageID] = [:], embeddedImages: [NodeID: String] = [:],
    isClipped: Bool = true, isShownIfHidden: Bool = false, zoom: Double = 1
  ) {
    self.images = images
    self.embeddedImages = embeddedImages
    (self.document, self.root, self.color, self.font) = (document, root, color, font)
    self.definitions = definitions
    self.declarations = declarations
    self.isClipped = isClipped
    self.zoom = zoom
    self.isShownIfHidden = isShownIfHidden
  }

  /// The size of the element is not that of the drawing, which fills the box that layout determines.
  package var info: ImageInfo { ImageInfo(viewBox: document.attribute(root, "viewBox")) }

  package var file: [UInt8] {
    var writer = SVGFileWriter(declarations, embeddedImages)
    writer.begin()
    writer.write(" color=\"\(color.css)\"")
    if let font, document.hasText(in: root) { writer.write(font) }
    // Without a size the image fills the box that layout determines.
    let computed = font == nil ? ["color"] : ["color"] + SVGFileWriter.fontAttributes
    writer.writeAttributes(of: root, document, except: Set(["width", "height", "x", "y"] + computed), isBox: true)
    writer.write(">")
    writer.writeDefinitions(definitions, document)
    writer.write((root.index + 1)..<document[root].subtreeEnd.index, document)
    writer.write("</svg>")
    return writer.file
  }
}

extension Document {
  /// Whether an inline SVG has a `text` element.
  fileprivate func hasText(in root: NodeID) -> Bool {
    (root.index + 1..<self[root].subtreeEnd.index).contains {
      self[NodeID($0)].kind == .element && name(NodeID($0)) == "text"
    }
  }
}
