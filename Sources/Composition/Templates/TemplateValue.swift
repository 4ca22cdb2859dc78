/// A value for templates: text, which is escaped, or HTML for fields that are declared as such.
package indirect enum TemplateValue: Sendable {
  /// An empty field.
  case nothing
  case text(String)
  /// Lines of text.
  case lines([String])
  /// Markup, inserted without escaping.
  case html(String)
  case flag(Bool)
  case list([TemplateValue])
  case object([String: TemplateValue])

  /// Text; `nothing` if nil or empty.
  static func optional(_ text: String?) -> TemplateValue { text.flatMap { $0.isEmpty ? nil : .text($0) } ?? .nothing }
}
