/// An `attr()` reference outside `content` (css-values-5 §7.7).
struct AttributeReference {
  private var name: String
  private var type = Form.string

  private enum Form {
    /// The attribute value as a CSS string.
    case string
    /// A number followed by a unit: `px`, `%`; empty for `number`.
    case unit(String)
    /// One of these data types by their names in angle brackets; `*` is any value.
    case types([String])
  }

  /// Parses the arguments up to the comma of the fallback or the end.
  init?(_ arguments: inout ValueParser) {
    let token = arguments.peek()
    guard token.kind == .ident else { return nil }
    name = arguments.list.text(token)
    arguments.position += 1
    let next = arguments.peek()
    switch next.kind {
    case .end, .comma: break
    case .ident:
      let word = arguments.list.lowercasedText(next)
      arguments.position += 1
      switch word {
      case "raw-string", "string": type = .string
      case "number": type = .unit("")
      default:
        guard Unit.byName[word] != nil else { return nil }
        type = .unit(word)
      }
    case .delim:
      guard arguments.delimiter("%") else { return nil }
      type = .unit("%")
    case .function:
      guard let types = arguments.function("type", read: Self.types) else { return nil }
      type = .types(types)
    default: return nil
    }
    guard arguments.atEnd || arguments.peek().kind == .comma else { return nil }
  }

  /// `<length> | <percentage>` or `*`.
  private static func types(_ parser: inout ValueParser) -> [String]? {
    if parser.delimiter("*") { return ["*"] }
    var types: [String] = []
    repeat {
      if let word = parser.ident() {
        types.append(word)
      } else {
        guard parser.delimiter("<"), let name = parser.ident(), parser.delimiter(">") else { return nil }
        types.append("<\(name)>")
      }
    } while parser.delimiter("|")
    return types
  }

  /// The CSS text to substitute; nil if the fallback is to be used.
  func text(attribute: (String) -> String?) -> String? {
    let value = attribute(name)
    switch type {
    case .string: return value.map(Self.quoted)
    case .unit(let unit):
      guard let value else { return nil }
      var parser = ValueParser(value)
      guard case .number(let number)? = parser.number(), parser.atEnd else { return nil }
      return "\(number)\(unit)"
    case .types(let types):
      guard let value else { return nil }
      return types.contains { Self.fits(value, $0) } ? value : nil
    }
  }

  /// The value of a missing attribute without fallback: the empty string if the type is a string.
  var missing: String? {
    if case .string = type { return "\"\"" }
    return nil
  }

  private static func fits(_ text: String, _ type: String) -> Bool {
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
    default: return !type.hasPrefix("<") && parser.ident() == type && parser.atEnd
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\A "
      case "\r", "\u{C}", "\0": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
