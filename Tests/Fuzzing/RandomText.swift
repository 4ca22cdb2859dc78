/// Random text that is difficult to lay out: many scripts, marks without a base, controls, very long words.
package struct RandomText {
  private static let pieces = [
    "word", "Ausführung", "fi", "a", "i", "supercalifragilisticexpialidocious", "\u{AD}", "hy\u{AD}phen\u{AD}ate",
    "\u{200B}",
    "\u{200D}", "\u{FEFF}", "\t", "\n", "\u{A0}", "\u{2028}", "\u{2029}", "\u{3000}", "漢字かな交じり文", "。", "「", "」", "한국어",
    "שלום", "مرحبا", "١٢٣", "हिन्दी", "ภาษาไทย", "e\u{301}\u{301}\u{301}", "\u{301}", "👨‍👩‍👧‍👦", "🇩🇪", "\u{202E}", "\u{202C}",
    "\u{2066}",
    "\u{2069}", "\u{200F}", "1,234.56", "...", "—", "-", "/", "http://example.com/a/b/c?d=e", "&amp;", "&lt;", "&#0;",
    "&#xFFFF;",
    "&#x110000;", "&nbsp;", "&notit;", "&", "<", "\u{1}", "\u{7F}", "\u{FFFD}", "\u{10FFFF}", "𝒳", "ß", "ŉ", "İ", "ǆ",
  ]

  /// Some words.
  package static func words(_ random: inout SplitMix, atMost count: Int) -> String {
    var text = ""
    for _ in 0..<random.below(count + 1) {
      text += random.pick(random.once(in: 3) ? pieces : ["lorem", "ipsum", "dolor", "sit", "amet,", "the", "of", "12"])
      if !random.once(in: 5) { text += " " }
    }
    if random.once(in: 60) { text += String(repeating: random.pick(pieces), count: random.below(400)) }
    return text
  }
}
