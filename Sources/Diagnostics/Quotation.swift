/// Text of documents and payloads in messages.
///
/// Such text is in typographic quotation marks, and messages contain no other text in these marks. Messages that leave
/// the renderer are masked: people who may see jobs, logs and events need not have the right to read payloads.
package enum Quotation {
  /// The text in quotation marks, without line breaks and control characters, and cut off after `limit` characters.
  package static func of(_ text: some StringProtocol, limit: Int = 80) -> String {
    let start = text.unicodeScalars.prefix(limit)
    var quoted = "“"
    for scalar in start {
      switch scalar {
      case "“", "”": quoted += "\""
      default: quoted.unicodeScalars.append(contentsOf: scalar.escapedForMessages)
      }
    }
    return quoted + (start.endIndex == text.unicodeScalars.endIndex ? "”" : "…”")
  }

  /// The message with the length of each quotation instead of its text.
  package static func masked(_ message: String) -> String {
    var masked = ""
    var rest = Substring(message)
    while let open = rest.firstIndex(of: "“") {
      masked += rest[..<open]
      let quotation = rest[rest.index(after: open)...]
      let close = quotation.firstIndex(of: "”") ?? quotation.endIndex
      let count = quotation[..<close].count
      masked += count == 1 ? "(1 character)" : "(\(count) characters)"
      rest = close < quotation.endIndex ? quotation[quotation.index(after: close)...] : ""
    }
    return masked + rest
  }
}

extension String {
  /// The text with control and format characters written as `\u{1B}`, so that it cannot change a terminal or forge
  /// lines of a log.
  package var escapingControlCharacters: String {
    guard unicodeScalars.contains(where: { $0.needsEscape }) else { return self }
    var escaped = ""
    for scalar in unicodeScalars { escaped.unicodeScalars.append(contentsOf: scalar.escapedForMessages) }
    return escaped
  }
}

extension Unicode.Scalar {
  fileprivate var needsEscape: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  fileprivate var escapedForMessages: String.UnicodeScalarView {
    needsEscape ? "\\u{\(String(value, radix: 16, uppercase: true))}".unicodeScalars : String(self).unicodeScalars
  }
}
