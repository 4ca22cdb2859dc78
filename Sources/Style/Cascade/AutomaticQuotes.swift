/// `quotes: auto` by language, from the delimiters of the Unicode CLDR; English where nothing better is known.
enum AutomaticQuotes {
  static func pairs(for language: String) -> [Pair<String>] {
    let subtags = language.asciiLowercased.split { $0 == "-" }.prefix(4).map(String.init)
    guard let primary = subtags.first else { return marks("“”‘’") }
    for subtag in subtags.dropFirst() {
      if let found = table[primary + "-" + subtag] { return marks(found) }
    }
    return marks(table[primary] ?? "“”‘’")
  }

  private static func marks(_ four: String) -> [Pair<String>] {
    let characters = four.map(String.init)
    return [Pair(characters[0], characters[1]), Pair(characters[2], characters[3])]
  }

  /// Opening and closing mark, outside and inside.
  private static let table: [String: String] = {
    let groups: [(String, String)] = [
      ("«»‹›", "am fa it-ch de-ch fr-ch gsw"),
      ("«»“”", "bm br ca dua dyo el es ewo it mg pt-pt rw seh"),
      ("«»‘’", "nb no nn"),
      ("«»„“", "be os ru uk"),
      ("«»«»", "fr hy mua"),
      ("„“‚‘", "cs de dsb hsb is lb sk sl"),
      ("„“‘’", "bg"),
      ("„“’‘", "mk sr"),
      ("„““”", "ka"),
      ("„“„“", "lt"),
      ("„“«»", "et"),
      ("„”‘’", "bs hr"),
      ("„”»«", "hu"),
      ("„”«»", "pl ro"),
      ("””’’", "fi sv he lag rn sn"),
      ("”“’‘", "ar ur"),
      ("‘’“”", "cy nr ss st tn ts ii"),
      ("‘’‘’", "nl"),
      ("「」『』", "ja yue zh-hant zh-tw zh-hk zh-mo"),
    ]
    var table: [String: String] = [:]
    for (marks, languages) in groups {
      for language in languages.split(separator: " ") { table[String(language)] = marks }
    }
    return table
  }()
}
