import Style
import TextShaping

/// Synthesized small capitals for fonts that have none: capitals in a smaller size (css-fonts-4 §6.6).
extension LayoutContext {
  /// The factor of the font size, as in browsers.
  private static let smallCapitals = 0.7

  /// Whether the small capitals of a style must be synthesized.
  mutating func lacksSmallCaps(_ style: StyleID) -> Bool {
    let font = document.styles[Int(style.index)].text.font
    guard font.smallCaps, font.synthesizesSmallCaps else { return false }
    return !shaper.hasFeature("smcp", in: self.font(style))
  }

  /// The spans of a text range. Replaces its lowercase letters by capitals.
  mutating func smallCapSpans(
    _ range: Range<Int>, of bytes: inout ContiguousArray<UInt8>, _ style: StyleID
  ) -> [TextSpan] {
    let text = document.styles[Int(style.index)].text
    var description = FontDescription(text)
    description.size *= Self.smallCapitals
    let (large, small) = (font(style), shaper.font(description))
    var spans: [TextSpan] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let (length, kind) = Self.capitalize(index, of: &bytes)
      let font = kind == .small || text.font.isAllSmallCaps && kind == .capital ? small : large
      if let last = spans.last, last.font == font {
        spans[spans.count - 1].bytes = last.bytes.lowerBound..<index + length
      } else {
        spans.append(
          TextSpan(
            bytes: index..<index + length, font: font, letterSpacing: text.letterSpacing, wordSpacing: text.wordSpacing)
        )
      }
      index += length
    }
    return spans
  }

  private enum LetterKind { case small, capital, other }

  /// Replaces the character at an index by its capital if that has the same length.
  /// - Returns: the length, in bytes, and the kind before.
  private static func capitalize(
    _ index: Int, of bytes: inout ContiguousArray<UInt8>
  ) -> (length: Int, kind: LetterKind) {
    switch bytes[index] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"):
      bytes[index] -= 0x20
      return (1, .small)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return (1, .capital)
    case ..<0x80: return (1, .other)
    default: break
    }
    let scalar = Unicode.Scalar(bytes.scalar(at: index)) ?? " "
    let length = scalar.utf8.count
    guard scalar.properties.isLowercase else { return (length, scalar.properties.isUppercase ? .capital : .other) }
    let upper = Array(scalar.properties.uppercaseMapping.utf8)
    guard upper.count == length else { return (length, .other) }
    bytes.replaceSubrange(index..<index + length, with: upper)
    return (length, .small)
  }
}
