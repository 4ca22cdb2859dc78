/// HTML text. Interpolated text is escaped, interpolated HTML is not: `"<p>\(name)</p>"`.
package struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
  package private(set) var text: String

  package init(stringLiteral text: String) { self.text = text }

  /// HTML that is not escaped. It must not contain text of users.
  package init(trusted text: String) { self.text = text }

  /// Escaped text.
  package init(escaping text: String) { self.text = Self.escaped(text) }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ value: some StringProtocol) { text += HTML.escaped(String(value)) }
    package mutating func appendInterpolation(_ value: some BinaryInteger) { text += String(value) }
    package mutating func appendInterpolation(_ html: HTML) { text += html.text }
    /// Appends the HTML, or nothing for nil.
    package mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }
    /// Appends the parts in order.
    package mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { text += part.text } }
  }

  package static func + (a: HTML, b: HTML) -> HTML { HTML(trusted: a.text + b.text) }
  package static func += (a: inout HTML, b: HTML) { a.text += b.text }

  /// The text escaped for content of elements and for attributes in quotes.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x26, 0x27, 0x3C, 0x3E].contains($0) }) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
