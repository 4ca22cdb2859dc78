import Diagnostics
import Invoicing
import JSON
import TextShaping

/// A document to be made in several formats.
package struct DocumentOutputs: Sendable {
  package var document: ComposedDocument
  /// The requested outputs, at least one; the first is the document of the job.
  package var outputs: [KindOutput]
  /// The name of its files, without extension; empty if the kind has no template for names.
  package var name: String
  /// Whether the document is refused if it has warnings.
  package var refusesWarnings: Bool

  package init(
    _ document: ComposedDocument, outputs: [KindOutput] = [KindOutput(.pdf)], name: String = "",
    refusesWarnings: Bool = false
  ) {
    self.document = document
    self.outputs = outputs
    self.name = name
    self.refusesWarnings = refusesWarnings
  }

  /// Checks the warnings of the finished document. Notes do not count.
  /// - Throws: `warningsRefused` with the first one.
  package func check(_ warnings: [Diagnostic]) throws(CompositionError) {
    let warnings = warnings.filter { $0.severity == .warning }
    guard refusesWarnings, let first = warnings.first else { return }
    let further = warnings.count == 1 ? "" : "; \(warnings.count - 1) more"
    throw CompositionError(
      .warningsRefused, "the kind refuses documents with warnings: \(first.message)\(further)",
      at: first.location.description)
  }

  /// Whether the only file is a PDF without a name.
  package var isPlain: Bool { outputs.count == 1 && outputs[0].format == .pdf && name.isEmpty }
}

/// A file that was made of a document.
package struct OutputFile: Sendable {
  /// The bytes of a file, or the parts of a mail.
  package enum Content: Sendable {
    case bytes([UInt8])
    /// The parts of a mail; the message is made of them where mails are written.
    case mail(MailBody)
  }

  package var format: OutputFormat
  /// The file name with extension; empty if the kind has no template for names.
  package var name: String
  package var content: Content
  /// The pages of the file; empty for formats without pages.
  package var pages: [PageMeasure]
}

/// The files of a document, with the warnings and records of their production.
package struct OutputFiles: Sendable {
  /// The files in the order of the outputs, the document first.
  package var files: [OutputFile]
  package var warnings: [Diagnostic]
  package var timings: RenderedDocument.Timings
  /// The build record, if the document is an archive of a document in the database.
  package var archive: ArchiveRecord?
  /// The parts of a binder.
  package var parts: [BoundPart] = []
  /// The fonts of the text of the PDF, by name.
  package var fonts: [UsedFont] = []
}

extension DocumentOutputs {
  /// The largest number of pictures of pages.
  package static let maximumPictures = 1000

  /// Makes the files. Each format gives the same bytes for the same document.
  /// - Parameter progress: called with the number of pages after each page.
  /// - Throws: the errors of `Typesetter` and `MailComposer`; `limitExceeded` for more than `maximumPictures` pictures,
  ///   `layoutRefused` if a document that is composed as PDF is to be made in another format.
  package func files(
    by typesetter: Typesetter, progress: ((_ pages: Int) -> Void)? = nil
  ) throws(CompositionError) -> OutputFiles {
    switch document {
    case .pdf(let pdf): return try files(of: pdf)
    case .html(let source): return try files(of: source, typesetter, progress)
    case .binder(let binder): return try files(of: binder, typesetter, progress)
    }
  }

  private func files(of pdf: ComposedPDF) throws(CompositionError) -> OutputFiles {
    var made = OutputFiles(files: [], warnings: try pdf.checkedWarnings(), timings: .init(), archive: pdf.archive)
    for output in outputs {
      guard output.format == .pdf || output.format == .bag else {
        throw CompositionError(
          .layoutRefused, "documents of this kind are PDF files; they cannot be made as \(output.format.rawValue)")
      }
      // The worker makes a bag of the PDF.
      made.files.append(file(output.format, .bytes(pdf.bytes), pages: pdf.pages))
    }
    return made
  }

  private func files(
    of binder: ComposedBinder, _ typesetter: Typesetter, _ progress: ((_ pages: Int) -> Void)?
  ) throws(CompositionError) -> OutputFiles {
    let bound = try typesetter.bind(binder, progress: progress)
    var made = OutputFiles(files: [], warnings: bound.warnings, timings: bound.timings, archive: nil)
    made.files = [file(.pdf, .bytes(bound.pdf), pages: bound.pages)]
    (made.parts, made.fonts) = (bound.parts, bound.fonts)
    return made
  }

