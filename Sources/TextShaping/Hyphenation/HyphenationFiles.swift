import CPango

/// The installed hyphenation dictionaries: files `hyph_LANGUAGE.dic` in fixed folders, by language tag.
struct HyphenationFiles {
  /// The folders that are searched; documents cannot change them.
  static let folders = ["/usr/share/hyphen", "/usr/local/share/hyphen", "/usr/share/myspell/dicts"]

  /// The path by tag in lower case, such as `de-ch`; the first folder that has a file for the tag wins.
  private var paths: [String: String] = [:]

  init(folders: [String] = folders) {
    for folder in folders {
      guard let directory = g_dir_open(folder, 0, nil) else { continue }
      defer { g_dir_close(directory) }
      while let entry = g_dir_read_name(directory) {
        let name = String(cString: entry)
        guard name.hasPrefix("hyph_"), name.hasSuffix(".dic") else { continue }
        let tag = String(name.dropFirst(5).dropLast(4).lowercased().map { $0 == "_" ? "-" : $0 })
        if paths[tag] == nil { paths[tag] = folder + "/" + name }
      }
    }
  }

  /// The dictionary for a BCP 47 tag: of the tag itself, else of the language's default country, else of any country.
  func path(for language: String) -> String? {
    let all = language.lowercased().split { $0 == "-" }.prefix(8).map(String.init)
    guard let primary = all.first else { return nil }
    var subtags = all
    while !subtags.isEmpty {
      if let path = paths[subtags.joined(separator: "-")] { return path }
      subtags.removeLast()
    }
    for tag in Self.usual[primary] ?? [primary + "-" + primary] {
      if let path = paths[tag] { return path }
    }
    // The patterns of a language's default script are not valid for another script.
    guard !all.dropFirst().contains(where: { $0.utf8.count == 4 }) else { return nil }
    return paths.filter { $0.key.hasPrefix(primary + "-") }.min { $0.key < $1.key }?.value
  }

  private static let usual: [String: [String]] = [
    "en": ["en-us", "en-gb"], "pt": ["pt-br", "pt-pt"], "nb": ["nb-no", "no", "no-no"], "nn": ["nn-no", "no", "no-no"],
    "no": ["nb-no", "no-no"], "cs": ["cs-cz"], "da": ["da-dk"], "el": ["el-gr"], "sv": ["sv-se"], "uk": ["uk-ua"],
    "sl": ["sl-si"], "et": ["et-ee"], "ca": ["ca-es", "ca-ad"], "gl": ["gl-es"],
  ]
}
