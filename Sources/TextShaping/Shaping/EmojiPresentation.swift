/// Which characters are shown as pictures (UTS #51 §4, css-fonts-4 §5.3).
enum EmojiPresentation {
  case text
  /// A picture by default.
  case picture
  /// A variation selector or a modifier asks for a picture.
  case requestedPicture

  /// Whether a text may contain emoji; quickly false for most texts.
  static func mayOccur(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    for byte in bytes where byte >= 0xE2 {
      // U+2000 to U+2FFF, U+3000 to U+3FFF, variation selectors, and the planes above the first one.
      if byte == 0xE2 || byte == 0xE3 || byte == 0xEF || byte >= 0xF0 { return true }
    }
    return false
  }

  /// The presentation of a grapheme cluster.
  init(_ cluster: Slice<UnsafeBufferPointer<UInt8>>) {
    self = .text
    guard Self.mayOccur(in: cluster) else { return }
    let scalars = String(decoding: cluster, as: UTF8.self).unicodeScalars
    guard let first = scalars.first, first.properties.isEmoji, !scalars.contains("\u{FE0E}") else { return }
    if scalars.dropFirst().contains(where: { $0 == "\u{FE0F}" || $0.properties.isEmojiModifier }) {
      self = .requestedPicture
    } else if first.properties.isEmojiPresentation {
      self = .picture
    }
  }
}
