/// The smallest width of a cell of automatic width in quirks mode, in which lines do not break before and after images
/// ("table cell width calculation quirk", Quirks Mode Standard §3.8).
struct QuirksCellWidth {
  /// The width of the words since the last break, px.
  private var width = 0.0
  /// Whether the next word is on the same line if it is an image, and if it is another word.
  private var (joinsImage, joinsWord) = (false, false)

  /// The width of a word, of width `own`, with those before it on the same line.
  mutating func width(with word: Word, _ own: Double, hasImage: Bool) -> Double {
    let joins = hasImage ? joinsImage : joinsWord
    width = joins ? width + own : own
    let isOpen = word.spaceStart == word.bytes.upperBound && !word.endsLine
    (joinsImage, joinsWord) = (isOpen, isOpen && hasImage)
    return width
  }
}

extension LayoutContext {
  /// Whether the quirk applies to a box.
  func usesQuirksCellWidth(_ box: BoxID) -> Bool {
    document.document.isQuirky && tree[box].kind == .cell && self[box].box.width == .auto
  }

  /// Whether a word is an image.
  func hasImage(_ word: Word, _ inline: UInt32) -> Bool {
    word.items.contains { index in
      let item = tree.inlines[Int(inline)].items[Int(index)]
      guard case .atomic = item.kind, tree[item.object].kind == .replaced, !tree[item.object].node.isNone else {
        return false
      }
      return document.document[tree[item.object].node].name == .img
    }
  }
}
