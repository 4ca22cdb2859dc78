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

  /// Whether the text is a value of one data type; nil for lists and for types whose values are not parsed.
  static func fits(_ text: String, _ type: String) -> Bool? {
    var parser = ValueParser(text)
    func ends(_ value: Value?) -> Bool { value != nil && parser.atEnd }
    switch type {
    case "*": return true
    case "<length>": return ends(parser.length())
    case "<percentage>": return ends(parser.numeric(.percent))
    case "<length-percentage>": return ends(parser.lengthPercent())
    case "<number>": return ends(parser.number())
    case "<integer>": return ends(parser.integer())
    case "<angle>": return ends(parser.numeric(.angle))
    case "<time>": return ends(parser.numeric(.time))
    case "<resolution>": return ends(parser.numeric(.resolution))
    case "<color>": return ends(parser.colorValue())
    case "<string>": return parser.string() != nil && parser.atEnd
    case "<custom-ident>": return parser.customIdent() != nil && parser.atEnd
    case "<transform-function>", "<transform-list>": return ends(parser.longhand(.transform))
    default: return type.hasPrefix("<") ? nil : parser.ident() == type && parser.atEnd
    }
  }
}
