import Layout
import TestTraits
import Testing

/// `font-variant-emoji` (css-fonts-4 §6.11): as if a variation selector followed each emoji.
@Suite(.hangLimit) struct EmojiVariantTests {
  private func text(_ value: String, _ content: String) throws -> String {
    let document = try layOut("<!DOCTYPE html><p style='font-variant-emoji: \(value)'>\(content)")
    return document.texts.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
  }

  @Test func emojiAreTextOrPictures() throws {
    #expect(try text("normal", "a\u{2764}b") == "a\u{2764}b")
    #expect(try text("unicode", "a\u{2764}b") == "a\u{2764}b")
    #expect(try text("text", "a\u{2764}b") == "a\u{2764}\u{FE0E}b")
    #expect(try text("emoji", "a\u{2764}b") == "a\u{2764}\u{FE0F}b")
  }

  @Test func digitsFlagsAndSequencesAreUnchanged() throws {
    for content in [
      "1#", "\u{1F1E9}\u{1F1EA}", "\u{2764}\u{FE0E}", "\u{1F44D}\u{1F3FD}", "\u{1F468}\u{200D}\u{1F33E}\u{FE0F}",
    ] {
      #expect(try text("emoji", content) == content)
    }
  }

  @Test func itIsInheritedBesideTextTransform() throws {
    #expect(try text("text", "<b style='text-transform: uppercase'>a\u{2764}</b>") == "A\u{2764}\u{FE0E}")
  }
}
