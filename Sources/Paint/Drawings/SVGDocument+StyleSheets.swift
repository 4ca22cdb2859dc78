import Layout
import Markup
import Resources
import Style

/// Style sheets of SVG files (SVG 2 §6.6). Those of documents are part of the styles of the document.
extension SVGDocument {
  /// The document of a file with what its `style` elements declare. They load nothing.
  static func file(_ markup: Document) -> SVGDocument {
    let document = SVGDocument(markup)
    let root = markup.documentElement
    guard markup.nodes(in: root).contains(where: { document.element($0) == .style }) else { return document }
    let styled = StyleEngine.style(markup, loader: ResourceLoader())
    return SVGDocument(
      document, declarations: styled.drawingDeclarations(in: root, isBox: false),
      clipPaths: styled.drawingClipPaths(in: root, isBox: false))
  }
}
