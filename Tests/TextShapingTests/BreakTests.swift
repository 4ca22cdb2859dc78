import TestTraits
import Testing

@testable import TextShaping

@Suite("Line break opportunities", .hangLimit)
struct BreakTests {
  @Test(
    "Latin text",
    arguments: [
      // Punctuation stays with its word.
      "Hello, |world! |(Yes.) |“No?” |‘Maybe;’ |it’s |don't.",
      "one |– |two |— |three|—|four |… |five...",
      // Lines break after hyphens, but not between a sign and its number.
      "well-|known |and/or |-5 |(-5) |−5 |A-|Z |2026-|11-|20 |1/2 |555-|1234",
      // Among ASCII characters, breaks are those of browsers.
      "a!b |a?|b |a?|1 |foo(bar)|[baz] |a*|(b) |a/b |a/|é |a-|-|b",
      // Numbers keep their separators, signs and units.
      "1,234.56 |$12.50 |€3 |3€ |100% |+7 |(42) |#9 |v.1 |10:30",
      "https://example.com/path/file.html?|query=1&x=y",
      "user@example.com",
      "No\u{A0}break |no\u{2011}break |word\u{2060}joiner\u{2060}here",
      "soft\u{AD}|hyphen |zero\u{200B}|width",
      "[1] |{a} |a[0] |f(x) |“(a)” |«a» |a%b",
      "double  |space   |end  ",
      // After a space, lines may begin with any character.
      "a |! |b |; |/ |/ |) |» |” |“ |c",
    ])
  func latin(expected: String) {
    #expect(broken(expected.replacing("|", with: "")) == expected)
  }

  @Test("A hard break is mandatory; CR LF is one hard break")
  func hard() {
    #expect(broken("a\nb\r\nc\u{2028}d\u{2029}e\n\nf") == "a\n‖b\r\n‖c\u{2028}‖d\u{2029}‖e\n‖\n‖f")
    #expect(shape("a\n").boundaries[2] == [.line, .mandatory, .grapheme])
    #expect(shape("a").boundaries[1] == [.line, .grapheme])
  }

  @Test("A line may break around an object, also next to a no-break space")
  func objects() {
    #expect(broken("a\u{FFFC}b") == "a|\u{FFFC}|b")
    #expect(broken("\u{FFFC}\u{FFFC}") == "\u{FFFC}|\u{FFFC}")
    #expect(broken("(\u{FFFC})") == "(|\u{FFFC}|)")
    #expect(broken("\u{A0}\u{FFFC}\u{A0}") == "\u{A0}|\u{FFFC}|\u{A0}")
    #expect(broken("a \u{FFFC} b") == "a |\u{FFFC} |b")
    #expect(broken("a\u{2060}\u{FFFC}\u{2060}b") == "a\u{2060}\u{FFFC}\u{2060}b")
    #expect(broken("中\u{FFFC}文") == "中|\u{FFFC}|文")
  }

  @Test("White space is marked, and the break is after its last character")
  func spaces() {
    let shaped = shape("a \t b\u{2003}c\u{A0}d")
    #expect((0..<13).filter { shaped.boundaries[$0].contains(.space) } == [1, 2, 3, 5])
    #expect((0..<12).filter { shaped.boundaries[$0].contains(.line) } == [4, 8])
  }

  @Test("Khmer, Lao and Burmese text breaks between words, not within clusters")
  func wordsWithoutSpaces() {
    for text in ["របស់ជនជាតិខ្មែរនិងជាភាសា", "ພາສາລາວສືບທອດມາ", "မြန်မာဘာသာစကားသည်မြန်မာနိုင်ငံ"] {
      let parts = broken(text).split(separator: "|")
      #expect(
        parts.count > 1 && !parts.contains { $0.unicodeScalars.first?.properties.isGraphemeExtend ?? true }, "\(parts)")
    }
    #expect(broken("abc ខ្មែរ def").hasPrefix("abc |ខ្មែ"))
  }

  @Test("Without a dictionary, lines break between syllables of Khmer, Lao and Burmese")
  func syllables() {
    #expect(syllables("ខ្មែរ") == "ខ្មែ|រ")
    #expect(syllables("ເປັນພາ") == "ເປັ|ນ|ພາ")
    #expect(syllables("မြန်မာ") == "မြန်|မာ")
  }

  private func syllables(_ text: String) -> String {
    let bytes = ContiguousArray(text.utf8)
    var boundaries = shape(text).boundaries
    for index in boundaries.indices { boundaries[index].remove(.line) }
    bytes.withUnsafeBufferPointer { DictionaryBreaks.addSyllables(of: $0, at: 0, to: &boundaries) }
    var parts = ""
    for (index, byte) in zip(text.utf8.indices, bytes.indices) {
      if boundaries[byte].contains(.line) { parts += "|" }
      if let character = text[index...].unicodeScalars.first, bytes[byte] & 0xC0 != 0x80 {
        parts.unicodeScalars.append(character)
      }
    }
    return parts
  }

  @Test("Lines break between ideographs, but not before closing and after opening punctuation")
  func ideographs() {
    #expect(broken("中文字符，「日本」。") == "中|文|字|符，|「日|本」。")
    #expect(broken("ーカーっと") == "ー|カーっ|と")
  }

  @Test("Thai breaks between words")
  func thai() {
    #expect(broken("ภาษาไทยง่าย").contains("|"))
  }

  @Test("Latin words break the same way in a text of another script")
  func mixed() {
    #expect(broken("$1,5 well-known (ab) שלום").hasPrefix("$1,5 |well-|known |(ab) |"))
  }

  @Test(
    "Lines may end before opening and after closing quotation marks between ideographs",
    arguments: [
      ("他说“你好”吗", "他|说|“你|好”|吗"), ("说。“你”、我", "说。|“你”、|我"), ("a“你”b", "a“你”b"),
      ("你 “b” 好", "你 |“b” |好"),
    ])
  func eastAsianQuotes(text: String, expected: String) { #expect(broken(text) == expected) }

  @Test("Words start at letters and digits, not after an apostrophe")
  func words() {
    func starts(_ text: String) -> [Int] {
      let shaped = shape(text)
      return text.utf8.indices.enumerated().map(\.offset).filter { shaped.boundaries[$0].contains(.word) }
    }
    #expect(starts("don't (stop) it’s") == [0, 7, 13])
    #expect(starts("о'к да") == starts("a'b cd").map { $0 == 4 ? 6 : $0 })
    #expect(starts("well-known 3rd") == [0, 5, 11])
  }

  @Test("Grapheme clusters start at bases, not at marks")
  func graphemes() {
    let shaped = shape("e\u{301}🇩🇪\r\nx")
    #expect(shaped.boundaries.indices.filter { shaped.boundaries[$0].contains(.grapheme) } == [0, 3, 11, 13, 14])
  }
}
