import Foundation
import Networking
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Delivery

/// Print jobs by way of a CUPS server, whose queue hands them to a printer.
@Suite(.hangLimit, .serialized, .needs("cupsd and ippeveprinter", CUPSServer.isInstalled)) struct CUPSTests {
  private func document(_ text: String = "") throws -> SampleDocument {
    try SampleDocument(Array("%PDF-1.7 \(UUID().uuidString)\n\(text)\n".utf8))
  }

  @Test func documentIsPrintedWithItsOptions() async throws {
    let server = try await CUPSServer.shared.server()
    let sample = try document()
    let request = try sample.request(
      "print", id: 101, options: #"{"copies":2,"media":"A4","pages":"1-4,7"}"#)
    let receipt = try await server.printer.sender(server.uri("office")).send(request)
    #expect(receipt.address == server.uri("office") && receipt.details["state"] == "completed")
    #expect(receipt.details["printer"] == "office")
    let printed = try server.printer.printed(request)
    #expect(printed.count == 1)
    for line in ["IPP_COPIES=2", "IPP_MEDIA=iso_a4_210x297mm", "IPP_PAGE_RANGES=1-4,7-7"] {
      #expect(printed.first?.contains(line + "\n") == true)
    }
    #expect(printed.first?.hasSuffix(String(decoding: sample.bytes, as: UTF8.self)) == true)
  }

  /// A queue without a driver does not know what its printer can do.
  @Test func sidesThatTheQueueDoesNotOfferAreRefused() async throws {
    let server = try await CUPSServer.shared.server()
    let sample = try document()
    let request = try sample.request("print", id: 107, options: #"{"sides":"two-sided-long-edge"}"#)
    let error = await #expect(throws: SendError.self) {
      try await server.printer.sender(server.uri("office")).send(request)
    }
    #expect(error?.code == "option_unsupported" && error?.message == "the printer prints on one side only")
  }

  @Test func cancelledJobIsFinal() async throws {
    let server = try await CUPSServer.shared.server()
    let uri = server.uri("office")
    let held = try document("HOLD cups-cancelled")
    let name = "pressrun-102-\(held.sha256.prefix(12))"
    let queue = IPPPrinter(try PrintConfiguration(printer: uri), client: HTTPClient(addresses: .withLoopback))
    let isCancelled = Mutex(false)
    let sender = try server.printer.sender(
      uri,
      sleep: { _ in
        guard !isCancelled.withLock({ $0 }),
          let job = try await queue.jobs(named: name).first(where: { $0.state == .processing })
        else { return }
        try await queue.cancel(job.id)
        isCancelled.withLock { $0 = true }
        try server.printer.release("cups-cancelled")
      })
    let error = await #expect(throws: SendError.self) { try await sender.send(held.request("print", id: 102)) }
    #expect(error?.code == "job_canceled" && error?.retry == .never && error?.isDestinationDown == false)
  }

  @Test func jobThatTheServerAbortsIsTriedAgain() async throws {
    let server = try await CUPSServer.shared.server()
    let sample = try document()
    let error = await #expect(throws: SendError.self) {
      try await server.printer.sender(server.uri("broken")).send(sample.request("print", id: 104))
    }
    #expect(error?.code == "job_aborted" && error?.retry == .later(notBefore: nil))
  }

  @Test func jobThatDoesNotFinishIsFoundByTheNextAttempt() async throws {
    let server = try await CUPSServer.shared.server()
    let sample = try document("HOLD cups-released")
    let first = try server.printer.sender(server.uri("office"), timeout: .seconds(1))
    let error = await #expect(throws: SendError.self) { try await first.send(sample.request("print", id: 105)) }
    #expect(error?.code == "job_not_finished" && error?.isOutcomeUnknown == true)
    try server.printer.release("cups-released")
    let request = try sample.request("print", id: 105, attempt: 2, mayHaveArrived: true)
    let receipt = try await server.printer.sender(server.uri("office")).send(request)
    #expect(receipt.details["existed"] == "true" && receipt.details["state"] == "completed")
    #expect(try server.printer.printed(request).count == 1)
  }

  @Test func unknownQueueIsNamed() async throws {
    let server = try await CUPSServer.shared.server()
    let sample = try document()
    let error = await #expect(throws: SendError.self) {
      try await server.printer.sender(server.uri("cellar")).send(sample.request("print", id: 106))
    }
    #expect(error?.code == "client_error_not_found" && error?.isDestinationDown == true)
    #expect(error?.message.contains("/printers/cellar") == true)
  }
}
