import Diagnostics
import Markup

/// Boxes whose writing mode is orthogonal to that of their container.
extension StyledDocument {
  /// Finds the elements whose contents are turned, and replaces the styles of boxes in turned contents. Pages are
  /// turned as a whole if the principal writing mode is vertical.
  /// - Returns: warnings of what is laid out in another way.
  @export(interface)
  package mutating func turnBoxes() -> [Diagnostic] {
    guard styles.indices.contains(where: { styles[$0].text.writingMode != .horizontal }) else { return [] }
    var warnings: [Diagnostic] = []
    func warn(_ message: String, at node: NodeID) {
      let place = SourceLocation(line: Int(document[node].line), column: Int(document[node].column))
      warnings.append(Diagnostic("writing_mode_limited", message, at: place))
    }
    /// The rotation of the contents of each node relative to the page.
    var inside = [Turned?](repeating: nil, count: document.nodes.count)
    let principal = self[styleOfNode[Int(principalElement.index)]].text
    pageTurn = principal.turn
    mirrorsPages = principal.writingMode == .verticalLR
    if let pageTurn { inside[0] = Turned(turn: pageTurn, isMirrored: mirrorsPages) }
    var turned: [StyleKey: StyleID] = [:]
    var warnsOfMixture = true
    for index in document.nodes.indices.dropFirst() {
      let node = NodeID(UInt32(index))
      let outside = inside[Int(document[node].parent.index)]
      inside[index] = outside
      guard document[node].kind == .element else {
        if outside != nil { styleOfNode[index] = styleOfNode[Int(document[node].parent.index)] }
        continue
      }
      let isReplaced = isReplaced(node)
      guard self[styleOfNode[index]].box.display != .none, document[node].namespace == .html || isReplaced,
        !document.isElement(node, .input)
      else { continue }
      let own = node == document.documentElement ? nil : turn(of: node, outside: outside?.turn, isReplaced)
      if let own {
        let isMirrored = self[styleOfNode[index]].text.writingMode == .verticalLR
        inside[index] = outside == nil ? Turned(turn: own, isMirrored: isMirrored) : nil
      }
      if let outside, own == nil, warnsOfMixture, !agrees(self[styleOfNode[index]].text.writingMode, with: outside) {
        warn("Vertical text in text of another vertical writing mode is set as the text around it", at: node)
        warnsOfMixture = false
      }
      if outside != nil || own != nil {
        let key = StyleKey(
          style: styleOfNode[index], outside: outside, hasTurn: own != nil,
          isWhole: own != nil && (isReplaced || isTurnedAsAWhole(node)), isReplaced: isReplaced,
          isVertical: inside[index] != nil, isMirrored: inside[index]?.isMirrored == true)
        styleOfNode[index] = variant(key, &turned)
        turns[node] = own
      }
      if let content = inside[index] { turnPseudoElements(of: node, in: content, &turned) }
    }
    return warnings
  }

  private mutating func turnPseudoElements(of node: NodeID, in content: Turned, _ turned: inout [StyleKey: StyleID]) {
    for kind in PseudoElement.Kind.allCases {
      guard let style = pseudoStyles[PseudoElement(node, kind)] else { continue }
      pseudoStyles[PseudoElement(node, kind)] = variant(
        StyleKey(style: style, outside: content, isMirrored: content.isMirrored), &turned)
    }
  }

  /// How contents are turned, and whether their lines and blocks follow one another in the other direction
  /// (`vertical-lr`).
  private struct Turned: Hashable {
    var turn: BoxTurn
    var isMirrored: Bool
  }

  /// Whether the boxes of a writing mode are turned in this way.
  private func agrees(_ mode: TextStyle.WritingMode, with turned: Turned) -> Bool {
    switch mode {
    case .horizontal: true
    case .verticalRL, .sidewaysRL: turned.turn == .clockwise && !turned.isMirrored
    case .verticalLR: turned.turn == .clockwise && turned.isMirrored
    case .sidewaysLR: turned.turn == .counterclockwise
    }
  }

  private struct StyleKey: Hashable {
    var style: StyleID
    /// The rotation of the container.
    var outside: Turned?
    /// Whether the box is turned relative to its container, and whether it is with its borders.
    var hasTurn = false
    var isWhole = false
    var isReplaced = false
    /// The contents of the box are vertical text.
    var isVertical = true
    /// The contents are mirrored after they are laid out (`vertical-lr`).
    var isMirrored = false
  }

  /// The element whose writing mode is that of the pages: the body, or else the root (css-writing-modes-4 §8).
  private var principalElement: NodeID {
    let root = document.documentElement
    return document.children(of: root).first { document.isElement($0, .body) } ?? root
  }

  /// Whether the writing mode of an element is orthogonal to that of its container.
  private func isOrthogonal(_ node: NodeID, _ outside: BoxTurn?) -> Bool {
    (self[styleOfNode[Int(node.index)]].text.writingMode == .horizontal) != (outside == nil)
  }

  /// How the contents of an element are turned relative to its box; nil if they are not.
  private func turn(of node: NodeID, outside: BoxTurn?, _ isReplaced: Bool) -> BoxTurn? {
    let style = self[styleOfNode[Int(node.index)]]
    // Images are never turned.
    if isReplaced { return outside?.inverse }
    guard isOrthogonal(node, outside) else { return nil }
    switch style.box.display {
    case .block, .flowRoot, .listItem, .inline, .inlineBlock, .inlineListItem, .inlineBlockListItem, .tableCell,
      .tableCaption, .table, .inlineTable, .flex, .inlineFlex, .grid, .inlineGrid, .gridLanes, .inlineGridLanes:
      if let outside { return outside == .clockwise ? .counterclockwise : .clockwise }
      return style.text.turn
    default: return nil
    }
  }

