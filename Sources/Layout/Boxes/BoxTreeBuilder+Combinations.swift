import Markup
import Style

/// Characters that are set side by side in vertical text (`text-combine-upright`, css-writing-modes-4 §9.1).
extension BoxTreeBuilder {
  /// Adds text with the combinations in it.
  mutating func addCombined(_ text: [UInt8], style: StyleID, node: NodeID, to parent: inout ContainerBuilder) {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0C, 0x0D]
    switch document[style].text.vertical.combination {
    case .none: addPlainText(text, style: style, node: node, to: &parent)
    case .all:
      guard let start = text.firstIndex(where: { !blanks.contains($0) }),
        let end = text.lastIndex(where: { !blanks.contains($0) })
      else { return addPlainText(text, style: style, node: node, to: &parent) }
      // White space is processed as at the start and the end of a line (§9.1.1).
      addCombination(
        document[style].text.whiteSpace.collapsesSpaces ? text[start...end] : text[...], style: style, to: &parent)
    case .twoDigits, .threeDigits, .fourDigits:
      let limit = Int(document[style].text.vertical.combination.rawValue)
      var plain = text.startIndex
      var index = plain
      while index < text.endIndex {
        let end = text[index...].firstIndex { !(0x30...0x39 ~= $0) } ?? text.endIndex
        if 2...limit ~= end - index {
          addPlainText(text[plain..<index], style: style, node: node, to: &parent)
          addCombination(text[index..<end], style: style, to: &parent)
          plain = end
        }
        index = max(end, index + 1)
      }
      addPlainText(text[plain...], style: style, node: node, to: &parent)
    }
  }

  /// Adds a box of one em that contains the text horizontally.
  private mutating func addCombination(_ text: ArraySlice<UInt8>, style: StyleID, to parent: inout ContainerBuilder) {
    let inline = document.anonymousStyle(inheriting: style, display: .inline)
    tree.replaced.append(ReplacedContent(kind: .turned(.counterclockwise)))
    var frame = Box(kind: .replaced, style: inline)
    frame.payload = UInt32(tree.replaced.count - 1)
    frame.isAnonymous = true
    frame.link = link
    let frameID = place(frame, display: .inline, in: &parent)
    let own = document.combinationStyle(style)
    let content = tree.add(Box(kind: .block, style: own))
    tree.append(content, to: frameID)
    var inner = ContainerBuilder(container: content)
    addPlainText(text, style: own, node: .none, to: &inner)
    finish(&inner)
  }
}
