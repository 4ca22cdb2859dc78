import CCups
import Networking

/// The operations of one printer (RFC 8011).
struct IPPPrinter: Sendable {
  let uri: String
  private let url: String
  private let client: HTTPClient

  init(_ configuration: PrintConfiguration, client: HTTPClient) {
    uri = configuration.printer
    url = configuration.url
    self.client = client
  }

  func capabilities() async throws(PrintError) -> PrinterCapabilities {
    let request = try IPPMessage(IPP_OP_GET_PRINTER_ATTRIBUTES, printer: uri)
    request.add(.operation, keywords: "requested-attributes", PrinterCapabilities.attributes)
    return PrinterCapabilities(try await send(request))
  }

  /// Creates a job without document.
  /// - Returns: its number.
  func createJob(_ name: String, _ options: PrintOptions) async throws(PrintError) -> Int {
    let request = try IPPMessage(IPP_OP_CREATE_JOB, printer: uri)
    request.add(.operation, IPP_TAG_NAME, "job-name", name)
    // The printer refuses what it cannot do, rather than ignoring it.
    request.add(.operation, "ipp-attribute-fidelity", true)
    if let copies = options.copies { request.add(.job, "copies", copies) }
    if let sides = options.sides { request.add(.job, IPP_TAG_KEYWORD, "sides", sides.rawValue) }
    if let media = options.media { request.add(.job, IPP_TAG_KEYWORD, "media", media) }
    if let fit = options.fit { request.add(.job, IPP_TAG_KEYWORD, "print-scaling", fit.rawValue) }
    if let pages = options.pages { request.add(.job, "page-ranges", pages) }
    guard let id = try await send(request).integers("job-id").first else { throw .invalidAnswer("no job number") }
    return id
  }

  /// Sends the document of a job, which is its last one.
  func sendDocument(_ job: Int, _ document: DeliveredDocument) async throws(PrintError) {
    let request = try IPPMessage(IPP_OP_SEND_DOCUMENT, printer: uri)
    request.add(.operation, "job-id", job)
    request.add(.operation, IPP_TAG_MIMETYPE, "document-format", document.mediaType)
    request.add(.operation, "last-document", true)
    let header = try request.encoded()
    _ = try await exchange(
      .bytesAndFile(header, path: document.path, length: document.bytes), timeout: .seconds(3600))
  }

  func job(_ id: Int) async throws(PrintError) -> IPPJob {
    let request = try IPPMessage(IPP_OP_GET_JOB_ATTRIBUTES, printer: uri)
    request.add(.operation, "job-id", id)
    request.add(.operation, keywords: "requested-attributes", Self.jobAttributes)
    guard let job = try await send(request).jobs().first, job.state != nil else {
      throw .invalidAnswer("no state of the job")
    }
    return job
  }

  /// The jobs that have this name.
  func jobs(named name: String) async throws(PrintError) -> [IPPJob] {
    var jobs: [IPPJob] = []
    for which in ["not-completed", "completed"] {
      let request = try IPPMessage(IPP_OP_GET_JOBS, printer: uri)
      request.add(.operation, IPP_TAG_KEYWORD, "which-jobs", which)
      request.add(.operation, "limit", 1000)
      request.add(.operation, keywords: "requested-attributes", Self.jobAttributes)
      jobs += try await send(request).jobs().filter { $0.name == name }
    }
    return jobs
  }

  func cancel(_ job: Int) async throws(PrintError) {
    let request = try IPPMessage(IPP_OP_CANCEL_JOB, printer: uri)
    request.add(.operation, "job-id", job)
    _ = try await send(request)
  }

  private static let jobAttributes = [
    "job-id", "job-name", "job-state", "job-state-reasons", "job-k-octets", "job-impressions-completed",
  ]

  private func send(_ request: IPPMessage) async throws(PrintError) -> IPPMessage {
    let bytes = try request.encoded()
    return try await exchange(.bytes(bytes), timeout: .seconds(60))
  }

  private func exchange(_ body: HTTPRequest.Body, timeout: Duration) async throws(PrintError) -> IPPMessage {
    let response: HTTPResponse
    do throws(NetworkError) {
      response = try await client.send(
        HTTPRequest(
          method: "POST", url: url, headers: [("Content-Type", "application/ipp"), ("Accept", "application/ipp")],
          body: body, timeout: timeout))
    } catch {
      throw .network(error)
    }
    guard response.status == 200 else { throw .httpStatus(response.status) }
    guard let message = IPPMessage.decode(response.body) else { throw .invalidAnswer("no IPP message") }
    guard message.isSuccessful else { throw .status(message.status) }
    return message
  }
}
