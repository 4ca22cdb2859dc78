import Foundation

/// The fixed texts of a template by language: `strings.yaml`, with a mapping for each language tag.
struct TemplateStrings: Sendable {
  private var languages: [String: [String: TemplateValue]] = [:]
  private var standard = ""
  /// The languages in the order of the file.
  private(set) var names: [String] = []

  init() {}

  /// The first language in the file is the fallback for texts missing in others.
  ///
  /// - Throws: `templateBroken`.
  init(file: String) throws(CompositionError) {
    do {
      let yaml = try YAMLFields(text: try SmallFile.text(file, or: .templateBroken), file: file)
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

  /// The texts for a locale: its own, those of its language, or the fallback.
  func words(for format: LocalFormat) -> TemplateValue {
    var words = languages[standard] ?? [:]
    for tag in [format.language, format.identifier] {
      if let own = languages[tag] { words.merge(own) { $1 } }
    }
    return .object(words)
  }
}
