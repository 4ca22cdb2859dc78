import JSON

/// The options of the mail of one delivery, which override the configuration. Texts are used literally, without
/// variables.
///
///     {"subject": "Q3", "message": "As discussed.", "file_name": "q3.pdf", "content": "body",
///      "to": ["a@fund.example"], "cc": ["b@fund.example"], "bcc": []}
struct EmailOptions: Hashable, Sendable {
  var subject: String?
  var message: String?
  var fileName: String?
  var content: EmailConfiguration.Content?
  var to: [String] = []
  var cc: [String] = []
  var bcc: [String] = []

  init() {}

  /// - Throws: `SendError` `invalid_options`.
  init(_ json: [UInt8]) throws(SendError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(json)
    } catch {
      throw Self.refusal("not JSON")
    }
    guard case .object(let object) = value else { throw Self.refusal("expected an object") }
    for member in object.members where member.value != .null {
      switch member.name {
      case "subject": subject = try Self.line(member)
      case "file_name": fileName = try Self.line(member)
      case "message": message = try Self.text(member, limit: TextTemplate.maximumBytes)
      case "content": content = try Self.content(member)
      case "to": to = try Self.addresses(member)
      case "cc": cc = try Self.addresses(member)
      case "bcc": bcc = try Self.addresses(member)
      // This option was evaluated when the delivery was requested: it chose the file.
      case "output": break
      // The terms of the links in a mail whose files are too large for it (`LinkOptions`).
      case "link": _ = try LinkOptions.terms(json)
      default:
        throw Self.refusal(
          "unknown option \"\(JSONValue.shortened(member.name.collapsedLine))\"; the known ones are bcc, cc, content, "
            + "file_name, link, message, output, subject, to")
      }
    }
  }

  private static func refusal(_ message: String) -> SendError {
    SendError(code: "invalid_options", message: "options of the delivery: \(message)", retry: .never)
  }

  private static func text(_ member: JSONObject.Member, limit: Int) throws(SendError) -> String {
    guard case .string(let text) = member.value else { throw refusal("\(member.name): expected a text") }
    guard text.utf8.count <= limit else { throw refusal("\(member.name): longer than \(limit) bytes") }
    let lines = text.replacing("\r\n", with: "\n").replacing("\n", with: "").replacing("\t", with: "")
    guard !lines.hasControlCharacters else { throw refusal("\(member.name): control characters") }
    return text.replacing("\r\n", with: "\n")
  }

  private static func line(_ member: JSONObject.Member) throws(SendError) -> String {
    let text = try text(member, limit: 1000)
    guard !text.unicodeScalars.contains(where: { $0.isLineBreakOrControl }) else {
      throw refusal("\(member.name): expected one line without control characters")
    }
    return text
  }

  private static func content(_ member: JSONObject.Member) throws(SendError) -> EmailConfiguration.Content {
    guard case .string(let text) = member.value, let content = EmailConfiguration.Content(rawValue: text) else {
      throw refusal("content: expected attachment, body or both")
    }
    return content
  }

  /// A list of addresses; one address may be a text.
  private static func addresses(_ member: JSONObject.Member) throws(SendError) -> [String] {
    if case .string(let text) = member.value { return [text] }
    guard case .array(let elements) = member.value else {
      throw refusal("\(member.name): expected a list of addresses")
    }
    var addresses: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw refusal("\(member.name): expected a list of addresses") }
      addresses.append(text)
    }
    return addresses
  }
}

extension Unicode.Scalar {
  /// Characters that end a line or have no place in one.
  var isLineBreakOrControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
