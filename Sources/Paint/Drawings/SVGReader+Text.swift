import Markup

/// `text` elements (SVG 2 §11).
extension SVGReader {
  /// Adds an element. Returns false if anything in it is not supported.
  func addText(_ node: NodeID, _ inherited: SVGStyle) -> Bool {
    // The bytes of a text take about eight times as long as those of a path.
    let size = document.markup.size(of: node)
    var style = inherited
    guard count(8 * size), var text = SVGText(document, node, &style, viewport: viewport, hasLinks: isBox) else {
      return false
    }
    guard text.pathSources.allSatisfy({ countReference(to: $0) }) else { return false }
    if isClip { text.showAsClip() }
    if text.hasLinks { drawing.hasLinks = true }
    guard text.replacePaints({ resolved($0) }) else { return false }
    // The outline of a glyph has some hundred bytes.
    if text.drawsOutlines, !count(400 * size) { return false }
    guard style.needsGroup(beyondTransform: true) else {
      drawing.operations.append(.text(text))
      return true
    }
    return addGroup(style) {
      drawing.operations.append(.text(text.inGroup))
      return true
    }
  }
}
