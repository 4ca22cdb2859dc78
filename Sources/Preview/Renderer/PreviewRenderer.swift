import Composition
import Dates
import Diagnostics
import Foundation
import OperatingSystem
import Rendering

/// Makes the documents of one preview, in a renderer process. Not thread-safe.
///
/// Kinds and templates are read again for each document, because they change. Two typesetters alternate, so that the
/// last document can still be painted while the next one fails.
package final class PreviewRenderer {
  private let home: String?
  private var typesetters = [Typesetter(), Typesetter()]
  private var current: Shown?

  /// The document that can be painted.
  private struct Shown {
    var version: Int
    var html: [UInt8]
    /// It is nil for a mail.
    var document: TypesetDocument?
  }

  /// - Parameter home: the folder with `Jobs/` and `Templates/`; nil if only pages are shown.
  package init(home: String?) throws {
    self.home = home
    // Loads fonts before the sandbox is in force and before the first document.
    for typesetter in typesetters {
      _ = try typesetter.typeset(HTMLDocument(html: Array("<p>Ready".utf8))).png(page: 0)
    }
  }

  /// Answers a request whose payload is a `PreviewStep` (`PreviewFrame`). Errors of documents are answers.
  package func render(
    _ input: RendererProgram.Input, progress: @escaping (_ pages: Int) -> Void = { _ in }
  ) throws(RenderFailure) -> (RenderReport, body: [UInt8]) {
    do throws(RenderingError) {
      let (step, body) = try PreviewFrame.decoded(PreviewStep.self, input.payload)
      var answer: PreviewResponse
      var bytes: [UInt8] = []
      do throws(CompositionError) {
        (answer, bytes) = try perform(step, body, created: input.request.created, progress)
      } catch {
        answer = .failed(PreviewDiagnostic(error, home: home ?? "/"))
      }
      return (RenderReport(pages: []), try PreviewFrame.encoded(answer, body: bytes))
    } catch {
      throw RenderFailure(code: "protocol", message: error.description, isPermanent: true)
    }
  }

  private func perform(
    _ step: PreviewStep, _ body: [UInt8], created: Int64, _ progress: @escaping (Int) -> Void
  ) throws(CompositionError) -> (PreviewResponse, [UInt8]) {
    switch step {
    case .layOut(let document, let version):
      return try layOut(document, version: version, body, created: created, progress)
    case .picture(let version, let page, let scale, let known):
      guard let document = document(version) else { return (.outdated, []) }
      let picture = try document.png(page: page, scale: scale, isQuick: true)
      let digest = SHA256.hash(data: picture.bytes).hex
      if digest == known { return (.unchanged, []) }
      return (.picture(digest: digest, warnings: picture.warnings.map(PreviewDiagnostic.init)), picture.bytes)
    case .outline(let version, let page):
      guard let document = document(version) else { return (.outdated, []) }
      return (.outline(try document.outline(page: page)), [])
    case .structure(let version):
      guard let document = document(version) else { return (.outdated, []) }
      return (.structure(document.structureOutline()), [])
    case .pdf(let version):
      guard let document = document(version) else { return (.outdated, []) }
      let file = try document.rendered()
      return (.pdf(warnings: file.warnings.map(PreviewDiagnostic.init)), file.pdf)
    case .html(let version):
      guard let current, current.version == version else { return (.outdated, []) }
      return (.html, current.html)
    }
  }

  private func document(_ version: Int) -> TypesetDocument? { current?.version == version ? current?.document : nil }

  private func layOut(
    _ request: PreviewDocument, version: Int, _ body: [UInt8], created: Int64, _ progress: @escaping (Int) -> Void
  ) throws(CompositionError) -> (PreviewResponse, [UInt8]) {
    let start = ContinuousClock.now
    let source = try compose(request, body, created: created)
    let composing = ContinuousClock.now - start
    if request.medium == .mail {
      let mail = try MailComposer(typesetter: typesetters[1]).compose(.html(source))
      current = Shown(version: version, html: source.html, document: nil)
      let warnings = mail.warnings.map { PreviewDiagnostic($0.located(in: source)) }
      let summary = MailSummary(mail, problems: warnings, timings: ["compose": (.now - start).milliseconds])
      return (.mail(summary), Array(mail.html.utf8) + Array(mail.text.utf8) + mail.images.flatMap(\.bytes))
    }
    // The typesetter of the current document keeps it until this one is complete.
    let document = try typesetters[1].typeset(source, isInspected: true, progress: progress)
    typesetters.swapAt(0, 1)
    current = Shown(version: version, html: source.html, document: document)
    return (.document(DocumentSummary(document, title: source.metadata.title, composing: composing)), [])
  }

  private func compose(
    _ request: PreviewDocument, _ body: [UInt8], created: Int64
  ) throws(CompositionError) -> HTMLDocument {
    var document: HTMLDocument
    if let name = request.kind {
      document = try compose(kind: name, PreviewPayload.replacing(body, locale: request.locale), created: created)
    } else {
      document = HTMLDocument(html: body)
      document.name = request.name
      document.assets = request.assets
    }
    if let text = request.pageSize {
      guard let size = PaperSize(text) else {
        throw CompositionError(.invalidValue, "unknown page size; use A4, letter landscape or 210mm 297mm", at: text)
      }
      document.pageSize = size
    }
    return document
  }

  private func compose(
    kind: String, _ payload: [UInt8], created: Int64
  ) throws(CompositionError) -> HTMLDocument {
    guard let home else { throw CompositionError(.unknownKind, "this preview shows a page, and no kinds") }
    let kinds = try JobKinds.load(folder: home + "/Jobs", templates: home + "/Templates")
    let composer = DocumentComposer(kinds: kinds, keepsOrigins: true)
    let job = JobContext(created: Timestamp(seconds: created))
    guard case .html(let document) = try composer.compose(kind: kind, payload: payload, job: job) else {
      throw CompositionError(.layoutRefused, "documents of the kind \(kind) are PDF files and have no template")
    }
    return document
  }
}

extension DocumentSummary {
  fileprivate init(_ document: TypesetDocument, title: String, composing: Duration) {
    let stages = [("compose", composing)] + document.timings.stages.dropLast().map { ($0.name, $0.duration) }
    self.init(
      pages: document.pages.map { Page(width: $0.width * 96 / 72, height: $0.height * 96 / 72) },
      problems: document.warnings.map(PreviewDiagnostic.init), title: title,
      timings: Dictionary(uniqueKeysWithValues: stages.map { ($0.0, $0.1.milliseconds) }))
  }
}

extension MailSummary {
  fileprivate init(_ mail: MailBody, problems: [PreviewDiagnostic], timings: [String: Double]) {
    self.init(
      title: mail.title, html: mail.html.utf8.count, text: mail.text.utf8.count,
      images: mail.images.map { Image(name: $0.name, mediaType: $0.mediaType, bytes: $0.bytes.count) },
      problems: problems, timings: timings)
  }
}
