import Composition
import Foundation
import JSON
import Rendering
import Web

/// Routes with the forms of Gotenberg, so that its clients render through Pressrun unchanged (docs/gotenberg.md).
///
/// Accepts the addresses and the field names of versions 8 and 9. Fields that Pressrun does not support are
/// answered 400 with what to use.
package struct GotenbergRoutes: Sendable {
  private let pool: RenderPool
  private let kinds: JobKinds
  private let files: FileTaskRunner
  private static let bodyLimit = 80 << 20

  package init(pool: RenderPool, files: FileTaskRunner, kinds: JobKinds) {
    self.pool = pool
    self.kinds = kinds
    self.files = files
  }

  package var routes: [Route] {
    [
      route("/forms/chromium/convert/html", "Convert HTML to PDF.") { try await convert($0, includesMarkdown: false) },
      route("/forms/chromium/convert/markdown", "Convert HTML that includes files of Markdown to PDF.") {
        try await convert($0, includesMarkdown: true)
      },
      route("/forms/pdfengines/merge", "Merge PDF files.", merge),
      route("/forms/pdf/merge", "Merge PDF files.", merge),
      route("/forms/pdfengines/metadata/read", "Read metadata.", readMetadata),
      route("/forms/pdf/metadata/read", "Read metadata.", readMetadata),
      route("/forms/pdf/metadata", "Read metadata.", readMetadata),
      route("/forms/pdfengines/metadata/write", "Write metadata.", writeMetadata),
      route("/forms/pdf/metadata/write", "Write metadata.", writeMetadata),
      route("/forms/pdf/set-metadata", "Write metadata.", setMetadata),
      Route(.get, "/health", access: .open, summary: "Health as Gotenberg answers it.") { _ in Self.health },
      Route(.get, "/version", access: .open, summary: "The version of Gotenberg whose forms are understood.") { _ in
        .text("8.0.0")
      },
    ]
  }

  private func route(
    _ path: PathTemplate, _ summary: String, _ handler: @escaping @Sendable (WebRequest) async throws -> WebResponse
  ) -> Route {
    Route(
      .post, path, access: Scope.jobsWrite.access, summary: summary, body: .multipart(limit: Self.bodyLimit)
    ) { request in
      var response: WebResponse
      do {
        response = try await handler(request)
      } catch let error as FormError {
        response = error.response
      } catch let problem as Problem {
        // Clients of Gotenberg expect text.
        response = .text(problem.detail, status: problem.type.status == 422 ? 400 : problem.type.status)
        for (name, value) in problem.headers { response[name] = value }
      }
      if let trace = request.header("Gotenberg-Trace") { response["Gotenberg-Trace"] = trace.headerText }
      return response
    }
  }

  // MARK: Routes

  private func convert(_ request: WebRequest, includesMarkdown: Bool) async throws -> WebResponse {
    var conversion = try await form(request, known: HTMLConversion.known) { form in
      guard let html = form.file("index.html") else {
        throw FormError("Invalid form data: form file 'index.html' is required")
      }
      if includesMarkdown, !form.files.contains(where: { $0.name.lowercased().hasSuffix(".md") }) {
        throw FormError("Invalid form data: no form file found for extensions: [.md]")
      }
      return try HTMLConversion(form, html: html)
    }
    conversion.document.includesMarkdown = includesMarkdown
    let (report, rendered) = try await pool.render(conversion.document, for: request, kinds: kinds)
    var pdf = rendered
    if conversion.ranges != nil || conversion.metadata != nil || conversion.scale != 1 {
      pdf = try await operations(request).select(
        pdf, conversion.ranges, scale: conversion.scale, metadata: conversion.metadata)
    }
    var response = Self.file(pdf, request)
    response["Pressrun-Warnings"] = "\(report.warnings.count)"
    if let warning = report.warnings.first { response["Pressrun-Warning"] = warning.headerText }
    return response
  }

  @Sendable private func merge(_ request: WebRequest) async throws -> WebResponse {
    let known: Set<String> = ["metadata", "pdfa", "pdfua", "autoIndexBookmarks"]
    let (files, metadata) = try await form(request, known: known) { form in
      for name in ["pdfa", "pdfua"] where form.text(name).map({ $0.lowercased() != "false" }) ?? false {
        throw FormError.field(
          name, "is not supported for finished PDFs: convert HTML with it, or convert the PDF with another program")
      }
      return (try Self.pdfs(form), try form.text("metadata").map { try MetadataField($0) })
    }
    return Self.file(try await operations(request).merge(files, metadata: metadata), request)
  }

  @Sendable private func readMetadata(_ request: WebRequest) async throws -> WebResponse {
    let files = try await form(request, known: []) { try Self.pdfs($0) }
    return .json(try await operations(request).metadata(of: files))
  }

  @Sendable private func writeMetadata(_ request: WebRequest) async throws -> WebResponse {
    let (files, metadata) = try await form(request, known: ["metadata"]) { form in
      guard let text = form.text("metadata") else { throw FormError.field("metadata", "is required") }
      return (try Self.pdfs(form), try MetadataField(text))
    }
    return try await write(metadata, files, request)
  }

  @Sendable private func setMetadata(_ request: WebRequest) async throws -> WebResponse {
    let known = Set(MetadataField.fieldsOfVersion9.keys)
    let (files, metadata) = try await form(request, known: known) { form in
      (try Self.pdfs(form), try MetadataField(fields: form.fields))
    }
    return try await write(metadata, files, request)
  }

  private func write(
    _ metadata: MetadataField, _ files: [(name: String, bytes: [UInt8])], _ request: WebRequest
  ) async throws -> WebResponse {
    guard files.count == 1 else { throw FormError("Invalid form data: send one PDF file in a request") }
    return Self.file(try await operations(request).merge(files, metadata: metadata), request)
  }

  // MARK: Forms and answers

  /// The processes for the files of the client: those of its tenant, or else of its own. No tenant's name ends with a
  /// space.
  private func operations(_ request: WebRequest) throws(Problem) -> PDFOperations {
    let principal = try request.authenticated()
    return PDFOperations(runner: files.of(tenant: principal.tenants.single ?? "\(principal.id) "))
  }

  private func form<Value: Sendable>(
    _ request: WebRequest, known: Set<String>, _ read: (GotenbergForm) throws -> Value
  ) async throws -> Value {
    try await request.body.multipart(limits: MultipartLimits(parts: 500)) { form in
      try read(try GotenbergForm(form, known: known) { request.header($0) })
    }
  }

  /// The PDF files sorted by name, with numbers compared by value: 2.pdf precedes 10.pdf.
  private static func pdfs(_ form: GotenbergForm) throws(FormError) -> [(name: String, bytes: [UInt8])] {
    guard !form.files.isEmpty else { throw FormError("Invalid form data: no form file found for extensions: [.pdf]") }
    for file in form.files where !file.name.lowercased().hasSuffix(".pdf") {
      throw FormError("Invalid form data: the file '\(file.name)' is not a PDF")
    }
    return form.files.sorted { $0.name.compare($1.name, options: [.numeric, .caseInsensitive]) == .orderedAscending }
  }

  private static func file(_ pdf: [UInt8], _ request: WebRequest) -> WebResponse {
    var response = WebResponse(mediaType: "application/pdf", bytes: pdf)
    let name = request.header("Gotenberg-Output-Filename").flatMap { $0.isEmpty ? nil : String($0.prefix(200)) }
    response["Content-Disposition"] =
      WebContent.Disposition.attachment(fileName: (name ?? UUID().uuidString.lowercased()) + ".pdf").field
    return response
  }

  private static var health: WebResponse {
    .json([
      "status": "up",
      "details": ["chromium": ["status": "up", "timestamp": .string(Date().formatted(.iso8601))]],
    ])
  }
}
