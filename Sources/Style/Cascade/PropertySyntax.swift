/// The syntax strings of registered properties and of `attr()` (css-values-5 §7.7, css-properties-values-api-1 §5).
enum PropertySyntax {
  /// `<length> | <percentage>` or `*`.
  static func types(_ parser: inout ValueParser) -> [String]? {
    if parser.delimiter("*") { return ["*"] }
    var types: [String] = []
    repeat {
      if let word = parser.ident() {
        types.append(word)
      } else {
        guard parser.delimiter("<"), let name = parser.ident(), parser.delimiter(">") else { return nil }
        types.append("<\(name)>" + (parser.delimiter("+") ? "+" : parser.delimiter("#") ? "#" : ""))
      }
    } while parser.delimiter("|")
    return types
  }

  /// Whether the text is a value of one data type; nil for types whose values are not parsed, and for lists of them.
  static func fits(_ text: String, _ type: String) -> Bool? {
    if let numbers = NumericSyntax(type) { return numbers.fits(text) }
    var parser = ValueParser(text)
    func ends(_ value: Value?) -> Bool { value != nil && parser.atEnd }
    switch type {
    case "*": return true
    case "<color>": return ends(parser.colorValue())
    case "<string>": return parser.string() != nil && parser.atEnd
    case "<custom-ident>": return parser.customIdent() != nil && parser.atEnd
    case "<transform-function>", "<transform-list>": return ends(parser.longhand(.transform))
    default: return type.hasPrefix("<") ? nil : parser.ident() == type && parser.atEnd
    }
  }
}
