import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct CounterStyleTests {
  private func text(_ value: Int, _ style: String, _ css: String = "") throws -> String {
    try Sheet(css).document.counterText(value, style: style)
  }

  @Test(arguments: [
    (1, "decimal", "1"), (-5, "decimal", "-5"), (7, "decimal-leading-zero", "07"), (-7, "decimal-leading-zero", "-7"),
    (1994, "upper-roman", "MCMXCIV"),
    (4, "lower-roman", "iv"), (4000, "upper-roman", "4000"), (0, "lower-roman", "0"), (1, "lower-alpha", "a"),
    (27, "lower-alpha", "aa"),
    (703, "upper-latin", "AAA"), (0, "lower-alpha", "0"), (3, "lower-greek", "γ"), (12, "cjk-decimal", "一二"),
    (5, "hebrew", "ה"), (15, "hebrew", "טו"),
    (1234, "armenian", "ՌՄԼԴ"), (1234, "georgian", "ჩსლდ"), (3, "hiragana", "う"), (2, "cjk-earthly-branch", "丑"),
    (13, "cjk-earthly-branch", "一三"), (11, "cjk-heavenly-stem", "一一"), (0, "cjk-heavenly-stem", "〇"),
    (10000, "japanese-formal", "一〇〇〇〇"), (10000, "korean-hanja-formal", "一〇〇〇〇"),
    (10000, "simp-chinese-formal", "一〇〇〇〇"), (-10000, "trad-chinese-informal", "-10000"),
    (1, "disc", "•"), (12, "simp-chinese-informal", "十二"), (1005, "trad-chinese-informal", "一千零五"),
    (110, "cjk-ideographic", "一百一十"), (100, "ethiopic-numeric", "፻"),
    (5, "unknown", "5"), (12, "arabic-indic", "١٢"), (11, "korean-hangul-formal", "일십일"),
  ])
  func predefinedStylesFormatNumbers(value: Int, style: String, expected: String) throws {
    #expect(try text(value, style) == expected)
  }

  @Test func invalidDescriptorsDoNotOverrideEarlierOnes() throws {
    let css = "@counter-style a { system: extends decimal; negative: 'm'; negative: 0; prefix: '#'; prefix: '$' '$' }"
    #expect(try text(-3, "a", css) == "m3")
    #expect(try Sheet(css).document.markerText(1, style: "a") == "#1. ")
  }

  @Test(arguments: [
    (1, "decimal", "1. "), (3, "upper-alpha", "C. "), (1, "disc", "• "), (1, "none", ""), (1, "cjk-decimal", "一、"),
  ])
  func markersHaveASuffix(value: Int, style: String, marker: String) throws {
    #expect(try Sheet("").document.markerText(value, style: style) == marker)
  }

  @Test func counterStyleRulesUseTheirSystem() throws {
    let css = """
      @counter-style stars { system: cyclic; symbols: "*" "+"; suffix: ") " }
      @counter-style trinary { system: numeric; symbols: "0" "1" "2"; negative: "(" ")"; pad: 4 "0" }
      @counter-style dice { system: additive; additive-symbols: 6 F, 1 A; range: 1 12; fallback: lower-roman }
      @counter-style box { system: fixed 3; symbols: x y }
      @counter-style notes { system: symbolic; symbols: a b }
      @counter-style loud { system: extends decimal; prefix: "No. "; suffix: "!" }
      @counter-style loop1 { system: extends loop2 } @counter-style loop2 { system: extends loop1; prefix: '<' }
      @counter-style outside { system: extends loop2; suffix: '>' }
      """
    #expect(try text(3, "stars", css) == "*")
    #expect(try text(5, "trinary", css) == "0012")
    #expect(try text(-5, "trinary", css) == "(12)")
    #expect(try text(8, "dice", css) == "FAA")
    #expect(try text(13, "dice", css) == "xiii")
    #expect(try text(4, "box", css) == "y")
    #expect(try text(5, "box", css) == "5")
    #expect(try text(4, "notes", css) == "bb")
    #expect(try Sheet(css).document.markerText(7, style: "loud") == "No. 7!")
    #expect(try text(3, "loop1", css) == "3")
    // Each style of a cycle extends decimal; one outside of it extends the first of them.
    #expect(try Sheet(css).document.markerText(3, style: "loop1") == "3. ")
    #expect(try Sheet(css).document.markerText(3, style: "loop2") == "<3. ")
    #expect(try Sheet(css).document.markerText(3, style: "outside") == "<3>")
    #expect(
      try Sheet("#x { list-style-type: symbols(cyclic '-' '=') }").text.listStyleType == "symbols(cyclic '-' '=')")
    #expect(try text(2, "symbols(cyclic '-' '=')") == "=")
  }

  @Test func veryLargeNumbersUseTheFallback() throws {
    let css =
      "@counter-style tally { system: symbolic; symbols: I } @counter-style a { system: additive; additive-symbols: 1 i }"
    #expect(try text(1_000_000, "tally", css) == "1000000")
    #expect(try text(1_000_000, "a", css) == "1000000")
    #expect(try text(.min, "lower-roman") == String(Int.min))
  }

  /// Regression: a pad of 1 MB was repeated 1000 times.
  @Test func veryLongTextsUseTheFallback() throws {
    let long = String(repeating: "x", count: 3000)
    let css = """
      @counter-style padded { system: extends decimal; pad: 1000 '\(long)' }
      @counter-style digits { system: numeric; symbols: '0' '\(long)' }
      """
    #expect(try text(7, "padded", css) == "7")
    #expect(try text(2, "digits", css) == long + "0")
    #expect(try text(3, "digits", css) == "3")
  }

  /// Regression: the function is parsed for each number, which took time for each symbol.
  @Test func symbolsFunctionsHaveAMaximumLength() throws {
    let symbols = (0..<2000).map { "'\($0)'" }.joined(separator: " ")
    #expect(try Sheet("#x { list-style-type: symbols(\(symbols)) }").text.listStyleType == "disc")
  }
}
