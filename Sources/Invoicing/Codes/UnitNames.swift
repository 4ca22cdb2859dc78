/// Words for units of measure.
enum UnitNames {
  /// The code of a unit; words are compared without regard to case, unless only one spelling is known. Returns nil for
  /// unknown words.
  static func code(_ word: String) -> String? { exact[word] ?? folded[word.lowercased()] }

  private static let exact: [String: String] = Dictionary(
    CodeList.lines(EmbeddedText.unit_names_txt).compactMap { line in
      line.lastIndex(of: " ").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
    }, uniquingKeysWith: { first, _ in first })
  private static let folded = Dictionary(
    exact.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
}
