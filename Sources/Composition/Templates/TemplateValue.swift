/// What a template sees: text that is escaped wherever it goes, and HTML only where a field is declared as such.
package indirect enum TemplateValue: Sendable {
  /// A field that is there but has nothing to show.
  case nothing
  case text(String)
  /// Lines of text, one below the other.
  case lines([String])
  /// Markup, taken over as it is.
  case html(String)
  case flag(Bool)
  case list([TemplateValue])
  case object([String: TemplateValue])

  /// Text, or `nothing` for nil and for empty text.
  static func optional(_ text: String?) -> TemplateValue { text.flatMap { $0.isEmpty ? nil : .text($0) } ?? .nothing }
}
