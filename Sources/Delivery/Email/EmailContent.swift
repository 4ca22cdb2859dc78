import Foundation
import OperatingSystem

/// The content of the mail of one delivery: texts, files and their names, and whether the document is the body.
struct EmailContent {
  struct File {
    var name: String
    var document: DeliveredDocument
  }

  var subject: String
  var message: String
  var content: EmailConfiguration.Content
  /// The attached files; without the body, unless it is the only file to attach.
  var files: [File] = []

  private static let subjectLimit = 400
  private static let fileNameLimit = 150

  init(_ request: DeliveryRequest, _ options: EmailOptions, _ configuration: EmailConfiguration) {
    let others = request.documents.filter { !$0.isMail }
    // An output html-mail that was chosen is the body.
    let isBodyChosen = others.count < request.documents.count
    content = options.content ?? (isBodyChosen ? others.isEmpty ? .body : .both : configuration.content)
    let subject = (options.subject ?? configuration.subject?.filled(request))?.collapsedLine ?? ""
    self.subject = String((subject.isEmpty ? Self.title(request) : subject).prefix(Self.subjectLimit))
    message = (options.message ?? configuration.message?.filled(request) ?? "").trimmed
    files = (content == .attachment || others.isEmpty ? request.documents : others).enumerated().map {
      index, document in
      File(name: fileName(of: document, isFirst: index == 0, request, options, configuration), document: document)
    }
  }

  /// The options name the first file only.
  private func fileName(
    of document: DeliveredDocument, isFirst: Bool, _ request: DeliveryRequest, _ options: EmailOptions,
    _ configuration: EmailConfiguration
  ) -> String {
    let given = isFirst ? options.fileName : nil
    let own = configuration.fileName == nil && !document.fileName.isEmpty ? document.fileName : nil
    let name = given ?? own ?? configuration.fileName?.filled(request.only(document)) ?? subject
    return Self.fileName(name, document.mediaType, number: given ?? own == nil ? document.number : nil)
  }

  /// The title in the payload, or the kind and the job.
  private static func title(_ request: DeliveryRequest) -> String {
    let payload = try? NameTemplate.payload(of: request)
    let title = payload.flatMap { try? NameTemplate.value(["title"], in: $0) }?.collapsedLine ?? ""
    return title.isEmpty ? "\(request.document.kind) \(request.document.job)" : title
  }

  /// A name without characters that file systems refuse, with the extension of the media type.
  private static func fileName(_ text: String, _ mediaType: String, number: Int?) -> String {
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
    return (text.isEmpty ? "document" : String(text.prefix(fileNameLimit))) + (number.map { "-\($0)" } ?? "") + "."
      + fileExtension
  }
}

extension EmailContent {
  /// The mail with the documents in it.
  /// - Parameters:
  ///   - attachments: empty if the document is the body only.
  ///   - body: the document as the body; nil if it is only attached.
  func fill(_ mail: inout MailMessage, attachments: [MailMessage.Attachment], body: ComposedMailBody?) {
    mail.text = message.isEmpty && body == nil ? subject : message
    if let body {
      mail.text = [message, body.text].filter { !$0.isEmpty }.joined(separator: "\n\n")
      mail.html = Self.insert(message, into: body.html)
      mail.images = body.images
    }
    mail.attachments = attachments
  }

  /// The mail with links instead of the files.
  /// - Parameter links: of `files`.
  func fill(_ mail: inout MailMessage, links: [CreatedLink], body: ComposedMailBody?) {
    let bytes = files.reduce(0) { $0 + $1.document.bytes }
    let size = bytes < 1 << 20 ? "\((bytes + 1023) >> 10) kB" : "\((bytes + (1 << 20) - 1) >> 20) MB"
    let day = links.map(\.expires).min()?.formatted(.iso8601.year().month().day()) ?? ""
    let note =
      links.count == 1
      ? "The document (\(size)) is too large for a mail. Download it until \(day):"
      : "The documents (\(size)) are too large for a mail. Download them until \(day):"
    let names = links.count == 1 ? [""] : files.map { $0.name + ": " }
    let lines = zip(names, links).map { $0 + $1.url }
    mail.text = [message, "\(note)\n\(lines.joined(separator: "\n"))", body?.text ?? ""].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
    mail.attachments = []
    guard let body else { return }
    let anchors = zip(names, links).map { name, link in
      "<br>\(name.htmlEscaped)<a href=\"\(link.url.htmlEscaped)\">\(link.url.htmlEscaped)</a>"
    }
    mail.html = Self.insert(
      message, into: body.html, followedBy: "<p>\(note.htmlEscaped)\(anchors.joined())</p>")
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
