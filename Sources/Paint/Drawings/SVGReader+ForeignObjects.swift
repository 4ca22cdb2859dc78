import Layout
import Markup

/// `foreignObject` elements, whose contents are boxes of the page (SVG 2 §12.4).
extension SVGReader {
  /// Whether a child is a `foreignObject` element.
  func hasForeignObject(_ node: NodeID) -> Bool {
    document.markup.children(of: node).contains { document.element($0) == .foreignObject }
  }

  /// Adds the place of a `foreignObject` element in the order of the drawing. Only documents show HTML, and where `use`
  /// elements refer to it, it is not shown again.
  func addForeignObject(_ node: NodeID, _ inherited: SVGStyle) -> Bool {
    guard isBox, references == 0, !isClip else {
      drawing.lacksBoxes = drawing.lacksBoxes || !isBox
      return true
    }
    var style = inherited
    var lengths: [(name: SVGAttribute, value: SVGValue)] = []
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch name {
      case .x, .y, .width, .height: lengths.append((name, value))
      case .overflow: break
      default: return nil
      }
      return true
    }
    guard isSupported else { return false }
    guard style.isDisplayed else { return true }
    // The filters of the boxes are their own.
    if style.hasEffects { style.effects.filter = nil }
    var boxes = SVGImage(content: .boxes(node), width: 0, height: 0)
    for (name, value) in lengths {
      guard let number = length(value, of: name, style) else { continue }
      switch name {
      case .x: boxes.x = number
      case .y: boxes.y = number
      case .width: boxes.width = number
      default: boxes.height = number
      }
    }
    drawing.hasBoxes = true
    return addGroup(style, if: style.needsGroup) {
      drawing.operations.append(.image(boxes))
      return true
    }
  }
}
