import Diagnostics

/// The fixed texts of a template by language: `strings.yaml`, with a mapping for each language tag.
struct TemplateStrings: Sendable {
  private var languages: [String: [String: TemplateValue]] = [:]
  private var standard = ""
  /// The name of the file in diagnostics: `note/strings.yaml`.
  private var source = ""
  /// The languages in the order of the file.
  private(set) var names: [String] = []

  init() {}

  /// The first language in the file is the fallback for texts missing in others.
  ///
  /// - Parameters:
  ///   - text: of the file.
  ///   - source: its name for diagnostics: `note/strings.yaml`.
  /// - Throws: `templateBroken`.
  init(_ text: String, source: String) throws(CompositionError) {
    self.source = source
    do {
      let yaml = try YAMLFields(text: text, file: source)
      for language in yaml.keys {
        guard let words = try yaml.fields(language) else { continue }
        if standard.isEmpty { standard = language }
        names.append(language)
        for key in words.keys { languages[language, default: [:]][key] = .text(try words.string(key)) }
      }
    } catch {
      throw CompositionError(.templateBroken, error.message, at: error.place)
    }
  }

  /// The texts for a locale: the locale's own, the texts of its language, or the fallback.
  func words(for format: LocalFormat) -> TemplateValue {
    var words = languages[standard] ?? [:]
    for tag in Self.tags(of: format) {
      if let own = languages[tag] { words.merge(own) { $1 } }
    }
    return .object(words)
  }

  /// A text for a locale; nil if there is none of this name.
  func text(_ key: String, for format: LocalFormat) -> String? {
    guard case .object(let texts) = words(for: format), case .text(let text)? = texts[key] else { return nil }
    return text
  }

  /// The language tags from general to specific: `zh`, `zh-Hans`, `zh-CN`.
  private static func tags(of format: LocalFormat) -> [String] {
    let tags = [format.language, "\(format.language)-\(format.script)"]
    return tags.contains(format.identifier) ? tags : tags + [format.identifier]
  }

  /// The texts that a locale takes from the fallback.
  func diagnostics(for format: LocalFormat) -> [Diagnostic] {
    let tags = Self.tags(of: format).filter { languages[$0] != nil }
    guard !languages.isEmpty, format.language != Self.language(of: standard) else { return [] }
    guard !tags.isEmpty else {
      return [
        Diagnostic(
          "missing_language", "there are no texts in the language \(format.language); those in \(standard) are used",
          at: SourceLocation(source: source), severity: .note)
      ]
    }
    let own = Set(tags.flatMap { languages[$0, default: [:]].keys })
    let missing = Set(languages[standard, default: [:]].keys).subtracting(own).sorted()
    guard !missing.isEmpty else { return [] }
    return [
      Diagnostic(
        "missing_strings",
        "\(tags.joined(separator: ", ")): no text for \(missing.joined(separator: ", ")); those in \(standard) are used",
        at: SourceLocation(source: source))
    ]
  }

  /// The texts of all languages.
  var all: TemplateValue { .object(languages.values.reduce(into: [:]) { $0.merge($1) { first, _ in first } }) }

  /// The texts that each language takes from the fallback. A region takes them from its language first.
  var incompleteLanguages: [Diagnostic] {
    let wanted = Set(languages[standard, default: [:]].keys)
    return names.filter { Self.language(of: $0) != Self.language(of: standard) }.compactMap { tag in
      let own = Set([Self.language(of: tag), tag].flatMap { languages[$0, default: [:]].keys })
      let missing = wanted.subtracting(own).sorted()
      guard !missing.isEmpty else { return nil }
      return Diagnostic(
        "missing_strings", "\(tag): no text for \(missing.joined(separator: ", ")); those in \(standard) are used",
        at: SourceLocation(source: source))
    }
  }

  private static func language(of tag: String) -> String { String(tag.prefix { $0 != "-" }) }
}
