import Foundation
import OperatingSystem

/// What the mail of one delivery says: texts, name of the file, and where the document is.
struct EmailContent {
  var subject: String
  var message: String
  var fileName: String
  var content: EmailConfiguration.Content

  private static let subjectLimit = 400
  private static let fileNameLimit = 150

  init(_ request: DeliveryRequest, _ options: EmailOptions, _ configuration: EmailConfiguration) {
    content = options.content ?? configuration.content
    let subject = (options.subject ?? configuration.subject?.filled(request))?.collapsedLine ?? ""
    self.subject = String((subject.isEmpty ? Self.title(request) : subject).prefix(Self.subjectLimit))
    message = (options.message ?? configuration.message?.filled(request) ?? "").trimmed
    fileName = Self.fileName(
      options.fileName ?? configuration.fileName?.filled(request) ?? Self.fileName(of: request) ?? self.subject,
      request.document.mediaType)
  }

  /// The title in the payload, or the kind and the job.
  private static func title(_ request: DeliveryRequest) -> String {
    let payload = try? NameTemplate.payload(of: request)
    let title = payload.flatMap { try? NameTemplate.value(["title"], in: $0) }?.collapsedLine ?? ""
    return title.isEmpty ? "\(request.document.kind) \(request.document.job)" : title
  }

  /// The name that the job gave the document.
  private static func fileName(of request: DeliveryRequest) -> String? {
    request.document.fileName.isEmpty ? nil : request.document.fileName
  }

  /// A name without characters that file systems refuse, with the extension of the media type.
  private static func fileName(_ text: String, _ mediaType: String) -> String {
    let fileExtension = PathText.fileExtension(of: mediaType)
    var name = String.UnicodeScalarView()
    for scalar in text.collapsedLine.unicodeScalars {
      let isAllowed = !#"/\:*?"<>|"#.unicodeScalars.contains(scalar) && scalar.properties.generalCategory != .format
      name.append(isAllowed ? scalar : "-")
    }
    var text = String(name)
    if text.lowercased().hasSuffix("." + fileExtension) { text.removeLast(fileExtension.count + 1) }
    while let last = text.last, last == "." || last == " " { text.removeLast() }
    while let first = text.first, first == "." || first == " " { text.removeFirst() }
    return (text.isEmpty ? "document" : String(text.prefix(fileNameLimit))) + "." + fileExtension
  }
}

extension EmailContent {
  /// The mail with the document in it.
  /// - Parameter body: the document composed as the body; nil if it is only attached.
  func fill(_ mail: inout MailMessage, document: [UInt8], mediaType: String, body: ComposedMailBody?) {
    mail.text = message.isEmpty && body == nil ? subject : message
    if let body {
      mail.text = [message, body.text].filter { !$0.isEmpty }.joined(separator: "\n\n")
      mail.html = Self.insert(message, into: body.html)
      mail.images = body.images
    }
    if content != .body {
      mail.attachment = MailMessage.Attachment(name: fileName, mediaType: mediaType, bytes: document)
    }
  }

  /// The mail with a link instead of the file.
  func fill(_ mail: inout MailMessage, link: MadeLink, bytes: Int, body: ComposedMailBody?) {
    let size = bytes < 1 << 20 ? "\((bytes + 1023) >> 10) kB" : "\((bytes + (1 << 20) - 1) >> 20) MB"
    let day = link.expires.formatted(.iso8601.year().month().day())
    let note = "The document (\(size)) is too large for a mail. Download it until \(day):"
    mail.text = [message, "\(note)\n\(link.url)", body?.text ?? ""].filter { !$0.isEmpty }.joined(separator: "\n\n")
    mail.attachment = nil
    guard let body else { return }
    mail.html = Self.insert(
      message, into: body.html,
      followedBy: "<p>\(note.htmlEscaped)<br><a href=\"\(link.url.htmlEscaped)\">"
        + "\(link.url.htmlEscaped)</a></p>")
    mail.images = body.images
  }

  /// Inserts a message at the start of the body.
  private static func insert(_ message: String, into html: String, followedBy markup: String = "") -> String {
    let paragraphs = message.isEmpty ? [] : message.split(separator: "\n\n")
    let text = paragraphs.map {
      "<p>" + $0.split(separator: "\n").map { String($0).htmlEscaped }.joined(separator: "<br>") + "</p>"
    }
    guard !(text.isEmpty && markup.isEmpty), let body = html.range(of: "<body"),
      let end = html[body.upperBound...].firstIndex(of: ">")
    else { return html }
    var html = html
    html.insert(contentsOf: "\n" + text.joined(separator: "\n") + markup + "\n", at: html.index(after: end))
    return html
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

  fileprivate var htmlEscaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\"", with: "&quot;")
  }
}
