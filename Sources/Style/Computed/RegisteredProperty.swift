/// `@property` (css-properties-values-api-1 §2): a custom property's initial value, and whether it is inherited.
struct RegisteredProperty: Hashable, Sendable {
  /// nil only where any value may stand.
  var initial: String?
  var inherits: Bool

  /// Nil where a descriptor that must be there is missing or does not fit.
  init?(_ descriptors: [String: ValueParser]) {
    guard var syntax = descriptors["syntax"], let type = syntax.string(), syntax.atEnd,
      var inheritance = descriptors["inherits"], let word = inheritance.ident(), inheritance.atEnd,
      word == "true" || word == "false"
    else { return nil }
    inherits = word == "true"
    if var value = descriptors["initial-value"] {
      value.skipSpaces()
      let text = String(decoding: value.list.source(value.position..<value.end), as: UTF8.self)
      guard !text.contains("var("[...]) else { return nil }
      initial = text
    } else if type != "*" {
      return nil
    }
  }
}
