import Markup
import Style

/// The placement of a new box: in lines, between blocks, or out of the flow.
extension BoxTreeBuilder {
  func isOutOfFlow(_ style: StyleID) -> Bool {
    switch document[style].box.position {
    case .absolute, .fixed, .running: true
    default: false
    }
  }

  /// Returns true for boxes that are repeated on several pages.
  func repeats(_ style: StyleID) -> Bool {
    switch document[style].box.position {
    case .fixed, .running: true
    default: false
    }
  }

  /// Adds a box to the lines or between the blocks, depending on its outer display type.
  @discardableResult
  mutating func place(_ box: Box, display: BoxStyle.Display, in parent: inout ContainerBuilder) -> BoxID {
    var box = box
    box.link = link
    let id = tree.add(box)
    if !box.node.isNone, document.document.isElement(box.node, .legend), isRenderedLegend(box.style, in: parent) {
      tree[id].parent = parent.container
      tree.legends[parent.container] = id
      return id
    }
    let float = document[box.style].box.float
    let kind: InlineItem.Kind? =
      isOutOfFlow(box.style)
      ? .outOfFlow
      : float == .left || float == .right
        ? .float
        : Self.isInlineLevel(display) ? .atomic : nil
    switch kind {
    case .atomic:
      addObject(id, kind: .atomic, to: &parent)
      // Text after an image or inline block is not the first letter (css-pseudo-4 §2.2).
      firstLetter = nil
    case .float, .outOfFlow:
      let isItem = document[tree[parent.container].style].box.display.makesItems && parent.open.isEmpty
      if isItem {
        addBlock(id, to: &parent)
      } else if parent.isInline {
        addObject(id, kind: kind!, to: &parent)
        if kind == .float { recordMovedInlines(around: id, in: parent) }
      } else if kind == .outOfFlow, holdsLines(parent.container),
        !document[box.style].box.isOriginallyBlockLevel || !parent.beforeLines.isEmpty
      {
        parent.beforeLines.append(id)
      } else {
        tree.append(id, to: parent.container)
      }
    default:
      if !parent.open.isEmpty, Self.isTablePart(box.kind) {
        addToInlineTable(id, in: &parent)
      } else {
        addBlock(id, to: &parent)
      }
    }
    return id
  }

  /// Returns true for the rendered legend: the first in-flow legend among the children of a fieldset (HTML 15.3.13).
  func isRenderedLegend(_ style: StyleID, in parent: ContainerBuilder) -> Bool {
    let container = tree[parent.container]
    return container.kind == .block && !container.node.isNone && parent.open.isEmpty
      && document.document.isElement(container.node, .fieldset)
      && document[style].box.float == .none && !isOutOfFlow(style) && tree.legends[parent.container] == nil
  }

  /// Returns true for an inline box: an element with an inline `display` that is in flow and not the rendered legend.
  func isInlineBox(_ node: NodeID, _ style: StyleID, in parent: ContainerBuilder) -> Bool {
    document[style].box.float == .none && !isOutOfFlow(style)
      && !(document.document.isElement(node, .legend) && isRenderedLegend(style, in: parent))
  }

  private static func isInlineLevel(_ display: BoxStyle.Display) -> Bool {
    switch display {
    case .inline, .inlineBlock, .inlineTable, .inlineFlex, .inlineGrid, .inlineGridLanes, .inlineListItem,
      .inlineBlockListItem:
      true
    default: false
    }
  }

  static func kind(of display: BoxStyle.Display) -> Box.Kind {
    switch display {
    case .table, .inlineTable: .table
    case .tableRowGroup: .rowGroup
    case .tableHeaderGroup: .headerGroup
    case .tableFooterGroup: .footerGroup
    case .tableRow: .row
    case .tableCell: .cell
    case .tableCaption: .caption
    case .tableColumn: .column
    case .tableColumnGroup: .columnGroup
    default: .block
    }
  }
}

extension BoxStyle.Display {
  /// It is true for flex and grid containers, whose children and runs of text become items.
  var makesItems: Bool {
    switch self {
    case .flex, .inlineFlex, .grid, .inlineGrid, .gridLanes, .inlineGridLanes: true
    default: false
    }
  }
}
