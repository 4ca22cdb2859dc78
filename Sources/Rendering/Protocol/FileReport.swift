import Composition

/// A renderer's description of one of the files of a document. The files follow each other in the body of the frame.
package struct FileReport: Codable, Hashable, Sendable {
  package var format: OutputFormat
  /// The file name with extension; empty if the kind has no template for names.
  package var name: String
  /// The length of the file in the body.
  package var bytes: Int
  package var pages: [RenderReport.Page]
  /// The parts of the body of a mail.
  package var mail: MailReport?
}

/// A file of a document, read from a renderer's answer.
package struct RenderedFile: Sendable {
  package var format: OutputFormat
  /// The file name with extension; empty if the kind has no template for names.
  package var name: String
  /// The bytes of the file; for bags, the PDF of which the worker makes the bag.
  package var content: ArraySlice<UInt8>
  package var pages: [RenderReport.Page]
  /// The parts of the body of a mail; nil for other files.
  package var mail: MailBody?
}

extension RenderReport {
  /// The files in the body of a frame. Nothing in it is trusted.
  /// - Parameter outputs: the formats of the kind, in order, of which the document has some; nil if the kind is not
  ///   known. Then formats and contents are not compared.
  /// - Throws: `RenderingError` `.protocolViolation`.
  package func files(in body: [UInt8], outputs: [OutputFormat]?) throws(RenderingError) -> [RenderedFile] {
    let found = try split(body)
    guard Set(found.map(\.name)).count == found.count || found.allSatisfy({ $0.name.isEmpty }) else {
      throw Self.refusal("two files have the same name")
    }
    for file in found {
      guard file.pages.count <= Self.maximumPages, file.pages.allSatisfy(\.isMeasure) else {
        throw Self.refusal("a file has too many pages, or pages without a size")
      }
    }
    if let outputs { try Self.check(found, against: outputs) }
    return found
  }

  /// The most pages of a document: the limit of layout (`LayoutEngine.Limits`) and of archives.
  private static let maximumPages = 1_000_000

  /// A kind's document has each format once, in the order of the kind, and pictures once for each page.
  private static func check(_ files: [RenderedFile], against outputs: [OutputFormat]) throws(RenderingError) {
    var rest = outputs[...]
    var pictures = 0
    for file in files {
      guard let position = rest.firstIndex(of: file.format) else {
        throw refusal("the kind has no output \(file.format.rawValue) at this place")
      }
      rest = file.format.isPerPage ? rest[position...] : rest[(position + 1)...]
      pictures += file.format.isPerPage ? 1 : 0
      guard file.mail != nil || file.format.canBe(file.content) else {
        throw refusal("the content of a file is not \(file.format.rawValue)")
      }
    }
    guard pictures <= outputs.count * DocumentOutputs.maximumPictures else { throw refusal("it has too many pictures") }
  }

  /// The files as the report describes them.
  private func split(_ body: [UInt8]) throws(RenderingError) -> [RenderedFile] {
    guard !files.isEmpty else { return [RenderedFile(format: .pdf, name: "", content: body[...], pages: pages)] }
    var rest = body[...]
    var found: [RenderedFile] = []
    for file in files {
      guard file.bytes >= 0, file.bytes <= rest.count else { throw Self.refusal("a file is longer than the message") }
      guard Self.isName(file.name, file.format) else { throw Self.refusal("a file has an invalid name") }
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

  private static func isName(_ name: String, _ format: OutputFormat) -> Bool {
    name.isEmpty || FileNameTemplate.isSafe(name) && name.hasSuffix(".\(format.fileExtension)")
  }

  /// - Parameter composing: the time that the composition took.
  init(_ made: OutputFiles, composing: Duration) {
    self.init(
      pages: made.files.first?.pages ?? [], warnings: made.warnings, made.timings, composing: composing,
      archive: made.archive)
    parts = made.parts.isEmpty ? nil : made.parts
    fonts = Font.list(made.fonts)
    files = made.files.map { file in
      FileReport(
        format: file.format, name: file.name, bytes: file.frameBytes.count,
        pages: file.pages.map { Page(width: $0.width, height: $0.height) }, mail: file.mailReport)
    }
  }
}

extension RenderReport.Page {
  fileprivate var isMeasure: Bool { [width, height].allSatisfy { $0.isFinite && $0 > 0 && $0 <= 1e7 } }
}

extension OutputFile {
  /// The bytes of the file in the body of the frame.
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
