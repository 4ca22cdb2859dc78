import Layout
import Markup

/// The boxes of a page, for tools that show the layout. All rectangles are in px on the page as it is displayed, after
/// its rotation.
package struct PageOutlines: Sendable {
  /// The box of an element, or the part of it on this page.
  package struct Box: Sendable {
    package var node: NodeID
    package var border, padding, content: Rect
  }

  /// The page box; smaller than the sheet if the sheet has bleed or marks.
  package var page: Rect
  /// The page area, in which the document is laid out.
  package var area: Rect
  package var marginBoxes: [Rect]
  /// The boxes in the painting order of the layout tree: outer boxes precede inner ones.
  package var boxes: [Box]
}

extension Painter {
  /// The boxes of a page, numbered from 0.
  /// - Parameter limit: the largest number of element boxes; further ones are left out.
  /// - Throws: `noSuchPage`.
  package func outlines(ofPage number: Int, limit: Int = 5000) throws(PaintError) -> PageOutlines {
    let size = try size(ofPage: number)
    let page = document.pages[number]
    let turn = PageTurn(size: size, rotation: page.rotation)
    var boxes: [PageOutlines.Box] = []
    for fragment in page.fragments[..<page.marginBoxesStart] where fragment.isElementBox {
      guard boxes.count < limit else { break }
      let geometry = BoxGeometry(fragment, document.styles)
      boxes.append(
        PageOutlines.Box(
          node: fragment.node, border: turn.applied(to: geometry.border.rect),
          padding: turn.applied(to: geometry.padding.rect),
          content: turn.applied(to: geometry.content(fragment, document.styles).rect)))
    }
    return PageOutlines(
      page: turn.applied(to: page.trim ?? Rect(x: 0, y: 0, width: size.width, height: size.height)),
      area: turn.applied(to: page.area), marginBoxes: page.marginBoxFrames.map(turn.applied), boxes: boxes)
  }
}

/// The rotation of a page for display.
private struct PageTurn {
  let size: Size
  let rotation: Int

  func applied(to rect: Rect) -> Rect {
    switch rotation {
    case 90: Rect(x: size.height - rect.maxY, y: rect.x, width: rect.height, height: rect.width)
    case 270: Rect(x: rect.y, y: size.width - rect.maxX, width: rect.height, height: rect.width)
    default: rect
    }
  }
}

extension Page {
  /// The index of the first fragment of a margin box, or the number of fragments.
  fileprivate var marginBoxesStart: Int { marginBoxes.isEmpty ? fragments.count : marginBoxes.lowerBound }

  fileprivate var marginBoxFrames: [Rect] {
    var frames: [Rect] = []
    var index = marginBoxes.lowerBound
    while index < marginBoxes.upperBound {
      frames.append(fragments[index].frame)
      index = max(index + 1, Int(fragments[index].subtreeEnd))
    }
    return frames
  }
}

extension Fragment {
  fileprivate var isElementBox: Bool {
    guard !node.isNone else { return false }
    switch content {
    case .box, .inlineBox, .fieldset, .group, .collapsedBox, .image: return true
    default: return false
    }
  }
}
