import Layout
import Markup
import Resources
import Style

/// Style sheets of SVG files (SVG 2 §6.6). Those of documents are part of the styles of the document.
extension SVGDocument {
  /// The document of a file with what its `style` elements declare. They load nothing.
  init(file markup: Document) {
    self.init(markup)
    let root = markup.documentElement
    guard markup.nodes(in: root).contains(where: { element($0) == .style }) else { return }
    let styled = StyleEngine.style(markup, loader: ResourceLoader())
    declarations = styled.drawingDeclarations(in: root, isBox: false).mapValues {
      SVGValue(ContiguousArray($0.utf8), 0..<$0.utf8.count)
    }
  }
}
