import Foundation
import Networking
import OperatingSystem

/// Prints documents on an IPP printer.
///
/// A delivery is one print job, whose name is made from the delivery's number, so that a later attempt finds the job of
/// an earlier one and waits for it instead of printing again. The delivery succeeds when the printer reports the job as
/// completed.
package struct PrintSender: Sender {
  private let configuration: PrintConfiguration
  /// How long an attempt waits for the job's end.
  private let timeout: Duration
  private let client: HTTPClient
  private let printer: IPPPrinter
  private let sleep: @Sendable (Duration) async throws -> Void

  /// - Parameter sleep: waits between two questions for the job's state.
  package init(
    _ configuration: PrintConfiguration, limits: DestinationLimits,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.configuration = configuration
    timeout = limits.timeout ?? .seconds(3600)
    self.sleep = sleep
    client = HTTPClient(
      addresses: configuration.isLocalQueue ? .withLoopback : limits.addresses,
      tls: TLSSettings(caFile: configuration.caFile))
    printer = IPPPrinter(configuration, client: client)
  }

  package func send(_ request: DeliveryRequest) async throws(SendError) -> Receipt {
    try request.checkOneFile("print")
    let options = try PrintOptions(
      request.options, defaults: configuration.defaults, maximumCopies: configuration.maximumCopies)
    let result: Result<Receipt, SendError>
    do throws(PrintError) {
      let capabilities = try await printer.capabilities()
      let checked: Result<PrintOptions, SendError>
      do throws(SendError) {
        checked = .success(
          try capabilities.check(options, defaults: configuration.defaults, mediaType: request.document.mediaType))
      } catch {
        checked = .failure(error)
      }
      result = try await send(request, checked, capabilities)
    } catch {
      throw error.sendError(configuration.printer)
    }
    return try result.get()
  }

  package func close() async { client.close() }

  private func send(
    _ request: DeliveryRequest, _ options: Result<PrintOptions, SendError>, _ capabilities: PrinterCapabilities
  ) async throws(PrintError) -> Result<Receipt, SendError> {
    let name = "pressrun-\(request.id)-\(request.document.sha256.prefix(12))"
    if request.attempt > 1 || request.mayHaveArrived, let job = try await earlierJob(name, request) {
      return await wait(for: job, request, capabilities, isEarlier: true)
    }
    let checked: PrintOptions
    switch options {
    case .success(let value): checked = value
    case .failure(let error): return .failure(error)
    }
    if let problem = await Self.verify(request) { return .failure(problem) }
    let id = try await printer.createJob(name, checked)
    do throws(PrintError) {
      try await printer.sendDocument(id, request.document)
    } catch {
      return .failure(error.sendError(configuration.printer, isOutcomeUnknown: true))
    }
    return await wait(for: id, request, capabilities, isEarlier: false)
  }

  /// The job of an earlier attempt that prints or has printed the document. A job that cannot have the whole document
  /// is cancelled: one that waits for it, one with fewer bytes, and any job if no earlier attempt has sent all of it.
  /// Some printers print what they got when the connection was lost.
  private func earlierJob(_ name: String, _ request: DeliveryRequest) async throws(PrintError) -> Int? {
    for job in try await printer.jobs(named: name) {
      switch job.state {
      case .canceled, .aborted, nil: continue
      case .completed:
        if request.mayHaveArrived, job.has(request.document.bytes) { return job.id }
      case .pending, .held, .processing, .stopped:
        if request.mayHaveArrived, !job.isIncoming, job.has(request.document.bytes) { return job.id }
        try await cancel(job.id)
      }
    }
    return nil
  }

  /// Cancels a job, unless it has ended meanwhile.
  private func cancel(_ job: Int) async throws(PrintError) {
    do throws(PrintError) {
      try await printer.cancel(job)
    } catch {
      guard case .status = error else { throw error }
    }
  }

  /// Compares the stored document with its SHA-256, because a printed document cannot be recalled.
  private static func verify(_ request: DeliveryRequest) async -> SendError? {
    do throws(SendError) {
      return try await BlockingSend.run(name: "verify", cancel: {}) { () throws(SendError) -> SendError? in
        guard let source = DocumentReader(request) else { return DocumentReader.unreadable(request) }
        var hash = SHA256()
        while true {
          guard let chunk = source.next() else { return DocumentReader.unreadable(request) }
          if chunk.isEmpty { break }
          hash.update(data: chunk)
        }
        return hash.finalize().hex == request.document.sha256 ? nil : DocumentReader.damaged(request)
      }
    } catch {
      return error
    }
  }

  // MARK: The job's final state

  private func wait(
    for id: Int, _ request: DeliveryRequest, _ capabilities: PrinterCapabilities, isEarlier: Bool
  ) async -> Result<Receipt, SendError> {
    var waited = Duration.zero
    var pause = Duration.milliseconds(250)
    var last: IPPJob?
    while true {
      do throws(PrintError) {
        let job = try await printer.job(id)
        if let result = outcome(job, request, capabilities, isEarlier: isEarlier) { return result }
        last = job
      } catch {
        if case .status("client-error-not-found") = error { return .failure(unknownJob(id)) }
        if Task.isCancelled || waited >= timeout { return .failure(unfinished(id, last)) }
      }
      guard waited < timeout else { return .failure(unfinished(id, last)) }
      do { try await sleep(pause) } catch { return .failure(unfinished(id, last)) }
      waited += pause
      pause = min(pause * 2, .seconds(5))
    }
  }

  /// Returns nil if the job's state is not final.
  private func outcome(
    _ job: IPPJob, _ request: DeliveryRequest, _ capabilities: PrinterCapabilities, isEarlier: Bool
  ) -> Result<Receipt, SendError>? {
    let reasons = job.reasons.isEmpty ? "without reasons" : job.reasons.joined(separator: ", ")
    switch job.state {
    case .completed: return .success(receipt(job, request, capabilities, isEarlier: isEarlier))
    case .canceled:
      return .failure(
        SendError(
          code: "job_canceled", message: "\(configuration.printer): the print job \(job.id) was cancelled (\(reasons))",
          retry: .never))
    case .aborted:
      return .failure(
        SendError(
          code: "job_aborted",
          message: "\(configuration.printer): the printer aborted the print job \(job.id) (\(reasons))",
          retry: .later(notBefore: nil)))
    case .pending, .held, .processing, .stopped, nil: return nil
    }
  }

  private func receipt(
    _ job: IPPJob, _ request: DeliveryRequest, _ capabilities: PrinterCapabilities, isEarlier: Bool
  ) -> Receipt {
    var details = ["state": "completed"]
    details["printer"] = capabilities.name
    details["model"] = capabilities.model
    if !job.reasons.isEmpty { details["reasons"] = job.reasons.joined(separator: ",") }
    if let impressions = job.impressions { details["impressions"] = String(impressions) }
    if isEarlier { details["existed"] = "true" }
    return Receipt(
      protocol: "ipp", address: configuration.printer, time: Date(), remoteID: "job \(job.id)",
      response: String(job.reasons.joined(separator: ", ").prefix(1000)), bytes: request.document.bytes,
      sha256: request.document.sha256, details: details)
  }

  private func unknownJob(_ id: Int) -> SendError {
    SendError(
      code: "job_forgotten",
      message:
        "\(configuration.printer): the printer no longer knows the print job \(id), so that its end is not known; look "
        + "at the printer, and retry the delivery to print again", retry: .never, isOutcomeUnknown: true)
  }

  private func unfinished(_ id: Int, _ job: IPPJob?) -> SendError {
    let state =
      switch job?.state {
      case .stopped: "stopped"
      case .held: "held"
      case .pending: "waiting"
      default: "not finished"
      }
    let reasons = job.map { $0.reasons.isEmpty ? "" : " (\($0.reasons.joined(separator: ", ")))" } ?? ""
    return SendError(
      code: Task.isCancelled ? "cancelled" : "job_not_finished",
      message:
        "\(configuration.printer): the print job \(id) is \(state)\(reasons); the next attempt waits for it again",
      retry: .later(notBefore: nil), isOutcomeUnknown: true, isDestinationDown: job?.state == .stopped)
  }
}
