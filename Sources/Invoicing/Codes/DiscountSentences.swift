import Foundation

/// Discounts for early payment as sentences.
enum DiscountSentences {
  /// - Parameter language: a BCP 47 tag; English for languages that are not known.
  static func sentence(percent: String, days: Int, language: String) -> String {
    let primary = String(language.prefix { $0 != "-" })
    let sentence = sentences[primary] ?? sentences["en"] ?? "{percent} %, {days}"
    return sentence.replacingOccurrences(of: "{percent}", with: percent)
      .replacingOccurrences(of: "{days}", with: String(days))
  }

  private static let sentences: [String: String] = Dictionary(
    CodeList.lines(EmbeddedText.discount_sentences_txt).compactMap { line in
      line.firstIndex(of: " ").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
    }, uniquingKeysWith: { first, _ in first })
}
