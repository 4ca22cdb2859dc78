import Markup

extension Document {
  /// Maximum length of a language tag, bytes. Selectors read the attribute for each element, and layout looks the
  /// language up for each word.
  private static let languageTagLimit = 255

  /// The language that an element states (HTML 3.2.6.2), without what exceeds the limit; nil if it states none.
  func languageTag(of node: NodeID) -> String? {
    guard let place = attributeRange(node, .xmlLang) ?? attributeRange(node, .lang) else { return nil }
    return String(decoding: bytes[place].prefix(Self.languageTagLimit), as: UTF8.self)
  }
}
