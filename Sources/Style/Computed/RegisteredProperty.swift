/// An `@property` rule (css-properties-values-api-1 §2).
struct RegisteredProperty: Hashable, Sendable {
  /// nil is only allowed if the syntax is `*`.
  var initial: String?
  var inherits: Bool
  /// The data types of `syntax`.
  private let types: [String]
  private let numbers: [NumericSyntax]

  /// Fails if a required descriptor is missing or invalid.
  init?(_ descriptors: [String: ValueParser]) {
    guard var syntax = descriptors["syntax"], let type = syntax.string(), syntax.atEnd,
      var inheritance = descriptors["inherits"], let word = inheritance.ident(), inheritance.atEnd,
      word == "true" || word == "false"
    else { return nil }
    inherits = word == "true"
    var parser = ValueParser(type)
    guard let types = PropertySyntax.types(&parser), parser.atEnd else { return nil }
    self.types = types
    numbers = types.compactMap { NumericSyntax($0) }
    if var value = descriptors["initial-value"] {
      value.skipSpaces()
      let text = String(decoding: value.list.source(value.position..<value.end), as: UTF8.self)
      guard !text.contains("var("[...]) else { return nil }
      initial = text
    } else if type != "*" {
      return nil
    }
  }

  /// Whether values may depend on the font of the element.
  var hasLengths: Bool { numbers.contains { $0.hasLengths } }

  /// The computed value of a number or length, which descendants inherit; nil for one that is inherited as it is.
  /// - Parameter lengths: nil as long as the font of the element is not known.
  func computed(_ text: String, _ lengths: LengthContext?) -> String? {
    guard let syntax = numbers.first(where: { $0.fits(text) }) else { return nil }
    if let lengths { return syntax.computed(text, lengths) }
    return syntax.hasLengths ? nil : syntax.computed(text, LengthContext(metrics: { _, _ in 0 }))
  }

  /// Whether a value without substitution functions has the syntax of the property.
  func accepts(_ text: String) -> Bool { types.contains { PropertySyntax.fits(text, $0) ?? true } }
}
