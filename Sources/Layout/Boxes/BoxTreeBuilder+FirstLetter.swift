import Markup
import Style

/// `::first-letter` (css-pseudo-4 §2.2): the first letter of a block's first line, with the punctuation around it.
extension BoxTreeBuilder {
  /// A block with a style of its own for the letter begins; what stands beside the flow takes none from around it.
  mutating func beginFirstLetter(of node: NodeID, style: StyleID) {
    let display = document[style].box.display
    if document[style].box.float != .none || isOutOfFlow(style) || display != .block && display != .listItem {
      firstLetter = nil
    }
    if let own = document.pseudoStyles[PseudoElement(node, .firstLetter)] { firstLetter = own }
  }

  /// The block ends: where its letter came, it was also that of the block around it.
  mutating func endFirstLetter(own: StyleID?, outer: StyleID?, style: StyleID) {
    let isUsed = own != nil && firstLetter == nil
    let isInFlow = document[style].box.float == .none && !isOutOfFlow(style)
    firstLetter = isUsed && isInFlow ? nil : outer
  }

  /// Adds text with its first letter in a box of its own; false where there is no letter in it.
  mutating func addFirstLetter(
    _ text: some Collection<UInt8>, style: StyleID, node: NodeID, to flow: inout BlockFlow
  ) -> Bool {
    let string = String(decoding: text, as: UTF8.self)
    guard let letterStyle = firstLetter, let range = Self.firstLetter(in: string) else { return false }
    firstLetter = nil
    addText(string[..<range.lowerBound].utf8, style: style, node: node, to: &flow)
    if document[letterStyle].box.float == .none {
      openInline(style: letterStyle, node: .none, in: &flow)
      addText(string[range].utf8, style: letterStyle, node: .none, to: &flow)
      closeInline(in: &flow)
    } else {
      let box = place(Box(kind: .block, style: letterStyle), display: .block, in: &flow)
      var inner = BlockFlow(container: box)
      addText(string[range].utf8, style: letterStyle, node: .none, to: &inner)
      finish(&inner)
    }
    addText(string[range.upperBound...].utf8, style: style, node: node, to: &flow)
    return true
  }

  /// Punctuation, one letter, digit or symbol, and the punctuation after it; where nothing follows in this text, the
  /// punctuation alone, as in browsers.
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
