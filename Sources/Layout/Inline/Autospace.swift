import Style
import TextShaping

/// `text-autospace` (css-text-4 §9.2): an eighth of an em between ideographs and letters or numbers of other scripts.
extension LayoutContext {
  /// Adds the spaces to the shaped text of an inline formatting context.
  func addAutospace(to text: inout ShapedText, of content: InlineContent) {
    var added: [(byte: Int, width: Double)] = []
    var before = Kind.other
    for item in content.items where !item.bytes.isEmpty {
      guard item.kind == .text else {
        if item.kind == .atomic { before = .other }
        continue
      }
      let style = self[content.style(of: item.box)].text
      var index = Int(item.bytes.lowerBound)
      while index < Int(item.bytes.upperBound) {
        let scalar = Unicode.Scalar(text.bytes.scalar(at: index)) ?? " "
        if let kind = Kind(scalar) {
          if Self.needsSpace(before, kind, style.autospace), index > 0 { added.append((index, style.font.size / 8)) }
          before = kind
        }
        index += scalar.utf8.count
      }
    }
    text.addSpace(before: added)
  }

  private static func needsSpace(_ a: Kind, _ b: Kind, _ autospace: TextStyle.Autospace) -> Bool {
    guard (a == .ideograph) != (b == .ideograph) else { return false }
    switch a == .ideograph ? b : a {
    case .letter: return autospace.contains(.alphabetic)
    case .number: return autospace.contains(.numeric)
    case .ideograph, .other: return false
    }
  }

  private enum Kind {
    case ideograph, letter, number, other

    /// Fails for a combining mark, which has the kind of its base character.
    init?(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x2E80...0x2FDF, 0x3005, 0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3041...0x309F, 0x30A1...0x30FA,
        0x30FC...0x30FF, 0x31C0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
        self = .ideograph
        return
      // Fullwidth letters and digits and Hangul syllables do not count as another script.
      case 0x3000...0x33FF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xFF00...0xFFEF:
        self = .other
        return
      default: break
      }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: return nil
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: self = .letter
      case .decimalNumber: self = .number
      default: self = .other
      }
    }
  }
}
