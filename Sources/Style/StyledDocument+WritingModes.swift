import Diagnostics
import Markup

/// Boxes whose writing mode is orthogonal to that of their container.
extension StyledDocument {
  /// Finds the elements whose contents are turned, and replaces the styles of boxes in turned contents.
  /// - Returns: warnings of what is laid out in another way.
  package mutating func turnBoxes() -> [Diagnostic] {
    guard styles.contains(where: { $0.text.writingMode != .horizontal }) else { return [] }
    var warnings: [Diagnostic] = []
    func warn(_ message: String, at node: NodeID) {
      let place = SourceLocation(line: Int(document[node].line), column: Int(document[node].column))
      warnings.append(Diagnostic("writing_mode_limited", message, at: place))
    }
    if let node = verticalPage {
      warn("Vertical writing of a whole document is not supported; pages are laid out horizontally", at: node)
      return warnings
    }
    /// By node: how the contents are turned relative to the page.
    var inside = [BoxTurn?](repeating: nil, count: document.nodes.count)
    var turned: [StyleKey: StyleID] = [:]
    var warnsOfUpright = true
    for index in document.nodes.indices.dropFirst() {
      let node = NodeID(UInt32(index))
      let outside = inside[Int(document[node].parent.index)]
      inside[index] = outside
      guard document[node].kind == .element else {
        if warnsOfUpright, outside == .clockwise, hasUprightCharacters(node) {
          warn("Characters that stand upright in vertical text are turned with it", at: document[node].parent)
          warnsOfUpright = false
        }
        continue
      }
      // Images are turned with the text around them.
      guard self[styleOfNode[index]].box.display != .none, document[node].namespace == .html, !isReplaced(node) else {
        continue
      }
      let own = turn(of: node, outside: outside)
      if let own { inside[index] = outside == nil ? own : nil }
      if outside != nil || own != nil {
        let style = styleOfNode[index]
        styleOfNode[index] = variant(of: style, outside, hasTurn: own != nil, &turned)
        turns[node] = own
      }
      if own == nil, isHorizontalContainer(node, outside) {
        warn("Tables, flex and grid containers are laid out horizontally in vertical text too", at: node)
      }
      guard let content = inside[index] else { continue }
      for kind in PseudoElement.Kind.allCases {
        guard let style = pseudoStyles[PseudoElement(node, kind)] else { continue }
        pseudoStyles[PseudoElement(node, kind)] = variant(of: style, content, hasTurn: false, &turned)
      }
    }
    return warnings
  }

  private struct StyleKey: Hashable {
    var style: StyleID
    var outside: BoxTurn?
    var hasTurn: Bool
  }

  /// The root or the body if its text is vertical.
  private var verticalPage: NodeID? {
    let root = document.documentElement
    let body = document.children(of: root).first { document.isElement($0, .body) }
    return [root, body].compactMap { $0 }.first { self[styleOfNode[Int($0.index)]].text.writingMode != .horizontal }
  }

  /// Whether the writing mode of an element is orthogonal to that of its container.
  private func isOrthogonal(_ node: NodeID, _ outside: BoxTurn?) -> Bool {
    (self[styleOfNode[Int(node.index)]].text.writingMode == .horizontal) != (outside == nil)
  }

  /// How the contents of an element are turned relative to its box; nil if they are not.
  private func turn(of node: NodeID, outside: BoxTurn?) -> BoxTurn? {
    let style = self[styleOfNode[Int(node.index)]]
    guard isOrthogonal(node, outside) else { return nil }
    switch style.box.display {
    case .block, .flowRoot, .listItem, .inline, .inlineBlock, .inlineListItem, .inlineBlockListItem, .tableCell,
      .tableCaption:
      if let outside { return outside == .clockwise ? .counterclockwise : .clockwise }
      return style.text.turn
    default: return nil
    }
  }

  /// Whether an element sets an orthogonal writing mode that it does not have. The cells of rows have it.
  private func isHorizontalContainer(_ node: NodeID, _ outside: BoxTurn?) -> Bool {
    let style = self[styleOfNode[Int(node.index)]]
    switch style.box.display {
    case .table, .inlineTable, .flex, .inlineFlex, .grid, .inlineGrid:
      let parent = self[styleOfNode[Int(document[node].parent.index)]]
      return isOrthogonal(node, outside) && parent.text.writingMode != style.text.writingMode
    default: return false
    }
  }

  private mutating func variant(
    of style: StyleID, _ outside: BoxTurn?, hasTurn: Bool, _ known: inout [StyleKey: StyleID]
  ) -> StyleID {
    let key = StyleKey(style: style, outside: outside, hasTurn: hasTurn)
    if let id = known[key] { return id }
    var own = outside?.style(self[style]) ?? self[style]
    if hasTurn {
      // An inline box with another writing mode is an inline block (css-writing-modes-4 §3.2).
      if own.box.display == .inline { own.box.display = .inlineBlock }
      if own.box.display == .inlineListItem { own.box.display = .inlineBlockListItem }
      // The width is the extent of the lines.
      if own.box.width == .auto, own.box.display != .tableCell { own.box.width = .fitContent(nil) }
    }
    let id = add(own)
    known[key] = id
    return id
  }

  private func isReplaced(_ node: NodeID) -> Bool {
    let names: [Atom] = [.img, .input, .embed, .object, .video, .iframe, .canvas]
    return names.contains { document.isElement(node, $0) }
  }

  /// Whether a text has characters that `text-orientation: mixed` keeps upright (UAX #50).
  private func hasUprightCharacters(_ text: NodeID) -> Bool {
    String(decoding: document.text(text), as: UTF8.self).unicodeScalars.contains {
      0x1100...0x11FF ~= $0.value || 0x2E80...0xA4CF ~= $0.value || 0xAC00...0xD7FF ~= $0.value
        || 0xF900...0xFAFF ~= $0.value || 0xFF01...0xFF60 ~= $0.value || 0x1F300...0x3FFFF ~= $0.value
    }
  }
}

extension TextStyle {
  /// How vertical text is turned; nil for horizontal text.
  package var turn: BoxTurn? {
    switch writingMode {
    case .horizontal: nil
    case .verticalRL, .verticalLR: .clockwise
    case .sidewaysLR: .counterclockwise
    }
  }
}
