import Foundation
import Networking
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit, .serialized, .needs("ippeveprinter", IPPServer.isInstalled)) struct PrintSenderTests {
  private func document(_ text: String = "") throws -> SampleDocument {
    try SampleDocument(Array("%PDF-1.7 \(UUID().uuidString)\n\(text)\n".utf8))
  }

  @Test func documentIsPrintedAndTheReceiptNamesTheJob() async throws {
    let server = try await IPPServer.shared.server()
    let sample = try document()
    let request = try sample.request(
      "print", options: #"{"copies":2,"sides":"two-sided-long-edge","media":"A4","pages":"1-4,7"}"#)
    let receipt = try await server.sender().send(request)
    #expect(receipt.protocol == "ipp" && receipt.address == server.uri)
    #expect(receipt.remoteID?.wholeMatch(of: /job [0-9]+/) != nil)
    #expect(receipt.details["state"] == "completed" && receipt.details["printer"] == "Test")
    #expect(receipt.details["reasons"] == "job-completed-successfully")
    let printed = try server.printed(request)
    #expect(printed.count == 1)
    for line in [
      "IPP_COPIES=2", "IPP_SIDES=two-sided-long-edge", "IPP_MEDIA=iso_a4_210x297mm", "IPP_PAGE_RANGES=1-4,7-7",
    ] {
      #expect(printed[0].contains(line + "\n"))
    }
    #expect(printed[0].hasSuffix(String(decoding: sample.bytes, as: UTF8.self)))
  }

  @Test func largeDocumentIsStreamed() async throws {
    let server = try await IPPServer.shared.server()
    let sample = try document(String(repeating: "0123456789", count: 500_000))
    let request = try sample.request("print", id: 8)
    _ = try await server.sender().send(request)
    #expect(try server.printed(request).first?.hasSuffix(String(decoding: sample.bytes, as: UTF8.self)) == true)
  }

  @Test func encryptedConnectionIsVerified() async throws {
    let server = try await IPPServer.shared.server()
    let sample = try document()
    let uri = "ipps://localhost:\(server.port)/ipp/print"
    let error = await #expect(throws: SendError.self) {
      try await server.sender(uri).send(sample.request("print", id: 9))
    }
    #expect(error?.code == "not_trusted" && error?.isDestinationDown == true)
    let trusted = try server.sender(uri, caFile: server.process.folder + "/keys/localhost.crt")
    _ = try await trusted.send(sample.request("print", id: 9))
  }

  @Test func abortedAndCancelledJobsAreClearErrors() async throws {
    let server = try await IPPServer.shared.server()
    let aborted = try document("ABORT")
    let error = await #expect(throws: SendError.self) {
      try await server.sender().send(aborted.request("print", id: 10))
    }
    #expect(error?.code == "job_aborted" && error?.retry == .later(notBefore: nil))
    #expect(error?.message.contains("job-canceled") == true || error?.message.contains("aborted") == true)

    let held = try document("HOLD never")
    let request = try held.request("print", id: 11)
    let printer = IPPPrinter(
      try PrintConfiguration(printer: server.uri), client: HTTPClient(addresses: .withLoopback))
    let name = "pressrun-11-\(held.sha256.prefix(12))"
    let isCancelled = Mutex(false)
    let sender = try server.sender(sleep: { _ in
      // A person cancels the job at the printer, once: the printer refuses to cancel a job that has ended.
      guard !isCancelled.withLock({ $0 }),
        let job = try await printer.jobs(named: name).first(where: { $0.state == .processing })
      else { return }
      try await printer.cancel(job.id)
      isCancelled.withLock { $0 = true }
      try server.release("never")
    })
    let cancelled = await #expect(throws: SendError.self) { try await sender.send(request) }
    #expect(cancelled?.code == "job_canceled" && cancelled?.retry == .never)
  }

  @Test func jobThatDoesNotFinishIsFoundByTheNextAttempt() async throws {
    let server = try await IPPServer.shared.server()
    let sample = try document("HOLD released")
    let first = try server.sender(timeout: .seconds(1))
    let error = await #expect(throws: SendError.self) { try await first.send(sample.request("print", id: 12)) }
    #expect(error?.code == "job_not_finished" && error?.isOutcomeUnknown == true)
    try server.release("released")
    let request = try sample.request("print", id: 12, attempt: 2, mayHaveArrived: true)
    let receipt = try await server.sender().send(request)
    #expect(receipt.details["existed"] == "true")
    #expect(try server.printed(request).count == 1)
  }

  @Test func connectionLostAfterTheDocumentPrintsOnce() async throws {
    let server = try await IPPServer.shared.server()
    let sample = try document(String(repeating: "x", count: 300_000))
    let cut = Mutex<Int?>(200_000)
    let proxy = try TestListener.proxy(to: server.port, cutAnswersAfter: { cut.withLock { $0 } }) { nil }
    let sender = try server.sender("ipp://localhost:\(proxy.port)/ipp/print")
    let error = await #expect(throws: SendError.self) { try await sender.send(sample.request("print", id: 13)) }
    #expect(error?.isOutcomeUnknown == true && error?.retry == .later(notBefore: nil))
    cut.withLock { $0 = nil }
    let request = try sample.request("print", id: 13, attempt: 2, mayHaveArrived: true)
    let receipt = try await sender.send(request)
    #expect(receipt.details["existed"] == "true")
    #expect(try server.printed(request).count == 1)
  }

  @Test func connectionLostWithinTheDocumentPrintsOnce() async throws {
    let server = try await IPPServer.shared.server()
    // More than the buffers of a connection hold, so that the client knows that it has not sent everything.
    let length = 32 << 20
    let sample = try document(String(repeating: "x", count: length))
    let cut = Mutex<Int?>(1_000_000)
    let proxy = try TestListener.proxy(to: server.port) { cut.withLock { $0 } }
    let sender = try server.sender("ipp://localhost:\(proxy.port)/ipp/print")
    let error = await #expect(throws: SendError.self) { try await sender.send(sample.request("print", id: 14)) }
    #expect(error?.code == "connection_lost" && error?.isOutcomeUnknown == false)
    cut.withLock { $0 = nil }
    var isBusy = true
    while isBusy {
      do {
        _ = try await sender.send(sample.request("print", id: 14, attempt: 2))
        isBusy = false
      } catch let error as SendError {
        // This printer prints what it got when the connection was lost, and takes no other job meanwhile.
        try #require(error.code == "server_error_busy")
      }
    }
    let printed = try server.printed(sample.request("print", id: 14))
    #expect(printed.count { $0.utf8.count > length } == 1)
  }

  @Test func whatThePrinterCannotDoIsRefusedBeforePrinting() async throws {
    let server = try await IPPServer.shared.server()
    let sample = try document()
    for (options, text) in [
      (#"{"media":"A3"}"#, "does not know the media iso_a3_297x420mm"), (#"{"fit":"fit"}"#, "cannot scale pages"),
    ] {
      let error = await #expect(throws: SendError.self) {
        try await server.sender().send(sample.request("print", id: 15, options: options))
      }
      #expect(error?.code == "option_unsupported" && error?.retry == .never && error?.message.contains(text) == true)
    }
    let error = await #expect(throws: SendError.self) {
      try await server.sender().send(sample.request("print", id: 15, mediaType: "application/x-tar"))
    }
    #expect(error?.code == "format_unsupported" && error?.retry == .never)
    // A default that the printer does not know is left out.
    var defaults = PrintOptions()
    defaults.fit = .fit
    _ = try await server.sender(defaults: defaults).send(sample.request("print", id: 15))
  }

  @Test(arguments: [
    ("speaks HTML", "http_404"), ("answers no IPP", "protocol_violation"), ("nests deeply", "protocol_violation"),
  ])
  func otherServersAreRefused(behaviour: String, code: String) async throws {
    let server = try await IPPServer.shared.server()
    let sample = try document()
    let listener = try TestListener { connection in
      _ = TestListener.receive(from: connection)
      let body: [UInt8] =
        switch behaviour {
        case "speaks HTML": Array("<html>".utf8)
        case "answers no IPP": Array("no IPP".utf8)
        default:
          [2, 0, 0, 0, 0, 0, 0, 1, 4] + [UInt8]((0..<100_000).flatMap { _ in [0x34, 0, 1, 0x61, 0, 0] as [UInt8] }) + [
            3
          ]
        }
      let status = behaviour == "speaks HTML" ? "404 Not Found" : "200 OK"
      TestListener.send(
        Array("HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n".utf8) + body,
        to: connection)
    }
    let error = await #expect(throws: SendError.self) {
      try await server.sender("ipp://127.0.0.1:\(listener.port)/ipp/print").send(sample.request("print"))
    }
    #expect(error?.code == code)
  }
}
