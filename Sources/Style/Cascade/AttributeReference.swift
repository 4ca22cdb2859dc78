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
      case "raw-string", "string", "url": type = .string
      case "number": type = .unit("")
      default:
        guard Unit.byName[word] != nil else { return nil }
        type = .unit(word)
      }
    case .delim:
      guard arguments.delimiter("%") else { return nil }
      type = .unit("%")
    case .function:
      guard let types = arguments.function("type", read: PropertySyntax.types) else { return nil }
      type = .types(types)
    default: return nil
    }
    guard arguments.atEnd || arguments.peek().kind == .comma else { return nil }
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
      return types.contains { PropertySyntax.fits(value, $0) == true } ? value : nil
    }
  }

  /// The value of a missing attribute without fallback: the empty string if the type is a string.
  var missing: String? {
    if case .string = type { return "\"\"" }
    return nil
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
