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
    // Flex containers and tables are not block containers.
    if display.isBlockContainer, let own = document.pseudoStyles[PseudoElement(node, .firstLetter)] {
      (firstLetter, firstLetterBlock) = (own, style)
    }
  }

  /// Called at the end of a block. If it contained its first letter, that was also the first letter of its container.
  mutating func endFirstLetter(own: StyleID?, outer: StyleID?, style: StyleID) {
    let isUsed = own != nil && firstLetter == nil
    let isInFlow = document[style].box.float == .none && !isOutOfFlow(style)
    firstLetter = isUsed && isInFlow ? nil : outer
  }

  /// Adds text with its first letter in a separate box. Returns false if it contains no letter.
  mutating func addFirstLetter(
    _ text: some Collection<UInt8>, style: StyleID, node: NodeID, to parent: inout ContainerBuilder
  ) -> Bool {
    let string = String(decoding: text, as: UTF8.self)
    guard let blockLetterStyle = firstLetter, let range = Self.firstLetter(in: string) else { return false }
    if startsNewLine(string[..<range.lowerBound], style: style) {
      firstLetter = nil
      return false
    }
    firstLetter = nil
    // The letter inherits from the inline box that it is in.
    let letterStyle =
      style == firstLetterBlock
      ? blockLetterStyle : document.firstLetterStyle(blockLetterStyle, of: firstLetterBlock, in: style)
    let bytes = ContiguousArray(string.utf8)
    let letter = range.lowerBound.utf8Offset(in: string)..<range.upperBound.utf8Offset(in: string)
    addText(bytes[..<letter.lowerBound], style: style, node: node, to: &parent)
    if document[letterStyle].box.float == .none {
      openInline(style: letterStyle, node: .none, in: &parent)
      addText(bytes[letter], style: letterStyle, node: .none, to: &parent)
      closeInline(in: &parent)
    } else {
      let box = place(Box(kind: .block, style: letterStyle), display: .block, in: &parent)
      var inner = ContainerBuilder(container: box)
      addText(bytes[letter], style: letterStyle, node: .none, to: &inner)
      finish(&inner)
    }
    addText(bytes[letter.upperBound...], style: style, node: node, to: &parent)
    return true
  }

  /// Whether white space before a letter contains a preserved line feed, so that the letter is not on the first line.
  private func startsNewLine(_ space: Substring, style: StyleID) -> Bool {
    !document[style].text.whiteSpace.collapsesNewlines && space.contains { $0.isNewline }
  }

  /// Punctuation with the spaces after it, one letter, digit or symbol, and the punctuation that follows, except
  /// dashes. If there is no letter, only the punctuation, as in browsers.
  private static func firstLetter(in text: String) -> Range<String.Index>? {
    guard let start = text.firstIndex(where: { !$0.isWhitespace }) else { return nil }
    var (end, last) = (start, start)
    while end < text.endIndex, isPunctuation(text[end]) || last > start && isSpace(text[end]) {
      let isPart = isPunctuation(text[end])
      end = text.index(after: end)
      if isPart { last = end }
    }
    if end == text.endIndex { return start..<last }
    guard !text[end].isWhitespace else { return nil }
    end = text.index(after: end)
    while end < text.endIndex, isPunctuation(text[end], after: true) { end = text.index(after: end) }
    return start..<end
  }

  /// - Parameter isAfterLetter: whether it follows the letter.
  private static func isPunctuation(_ character: Character, after isAfterLetter: Bool = false) -> Bool {
    switch character.unicodeScalars.first?.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
      .connectorPunctuation:
      true
    case .dashPunctuation: !isAfterLetter
    default: false
    }
  }

  private static func isSpace(_ character: Character) -> Bool {
    character.unicodeScalars.first?.properties.generalCategory == .spaceSeparator
  }
}

extension String.Index {
  fileprivate func utf8Offset(in text: String) -> Int { text.utf8.distance(from: text.startIndex, to: self) }
}

extension BoxStyle.Display {
  /// Whether it may have a first letter (css-pseudo-4 §2.2).
  fileprivate var isBlockContainer: Bool {
    switch self {
    case .block, .flowRoot, .listItem, .inlineBlock, .inlineBlockListItem, .tableCell, .tableCaption: true
    default: false
    }
  }
}