  private func files(
    of source: HTMLDocument, _ typesetter: Typesetter, _ progress: ((_ pages: Int) -> Void)?
  ) throws(CompositionError) -> OutputFiles {
    var made = OutputFiles(files: [], warnings: source.warnings, timings: .init(), archive: nil)
    var document: TypesetDocument?
    var files: [OutputFormat: [OutputFile]] = [:]
    // Outputs that need the laid-out document are made first: composing a mail may typeset pictures.
    for output in outputs.filter(\.format.isLaidOut) + outputs.filter({ !$0.format.isLaidOut }) {
      if document == nil, output.format.isLaidOut {
        let new = try typesetter.typeset(source, progress: progress)
        (made.warnings, made.timings) = (new.warnings, new.timings)
        document = new
      }
      switch (output.format, document) {
      case (.pdf, let document?): files[.pdf] = [try pdf(of: document, &made)]
      case (.png, let document?), (.jpeg, let document?):
        files[output.format] = try pictures(output, of: document, &made.warnings)
      case (.docx, _): files[.docx] = [try word(of: source, typesetter, &made)]
      case (.einvoice, _): files[.einvoice] = [try einvoice(of: source, files[.pdf]?.first, typesetter, &made)]
      default: files[output.format] = [try flowing(output.format, of: source, typesetter, &made.warnings)]
      }
    }
    made.files = outputs.flatMap { files[$0.format] ?? [] }
    made.warnings = made.warnings.summarized()
    return made
  }

  private func pdf(of document: TypesetDocument, _ made: inout OutputFiles) throws(CompositionError) -> OutputFile {
    let rendered = try document.rendered()
    (made.warnings, made.timings, made.fonts) = (rendered.warnings, rendered.timings, rendered.fonts)
    return file(.pdf, .bytes(rendered.pdf), pages: rendered.pages)
  }

  private func pictures(
    _ output: KindOutput, of document: TypesetDocument, _ warnings: inout [Diagnostic]
  ) throws(CompositionError) -> [OutputFile] {
    let count = min(document.pages.count, output.pages ?? .max)
    guard count <= Self.maximumPictures else {
      throw CompositionError(
        .limitExceeded,
        "the document has \(count) pages, and at most \(Self.maximumPictures) are made as pictures; limit \"pages\" of the output"
      )
    }
    var files: [OutputFile] = []
    for page in 0..<count {
      let scale = Double(output.resolution) / 96
      let picture =
        output.format == .png ? try document.png(page: page, scale: scale) : try document.jpeg(page: page, scale: scale)
      warnings += picture.warnings
      files.append(file(output.format, .bytes(picture.bytes), pages: [document.pages[page]], page: page + 1))
    }
    return files
  }

  private func word(
    of source: HTMLDocument, _ typesetter: Typesetter, _ made: inout OutputFiles
  ) throws(CompositionError) -> OutputFile {
    let document = try typesetter.word(source)
    made.warnings += document.warnings
    if made.timings == .init() { made.timings = document.timings }
    return file(.docx, .bytes(document.bytes), pages: [])
  }

  private func flowing(
    _ format: OutputFormat, of source: HTMLDocument, _ typesetter: Typesetter, _ warnings: inout [Diagnostic]
  ) throws(CompositionError) -> OutputFile {
    switch format {
    case .htmlMail:
      let body = try MailComposer(typesetter: typesetter).compose(.html(source))
      warnings += body.warnings
      return file(.htmlMail, .mail(body), pages: [])
    case .text, .markdown:
      let flow = try FlowText(source)
      warnings += flow.warnings
      let text = format == .text ? flow.plainText() : flow.markdown()
      return file(format, .bytes(Array(text.utf8)), pages: [])
    case .bag, .docx, .pdf, .png, .jpeg, .einvoice:
      throw CompositionError(.kindFile, "documents of this kind cannot be made as \(format.rawValue)", at: "outputs")
    }
  }

  /// The XML. If the PDF is to be attached to it and is not among the files, it is made for it.
  private func einvoice(
    of source: HTMLDocument, _ pdf: OutputFile?, _ typesetter: Typesetter, _ made: inout OutputFiles
  ) throws(CompositionError) -> OutputFile {
    guard var invoice = source.einvoice else {
      throw CompositionError(
        .kindFile, "documents of this kind cannot be made as \(OutputFormat.einvoice.rawValue)", at: "outputs")
    }
    if invoice.attachesPDF {
      let pdf = if let pdf { pdf } else { try self.pdf(of: typesetter.typeset(source), &made) }
      guard case .bytes(let bytes) = pdf.content else { return pdf }
      let name = pdf.name.isEmpty ? "invoice.pdf" : pdf.name
      guard invoice.attach(pdf: bytes, name: name) else {
        throw CompositionError(
          .invalidValue, "an attachment has the name of the PDF, \(Quotation.of(name))", at: "$.attachments")
      }
    }
    return file(.einvoice, .bytes(invoice.xml()), pages: [])
  }

  private func file(
    _ format: OutputFormat, _ content: OutputFile.Content, pages: [PageMeasure], page: Int? = nil
  ) -> OutputFile {
    let name = name.isEmpty ? "" : name + (page.map { "-\($0)" } ?? "") + "." + format.fileExtension
    return OutputFile(format: format, name: name, content: content, pages: pages)
  }
}
