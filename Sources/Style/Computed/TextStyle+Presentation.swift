/// How lines wrap, and how emoji are shown.
extension TextStyle {
  /// `text-wrap-style` (css-text-4 §6.4.2).
  package enum WrapStyle: UInt8, Hashable, Sendable {
    case auto
    /// All lines are about as long.
    case balance
    /// The last line is not one short word.
    case pretty
  }
  /// `font-variant-emoji` (css-fonts-4 §6.11).
  enum EmojiPresentation: UInt8, Hashable, Sendable { case normal, text, picture }

  /// `text-transform`, and the presentation of emoji that the text requests.
  package var transformOfText: TextTransform {
    switch fontVariants.emoji {
    case .normal: textTransform
    case .text: textTransform.union(.emojiAsText)
    case .picture: textTransform.union(.emojiAsPictures)
    }
  }
}
