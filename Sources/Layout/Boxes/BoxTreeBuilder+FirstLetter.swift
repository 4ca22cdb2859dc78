import Markup
import Style

/// `::first-letter` (css-pseudo-4 §2.2): the first letter of a block's first line, with the punctuation around it.
extension BoxTreeBuilder {
  /// Called at the start of a block, which may have its own `::first-letter` style. A box out of the flow does not
  /// take the first letter of its container.
  mutating func beginFirstLetter(of node: NodeID, style: StyleID) {
    let display = document[style].box.display
    if document[style].box.float != .none || isOutOfFlow(style) || display != .block && display != .listItem {
      firstLetter = nil
    }
    if let own = document.pseudoStyles[PseudoElement(node, .firstLetter)] {
      (firstLetter, firstLetterBlock) = (own, style)
    }
  }

  /// Called at the end of a block. If it contained its first letter, that was also the first letter of its container.
  mutating func endFirstLetter(own: StyleID?, outer: StyleID?, style: StyleID) {
    let isUsed = own != nil && firstLetter == nil
    let isInFlow = document[style].box.float == .none && !isOutOfFlow(style)
    firstLetter = isUsed && isInFlow ? nil : outer
  }

  /// Adds text with its first letter in a separate box. False if it contains no letter.
  mutating func addFirstLetter(
    _ text: some Collection<UInt8>, style: StyleID, node: NodeID, to parent: inout ContainerBuilder
  ) -> Bool {
    let string = String(decoding: text, as: UTF8.self)
    guard let blockLetterStyle = firstLetter, let range = Self.firstLetter(in: string) else { return false }
    firstLetter = nil
    // The letter inherits from the inline box that it is in.
    let letterStyle =
      style == firstLetterBlock
      ? blockLetterStyle : document.firstLetterStyle(blockLetterStyle, of: firstLetterBlock, in: style)
    addText(string[..<range.lowerBound].utf8, style: style, node: node, to: &parent)
    if document[letterStyle].box.float == .none {
      openInline(style: letterStyle, node: .none, in: &parent)
      addText(string[range].utf8, style: letterStyle, node: .none, to: &parent)
      closeInline(in: &parent)
    } else {
      let box = place(Box(kind: .block, style: letterStyle), display: .block, in: &parent)
      var inner = ContainerBuilder(container: box)
      addText(string[range].utf8, style: letterStyle, node: .none, to: &inner)
      finish(&inner)
    }
    addText(string[range.upperBound...].utf8, style: style, node: node, to: &parent)
    return true
  }

  /// Punctuation, one letter, digit or symbol, and the punctuation after it. If the text ends there, only the
  /// punctuation, as in browsers.
  private static func firstLetter(in text: String) -> Range<String.Index>? {
    guard let start = text.firstIndex(where: { !$0.isWhitespace }) else { return nil }
    var end = start
    while end < text.endIndex, isPunctuation(text[end]) { end = text.index(after: end) }
    if end == text.endIndex { return start..<end }
    guard !text[end].isWhitespace else { return nil }
    end = text.index(after: end)
    while end < text.endIndex, isPunctuation(text[end]) { end = text.index(after: end) }
    return start..<end
  }

  private static func isPunctuation(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation: true
    default: false
    }
  }
}
