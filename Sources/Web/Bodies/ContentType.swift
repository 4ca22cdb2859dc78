/// The value of `Content-Type`, and of similar fields with parameters (RFC 9110 §5.6.6, §8.3).
enum ContentType {
  /// The part before the parameters, in lower case.
  static func essence(of field: String) -> String {
    let text = field.prefix { $0 != ";" }
    return String(text.filter { $0 != " " && $0 != "\t" }).lowercased()
  }

  /// The parameters by their names in lower case. Quoted strings are decoded as browsers write them: `\"` and `\\`.
  static func parameters(of field: String) -> [String: String] {
    var parameters: [String: String] = [:]
    var rest = field.unicodeScalars.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[name.endIndex...]
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst()
      let value = rest.first == "\"" ? quoted(&rest) : token(&rest)
      let key = String(String.UnicodeScalarView(name)).lowercased()
      if parameters[key] == nil { parameters[key] = value }
      rest = rest.drop { $0 != ";" }
    }
    return parameters
  }

  private static func token(_ rest: inout Substring.UnicodeScalarView) -> String {
    let token = rest.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
    rest = rest[token.endIndex...]
    return String(String.UnicodeScalarView(token))
  }

  private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String {
    var text = String.UnicodeScalarView()
    rest = rest.dropFirst()
    while let scalar = rest.popFirst(), scalar != "\"" {
      // Browsers do not escape the backslash in names of files, so it escapes only what needs it.
      if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
        text.append(next)
        rest = rest.dropFirst()
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
