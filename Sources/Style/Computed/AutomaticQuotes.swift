/// Quotation marks for `quotes: auto` by language, from Unicode's CLDR. The default is English.
enum AutomaticQuotes {
  static func pairs(for language: String) -> [Pair<String>] {
    guard !language.isEmpty else { return english }
    // Look up the whole tag and its prefixes: `de-ch-1996`, `de-ch`, `de`.
    var tag = language.asciiLowercased[...]
    while true {
      if let pairs = table[String(tag)] { return pairs }
      guard let hyphen = tag.lastIndex(of: "-") else { return english }
      tag = tag[..<hyphen]
    }
  }

  private static let english = quotes("“”‘’")

  private static func quotes(_ four: String) -> [Pair<String>] {
    let marks = four.map(String.init)
    return [Pair(marks[0], marks[1]), Pair(marks[2], marks[3])]
  }

  /// Each line: four marks and the languages that use them.
  private static let table: [String: [Pair<String>]] = {
    var table: [String: [Pair<String>]] = [:]
    for line in source.split(separator: "\n") {
      let words = line.split(separator: " ")
      let pairs = quotes(String(words[0]))
      for tag in words.dropFirst() { table[String(tag)] = pairs }
    }
    return table
  }()

  private static let source = """
    „“‚‘ cs de dsb hsb is lb luy mk sk sl
    „“„“ bg lt
    „“«» et ka
    „”‚’ agq ff hr
    „”‘’ bs sr
    „”«» pl ro
    „”»« hu
    „”’’ sr-latn
    «»‹› am az-cyrl de-ch fa fr-ch gsw it-ch jgo kkj rm de-li
    «»«» fr yav
    «»“” be br bm ca dyo el es ewo gl hy it kab mg mua nnh pt-pt sg sq eo oc
    «»‘’ dua ksf nb nn no rw
    «»„“ bas bem-cyrl ky ru sah shi uk os
    «»”“ fr-ca
    ”“’‘ ar ur ug
    ”””” he-il
    ””’’ da fi he lag rn sn sv
    ‘’“” cy ia ti tn xh
    ‘’‘’ nl
    “”’‘ uz
    「」『』 ja yue zh-hant zh-tw zh-hk zh-mo ii
    """
}
