/// Images in cells of automatic width in quirks mode: the smallest width of the cell is one in which lines do not break
/// beside them ("table cell width calculation quirk", Quirks Mode Standard §3.8).
struct StuckWords {
  /// The width of the words since the last break, px.
  private var width = 0.0
  /// Whether a line cannot break before the next word if that is an image, and if it is not.
  private var (sticksToImage, sticksToAll) = (false, false)

  /// The smallest width of a word with those to which it sticks.
  mutating func width(with word: Word, _ own: Double, hasImage: Bool) -> Double {
    let sticks = hasImage ? sticksToImage : sticksToAll
    width = sticks ? width + own : own
    let isOpen = word.spaceStart == word.bytes.upperBound && !word.endsLine
    (sticksToImage, sticksToAll) = (isOpen, isOpen && hasImage)
    return width
  }
}

extension LayoutContext {
  func hasStuckImages(_ box: BoxID) -> Bool { tree[box].kind == .cell && self[box].box.width == .auto }

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
