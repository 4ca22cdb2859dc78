import Markup
import Resources
import Style

/// An `svg` element of an HTML document.
package struct InlineSVG: DocumentDrawing {
  /// What lengths refer to that depend on more than the font of an element (css-values-4 §6.1).
  package struct Units: Sendable {
    /// px of the page area of the first page.
    package let viewport: Size
    /// px.
    package let rootFontSize: Double
    /// A multiple of the font size; nil for the line height of the font.
    package let lineHeight: Double?

    init(_ document: StyledDocument, _ style: StyleID) {
      viewport = Size(width: document.firstPageWidth, height: document.firstPageHeight)
      let root = document.document.documentElement
      rootFontSize = root.isNone ? 16 : document[document.styleOfNode[Int(root.index)]].text.unzoomed.font.size
      let text = document[style].text
      lineHeight =
        switch text.lineHeight {
        case .normal: nil
        case .number(let factor): factor
        case .px(let px): text.font.size > 0 ? px / text.font.size : nil
        }
    }
  }

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
  /// What relative lengths refer to; nil if that is not known.
  package let units: Units?
  /// Basic shapes that clip elements.
  package let clipPaths: [NodeID: ClipPath]
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
    declarations: [NodeID: String] = [:], clipPaths: [NodeID: ClipPath] = [:],
    units: Units? = nil, images: [NodeID: ImageID] = [:], embeddedImages: [NodeID: String] = [:],
    isClipped: Bool = true, isShownIfHidden: Bool = false, zoom: Double = 1
  ) {
    self.images = images
    self.embeddedImages = embeddedImages
    (self.document, self.root, self.color, self.font) = (document, root, color, font)
    self.definitions = definitions
    self.declarations = declarations
    (self.clipPaths, self.units) = (clipPaths, units)
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
