import Foundation

/// The fixed words of a template, per language: `strings.yaml`, a mapping for each language tag.
struct TemplateStrings: Sendable {
  private var languages: [String: [String: TemplateValue]] = [:]
  private var standard = ""

  init() {}

  /// The file's first language stands in for words that another lacks.
  ///
  /// - Throws: `templateBroken`.
  init(file: String) throws(CompositionError) {
    do {
      let yaml = try YAMLFields(text: try SmallFile.text(file, or: .templateBroken), file: file)
      for language in yaml.keys {
        guard let words = try yaml.fields(language) else { continue }
        if standard.isEmpty { standard = language }
        for key in words.keys { languages[language, default: [:]][key] = .text(try words.string(key)) }
      }
    } catch {
      throw CompositionError(.templateBroken, error.message, at: error.place)
    }
  }

  /// The words for a locale: its own, else its language's, else the standard ones.
  func words(for format: LocalFormat) -> TemplateValue {
    var words = languages[standard] ?? [:]
    for tag in [format.language, format.identifier] {
      if let own = languages[tag] { words.merge(own) { $1 } }
    }
    return .object(words)
  }
}
