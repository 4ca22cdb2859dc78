import JSON

/// A text with the variables of `NameTemplate`, such as `{payload.title} of {date}`; a value that the payload does not
/// have is empty.
package struct TextTemplate: Hashable, Sendable {
  /// The source text of the template.
  package let text: String
  private let parts: [NameTemplate.Part]

  static let maximumBytes = 16 << 10
  /// The longest text of one value, in characters; the rest is cut off.
  private static let valueLimit = 1000

  /// - Throws: `DeliveryError` `.invalidConfiguration`.
  package init(_ text: String) throws(DeliveryError) {
    func refuse(_ message: String) -> DeliveryError {
      DeliveryError(
        code: .invalidConfiguration, message: "the template \"\(text.prefix(200))\" \(message)",
        place: String(text.prefix(200)))
    }
    guard text.utf8.count <= Self.maximumBytes else { throw refuse("is longer than \(Self.maximumBytes) bytes") }
    guard !text.replacing("\n", with: "").hasControlCharacters else { throw refuse("contains control characters") }
    self.text = text
    parts = try NameTemplate.parts(of: text[...], refuse)
  }

  /// The text for one delivery. In values white space becomes one space, and control characters are removed.
  func filled(_ request: DeliveryRequest) -> String {
    let time = CompletionTime(request.document.completedAt)
    let payload = try? NameTemplate.payload(of: request)
    return parts.map { part in
      switch part {
      case .text(let text): text
      case .variable(.payload(let names)):
        Self.line((payload.flatMap { try? NameTemplate.value(names, in: $0) }) ?? "")
      case .variable(let variable): Self.line(NameTemplate.value(variable, request, time))
      }
    }.joined()
  }

  private static func line(_ value: String) -> String {
    String(value.prefix(valueLimit)).collapsedLine
  }
}

extension TextTemplate: Decodable {
  package init(from decoder: any Decoder) throws {
    self = try decoder.value { (text) throws(DeliveryError) in try TextTemplate(text) }
  }
}

extension String {
  /// One line: white space is collapsed, control characters are removed.
  var collapsedLine: String {
    let words = split { $0.isWhitespace || $0.isNewline }
    let text = words.joined(separator: " ").unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(text))
  }
}
