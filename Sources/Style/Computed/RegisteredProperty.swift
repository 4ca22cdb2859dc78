/// An `@property` rule (css-properties-values-api-1 §2).
struct RegisteredProperty: Hashable, Sendable {
  /// nil is only allowed if the syntax is `*`.
  var initial: String?
  var inherits: Bool
  /// The data types of `syntax`.
  private let types: [String]

  /// Nil if a required descriptor is missing or invalid.
  init?(_ descriptors: [String: ValueParser]) {
    guard var syntax = descriptors["syntax"], let type = syntax.string(), syntax.atEnd,
      var inheritance = descriptors["inherits"], let word = inheritance.ident(), inheritance.atEnd,
      word == "true" || word == "false"
    else { return nil }
    inherits = word == "true"
    var parser = ValueParser(type)
    guard let types = PropertySyntax.types(&parser), parser.atEnd else { return nil }
    self.types = types
    if var value = descriptors["initial-value"] {
      value.skipSpaces()
      let text = String(decoding: value.list.source(value.position..<value.end), as: UTF8.self)
      guard !text.contains("var("[...]) else { return nil }
      initial = text
    } else if type != "*" {
      return nil
    }
  }

  /// Whether a value without substitution functions has the syntax of the property.
  func accepts(_ text: String) -> Bool { types.contains { PropertySyntax.fits(text, $0) ?? true } }
}