  private mutating func variant(_ key: StyleKey, _ known: inout [StyleKey: StyleID]) -> StyleID {
    if let id = known[key] { return id }
    var own = key.outside?.turn.style(self[key.style]) ?? self[key.style]
    // In vertical modes whose name is not `sideways-…`, characters may be upright (css-writing-modes-4 §5.1).
    if key.isVertical, own.text.writingMode == .verticalRL || own.text.writingMode == .verticalLR {
      own.text.vertical.isVertical = true
      if own.text.vertical.orientation == .upright { own.text.direction = .leftToRight }
    }
    if key.isVertical, let turn = key.hasTurn ? own.text.turn : key.outside?.turn { turn.turnShadows(of: &own.text) }
    if key.outside?.isMirrored == true {
      // The boxes are mirrored after they are laid out, but placed as they are in lines or out of flow.
      if own.box.position != .absolute, own.box.position != .fixed, own.box.display.blockified == own.box.display {
        swap(&own.box.margin.top, &own.box.margin.bottom)
        swap(&own.box.inset.top, &own.box.inset.bottom)
      }
      if own.box.display != .inline || key.hasTurn, !key.isWhole { own.flipEdges() }
    }
    own.text.vertical.isMirrored = key.isMirrored
    if key.hasTurn {
      // An inline box with another writing mode is an inline block (css-writing-modes-4 §3.2).
      if own.box.display == .inline { own.box.display = .inlineBlock }
      if own.box.display == .inlineListItem { own.box.display = .inlineBlockListItem }
      // The width is the extent of the lines.
      if own.box.width == .auto, own.box.display != .tableCell, !key.isWhole {
        own.box.width = .fitContent(nil)
      }
    }
    let id = add(own)
    known[key] = id
    return id
  }

  private func isReplaced(_ node: NodeID) -> Bool {
    if document[node].namespace == .svg { return document[document[node].parent].namespace == .html }
    let names: [Atom] = [.img, .embed, .object, .video, .iframe, .canvas]
    return names.contains { document.isElement(node, $0) }
  }
}

extension StyledDocument {
  /// Whether an element whose contents are turned is turned with its borders and padding: tables, flex and grid
  /// containers, and fieldsets, whose legends are on their borders.
  @export(interface)
  package func isTurnedAsAWhole(_ node: NodeID) -> Bool {
    switch self[styleOfNode[Int(node.index)]].box.display {
    case .table, .inlineTable: true
    case .block, .flowRoot, .inlineBlock: document.isElement(node, .fieldset)
    case let display: display.isFlexOrGrid
    }
  }

  /// The style of the box around a container that is turned as a whole: its margins and its place in the formatting
  /// context.
  @export(interface)
  package mutating func turnedFrameStyle(_ id: StyleID) -> StyleID {
    let own = self[id]
    var style = ComputedStyle()
    style.inherit(own.text, customSet: own.customSet)
    style.box.display = own.box.display.blockified == own.box.display ? .flowRoot : .inlineBlock
    style.box.originalDisplay = style.box.display
    style.box.width = .fitContent(nil)
    if own.box.display.isFlexOrGrid {
      // Percentages refer to the container of the frame.
      if own.box.width.hasPercent { style.box.width = own.box.width }
      if own.box.minWidth.hasPercent { style.box.minWidth = own.box.minWidth }
      if own.box.maxWidth.hasPercent { style.box.maxWidth = own.box.maxWidth }
    }
    style.box.margin = own.box.margin
    style.box.position = own.box.position
    style.box.inset = own.box.inset
    style.box.float = own.box.float
    style.box.clear = own.box.clear
    style.box.zIndex = own.box.zIndex
    style.box.verticalAlign = own.box.verticalAlign
    style.box.breakBefore = own.box.breakBefore
    style.box.breakAfter = own.box.breakAfter
    style.box.pageName = own.box.pageName
    style.item = own.item
    style.paint.transforms = own.paint.transforms
    style.paint.transformOrigin = own.paint.transformOrigin
    return add(style)
  }

  /// The style of a container that is turned as a whole, in its frame.
  @export(interface)
  package mutating func turnedContainerStyle(_ id: StyleID, _ turn: BoxTurn) -> StyleID {
    var style = turn.style(self[id])
    if style.text.vertical.isMirrored { style.flipEdges() }
    style.box.margin = BoxStyle().margin
    style.box.inset = BoxStyle().inset
    style.box.position = .static
    style.box.float = .none
    style.box.display = style.box.display.blockified
    style.paint.transforms = [.rotate(turn == .clockwise ? 90 : -90)]
    style.paint.transformOrigin = Pair(.zero, .zero)
    return add(style)
  }
}

extension TextStyle {
  /// How vertical text is turned; nil for horizontal text.
  package var turn: BoxTurn? { writingMode.turn }
}

extension TextStyle.WritingMode {
  /// How text of this mode is turned; nil for horizontal text.
  var turn: BoxTurn? {
    switch self {
    case .horizontal: nil
    case .verticalRL, .verticalLR, .sidewaysRL: .clockwise
    case .sidewaysLR: .counterclockwise
    }
  }
}

extension BoxStyle.Display {
  fileprivate var isFlexOrGrid: Bool {
    switch self {
    case .flex, .inlineFlex, .grid, .inlineGrid, .gridLanes, .inlineGridLanes: true
    default: false
    }
  }
}
