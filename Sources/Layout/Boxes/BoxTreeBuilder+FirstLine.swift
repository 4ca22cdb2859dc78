import Markup
import Style

/// `::first-line` (css-pseudo-4 §2.1): the content of a block with such a style is collected twice, styled as on the
/// first line and as on other lines. The line breaker changes from the first to the second after the first line.
extension BoxTreeBuilder {
  /// A block whose first line has not been reached.
  struct PendingFirstLine {
    var container: BoxID
    var style: StyleID
  }

  /// Called at the start of a block container. Returns the pending first line of its parent.
  @discardableResult
  mutating func beginFirstLine(of node: NodeID, box: BoxID) -> PendingFirstLine? {
    let outer = firstLine
    firstLine = document.firstLines.styles[node].map { PendingFirstLine(container: box, style: $0) }
    return outer
  }

  /// Called at the end of a block container. If it holds an in-flow line, that was also the first line of its parent.
  mutating func endFirstLine(outer: PendingFirstLine?, style: StyleID) {
    let holdsFirstLine = firstLine == nil && document[style].box.float == .none && !isOutOfFlow(style)
    firstLine = holdsFirstLine && document[style].box.display.isBlockLevelContainer ? nil : outer
  }

  /// Starts the first-line content if it belongs to a container whose first line is pending.
  mutating func addFirstLine(to content: inout InlineContent, of container: BoxID) {
    guard let pending = firstLine, pending.container == container else { return }
    var line = InlineContent(rootStyle: pending.style)
    line.detail.rootControls = content.detail.rootControls
    line.detail.tracksOrigins = true
    content.detail.tracksOrigins = true
    let style = document[pending.style]
    if style.paint.hasBackground || style.paint.opacity < 1 || style.box.verticalAlign != .baseline {
      // The first line is an inline box. The other lines get one too, so that both contents have the same item
      // indices.
      var box = InlineBox(style: pending.style, node: .none, parent: InlineItem.root, link: Box.absent)
      line.open(box, BidiControls(pending.style, document.styles))
      box.style = document.anonymousStyle(inheriting: tree[container].style, display: .inline)
      content.open(box, BidiControls(box.style, document.styles))
    }
    content.detail.alternate = [line]
  }

  /// Stores collected lines and returns their index.
  mutating func addLines(_ content: consuming InlineContent) -> UInt32 {
    if content.hasAlternate, let line = content.detail.alternate.popLast() {
      tree.inlines.append(line)
      content.detail.firstLine = UInt32(tree.inlines.count - 1)
      firstLine = nil
    }
    plainItems.share(in: &content)
    tree.inlines.append(content)
    return UInt32(tree.inlines.count - 1)
  }
}

extension InlineContent {
  /// Changes the first-line content, if any.
  mutating func onFirstLine(_ body: (inout InlineContent) -> Void) {
    if hasAlternate { body(&detail.alternate[0]) }
  }

  /// The number of bytes of the text, also after it was shaped.
  private var length: UInt32 { items.last?.bytes.upperBound ?? 0 }

  /// The position in the content of other lines that corresponds to a position in this content. Both have the same
  /// items.
  func position(of byte: UInt32, in other: InlineContent) -> UInt32 {
    guard length != other.length || !detail.origins.isEmpty || !other.detail.origins.isEmpty else {
      return byte
    }
    guard let index = items.lastIndex(where: { $0.bytes.lowerBound <= byte && byte <= $0.bytes.upperBound }),
      other.items.indices.contains(index)
    else { return other.length }
    let (from, to) = (items[index].bytes, other.items[index].bytes)
    if byte == from.upperBound { return to.upperBound }
    let offset = byte - from.lowerBound
    let source = detail.origins[UInt32(index)].map { $0[Int(offset)] } ?? offset
    let target =
      other.detail.origins[UInt32(index)].map { UInt32($0.firstIndex { $0 >= source } ?? $0.count) } ?? source
    return min(to.upperBound, to.lowerBound + target)
  }
}

extension BoxStyle.Display {
  /// Whether its first line may be that of its parent.
  fileprivate var isBlockLevelContainer: Bool {
    switch self {
    case .block, .listItem, .flowRoot: true
    default: false
    }
  }
}
