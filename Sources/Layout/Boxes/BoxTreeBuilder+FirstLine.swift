import Markup
import Style

/// `::first-line` (css-pseudo-4 §2.1): the content of a block's first lines is collected twice, as it stands on the first
/// line and as it stands on the others; the line breaker goes over from the one to the other.
extension BoxTreeBuilder {
  /// A block whose first line has not come yet.
  struct PendingFirstLine {
    var container: BoxID
    var style: StyleID
  }

  /// A block container begins; gives what was pending around it.
  @discardableResult
  mutating func beginFirstLine(of node: NodeID, box: BoxID) -> PendingFirstLine? {
    let outer = firstLine
    firstLine = document.firstLines.styles[node].map { PendingFirstLine(container: box, style: $0) }
    return outer
  }

  /// A block container ends: where it holds a line in the flow, that was also the first line of the block around it.
  mutating func endFirstLine(outer: PendingFirstLine?, style: StyleID) {
    let holdsFirstLine = firstLine == nil && document[style].box.float == .none && !isOutOfFlow(style)
    firstLine = holdsFirstLine && document[style].box.display.isBlockLevelContainer ? nil : outer
  }

  /// Begins the content that stands on the first line, if it is that of a container whose line is pending.
  mutating func addFirstLine(to content: inout InlineContent, of container: BoxID) {
    guard let pending = firstLine, pending.container == container else { return }
    var line = InlineContent(rootStyle: pending.style)
    line.rootControls = content.rootControls
    line.tracksOrigins = true
    content.tracksOrigins = true
    let style = document[pending.style]
    if style.paint.hasBackground || style.paint.opacity < 1 || style.box.verticalAlign != .baseline {
      // The line is an inline box of its own; there is one on the other lines too, so that items have the same numbers.
      var box = InlineBox(style: pending.style, node: .none, parent: InlineItem.root, link: Box.absent)
      line.open(box, BidiControls(pending.style, document.styles))
      box.style = document.anonymousStyle(inheriting: tree[container].style, display: .inline)
      content.open(box, BidiControls(box.style, document.styles))
    }
    content.alternate = [line]
  }

  /// Keeps collected lines; gives their index.
  mutating func addLines(_ content: consuming InlineContent) -> UInt32 {
    if let line = content.alternate.popLast() {
      tree.inlines.append(line)
      content.firstLine = UInt32(tree.inlines.count - 1)
      firstLine = nil
    }
    tree.inlines.append(content)
    return UInt32(tree.inlines.count - 1)
  }
}

extension InlineContent {
  /// Does something to what is collected for the first line, if it is styled.
  mutating func onFirstLine(_ body: (inout InlineContent) -> Void) {
    if !alternate.isEmpty { body(&alternate[0]) }
  }

  /// The place in other lines' content of the same items, where a place in this content stands.
  func position(of byte: UInt32, in other: InlineContent) -> UInt32 {
    guard bytes.count != other.bytes.count || !origins.isEmpty || !other.origins.isEmpty else { return byte }
    guard let index = items.lastIndex(where: { $0.bytes.lowerBound <= byte && byte <= $0.bytes.upperBound }),
      other.items.indices.contains(index)
    else { return UInt32(other.bytes.count) }
    let (from, to) = (items[index].bytes, other.items[index].bytes)
    if byte == from.upperBound { return to.upperBound }
    let offset = byte - from.lowerBound
    let source = origins[UInt32(index)].map { $0[Int(offset)] } ?? offset
    let target = other.origins[UInt32(index)].map { UInt32($0.firstIndex { $0 >= source } ?? $0.count) } ?? source
    return min(to.upperBound, to.lowerBound + target)
  }
}

extension BoxStyle.Display {
  /// In the flow, its first line may be that of the block around it.
  fileprivate var isBlockLevelContainer: Bool {
    switch self {
    case .block, .listItem, .flowRoot: true
    default: false
    }
  }
}
