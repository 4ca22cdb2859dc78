import Composition

/// A renderer's description of one of the files of a document. The files follow each other in the body of the frame.
package struct FileReport: Codable, Hashable, Sendable {
  package var format: OutputFormat
  /// With extension; empty if the kind has no template for names.
  package var name: String
  package var bytes: Int
  package var pages: [RenderReport.Page]
  /// The parts of the body of a mail.
  package var mail: MailReport?
}

/// A file of a document, read from a renderer's answer.
package struct RenderedFile: Sendable {
  package var format: OutputFormat
  package var name: String
  /// For bags, the PDF of which the worker makes the bag.
  package var content: ArraySlice<UInt8>
  package var pages: [RenderReport.Page]
  package var mail: MailBody?
}

extension RenderReport {
  /// The files in the body of a frame. Nothing in it is trusted.
  /// - Throws: `RenderingError` `.protocolViolation`.
  package func files(in body: [UInt8]) throws(RenderingError) -> [RenderedFile] {
    guard !files.isEmpty else { return [RenderedFile(format: .pdf, name: "", content: body[...], pages: pages)] }
    var rest = body[...]
    var found: [RenderedFile] = []
    for file in files {
      guard file.bytes >= 0, file.bytes <= rest.count else { throw Self.refusal("a file is longer than the message") }
      guard Self.isName(file.name) else { throw Self.refusal("a file has an invalid name") }
      let content = rest.prefix(file.bytes)
      rest = rest.dropFirst(file.bytes)
      var mail: MailBody?
      if file.format == .htmlMail {
        guard let parts = file.mail else { throw Self.refusal("the body of a mail has no parts") }
        mail = try MailBody(parts, Array(content))
      }
      found.append(RenderedFile(format: file.format, name: file.name, content: content, pages: file.pages, mail: mail))
    }
    guard rest.isEmpty else { throw Self.refusal("the message is longer than its files") }
    return found
  }

  private static func refusal(_ message: String) -> RenderingError {
    RenderingError(code: .protocolViolation, message: "the renderer's answer is invalid: \(message)")
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= 200
      && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
      && name.first != "."
  }

  /// - Parameter composing: the time that the composition took.
  init(_ made: OutputFiles, composing: Duration) {
    self.init(
      pages: made.files.first?.pages ?? [], warnings: made.warnings, made.timings, composing: composing,
      archive: made.archive)
    parts = made.parts.isEmpty ? nil : made.parts
    files = made.files.map { file in
      FileReport(
        format: file.format, name: file.name, bytes: file.frameBytes.count,
        pages: file.pages.map { Page(width: $0.width, height: $0.height) }, mail: file.mailReport)
    }
  }
}

extension OutputFile {
  /// What the file adds to the body of the frame.
  var frameBytes: [UInt8] {
    switch content {
    case .bytes(let bytes): bytes
    case .mail(let body): body.frameBody
    }
  }

  fileprivate var mailReport: MailReport? {
    if case .mail(let body) = content { MailReport(body) } else { nil }
  }
}
