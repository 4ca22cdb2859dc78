/// The operator dictionary (MathML Core appendix B.1 and B.2): the category of each operator in each form. Operators
/// that it does not have are relations.
enum MathOperatorDictionary {
  /// The categories A to M of the specification.
  enum Category: UInt8 {
    case arrow, binary, product, prefix, postfix, fence, integral, accent, sum, invisible, differential, separator

    /// The spaces on the left and on the right, 1/18 em.
    var spaces: (Int, Int) {
      switch self {
      case .arrow: (5, 5)
      case .binary: (4, 4)
      case .product, .integral, .sum: (3, 3)
      case .prefix, .postfix, .fence, .accent, .invisible: (0, 0)
      case .differential: (3, 0)
      case .separator: (0, 3)
      }
    }
  }

  static func category(of key: UInt32, _ form: MathOperator.Form) -> Category? {
    let entries = tables[Int(form.rawValue)]
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].range.upperBound < key { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].range.contains(key) ? entries[low].category : nil
  }

  /// The keys of operators of two characters.
  static let pairs: [String: UInt32] = [
    "!!": 1, "!=": 2, "&&": 3, "**": 4, "*=": 5, "++": 6, "+=": 7, "--": 8, "-=": 9, "->": 10, "//": 11, "/=": 12,
    ":=": 13, "<=": 14, "<>": 15, "==": 16, ">=": 17, "||": 18,
  ]

  private struct Entry {
    var range: ClosedRange<UInt32>
    var category: Category
  }

  /// The entries of each form, sorted by their ranges.
  private static let tables: [[Entry]] = [infix, prefix, postfix].map { rows in
    rows.flatMap { category, ranges in ranges.split(separator: " ").compactMap { entry($0, category) } }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private static func entry(_ text: Substring, _ category: Category) -> Entry? {
    let ends = text.split(separator: "-").compactMap { UInt32($0, radix: 16) }
    guard let first = ends.first, let last = ends.last, first <= last else { return nil }
    return Entry(range: first...last, category: category)
  }

  private static let infix: [(Category, String)] = [
    (
      .arrow,
      """
      2190-2195 219A-21AE 21B0-21B5 21B9 21BC-21D5 21DA-21F0 21F3-21FF 2794 2799 279B-27A1 27A5-27A6 27A8-27AF 27B1 27B3 \
      27B5 27B8 27BA-27BE 27F0-27F1 27F4-27FF 2900-2920 2934-2937 2942-2975 297C-297F 2B04-2B07 2B0C-2B11 2B30-2B3E \
      2B40-2B4C 2B60-2B65 2B6A-2B6D 2B70-2B73 2B7A-2B7D 2B80-2B87 2B95 2BA0-2BAF 2BB8
      """
    ),
    (
      .binary,
      """
      3 2B 2D 2F B1 F7 2044 2212-2216 2227-222A 2236 2238 228C-228E 2293-2296 2298 229D-229F 22BB-22BD 22CE-22CF \
      22D2-22D3 2795-2797 29B8 29BC 29C4-29C5 29F5-29FB 2A1F-2A2E 2A38-2A3A 2A3E 2A40-2A4F 2A51-2A63 2ADB 2AF6 2AFB 2AFD
      """
    ),
    (
      .product,
      """
      4 F 25 2A 2E 3F-40 5E B7 D7 2022 2043 2217-2219 2240 2297 2299-229B 22A0-22A1 22BA 22C4-22C7 22C9-22CC 2305-2306 27CB \
      27CD 29C6-29C8 29D4-29D7 29E2 2A1D-2A1E 2A2F-2A37 2A3B-2A3D 2A3F 2A50 2A64-2A65 2ADC-2ADD 2AFE
      """
    ),
    (.separator, "2C 3A-3B"), (.invisible, "5C 5F 2061-2064 2206"),
  ]

  private static let prefix: [(Category, String)] = [
    (
      .prefix,
      """
      12 21 2B 2D AC B1 2018 201C 2200-2201 2203-2204 2207 2212-2213 221F-2222 2234-2235 223C 22BE-22BF 2310 2319 \
      2795-2796 27C0 299B-29AF 2AEC-2AED
      """
    ),
    (
      .fence,
      """
      28 5B 7B-7C 2016 2308 230A 2329 2772 27E6 27E8 27EA 27EC 27EE 2980 2983 2985 2987 2989 298B 298D 298F 2991 2993 2995 \
      2997 2999 29D8 29DA 29FC
      """
    ),
    (.integral, "222B-2233 2A0B-2A1C"), (.sum, "220F-2211 22C0-22C3 2A00-2A0A 2A1D-2A1E 2AFC 2AFF"),
    (.differential, "2145-2146 2202 221A-221C"),
  ]

  private static let postfix: [(Category, String)] = [
    (
      .postfix,
      """
      1 6 8 21-22 25-27 60 A8 B0 B2-B4 B8-B9 2CA-2CB 2D8-2DA 2DD 311 2019-201B 201D-201F 2032-2037 2057 20DB-20DC 23CD
      """
    ),
    (
      .fence,
      """
      29 5D 7C-7D 2016 2309 230B 232A 2773 27E7 27E9 27EB 27ED 27EF 2980 2984 2986 2988 298A 298C 298E 2990 2992 2994 2996 \
      2998-2999 29D9 29DB 29FD
      """
    ),
    (
      .accent,
      "5E-5F 7E AF 2C6-2C7 2C9 2CD 2DC 2F7 302 203E 2322-2323 23B4-23B5 23DC-23E1 1EEF0-1EEF1"
    ),
  ]
}
