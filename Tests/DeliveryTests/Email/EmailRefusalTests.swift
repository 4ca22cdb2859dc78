import TestSupport
import TestTraits
import Testing

@testable import Delivery

/// Mails that servers refuse, and connections that are lost.
@Suite(.hangLimit, .needs("aiosmtpd", TestMailServer.isInstalled)) struct EmailRefusalTests {
  @Test(arguments: [
    ("550-nobody", "recipient_refused", true), ("450-later", "recipient_deferred", false),
    ("421-closing", "recipient_deferred", false), ("data-554-content", "message_refused", true),
    ("data-451-busy", "message_deferred", false), ("data-552-size", "too_large", true),
  ])
  func refusals(name: String, code: String, isPermanent: Bool) async throws {
    let server = try await TestMailServer.shared
    let error = try #require(
      await failure(try server.sender(), try SampleDocument.shared.request("email:\(name)@test.example")))
    #expect(error.code == code)
    #expect(error.retry == (isPermanent ? .never : .later(notBefore: nil)))
    #expect(error.isDestinationDown == name.hasPrefix("421"))
    #expect(!error.isOutcomeUnknown)
    #expect(
      error.message.contains(
        name.hasPrefix("421") ? "421" : String(name.split(separator: "-").first { Int($0) != nil }!)))
  }

  @Test func refusedSenderIsPermanent() async throws {
    let server = try await TestMailServer.shared
    let configuration = try EmailTestConfiguration.read(
      "email: { server: \"\(server.url(.plain))\", from: 550-me@fund.example, tls: none, allowed_networks: [127.0.0.0/8] }"
    )
    let error = await failure(try configuration.makeSender(), try SampleDocument.shared.request("email:a@test.example"))
    #expect(error?.code == "sender_refused")
    #expect(error?.retry == .never)
  }

  @Test func refusedFurtherRecipientDoesNotStopTheMail() async throws {
    let server = try await TestMailServer.shared
    let request = try SampleDocument.shared.request(
      "email:some@test.example",
      options: #"{"cc": ["550-x@test.example", "c@test.example"], "bcc": ["b@test.example"]}"#)
    let receipt = try await server.sender(services: EmailSenderTests.allowing).send(request)
    #expect(receipt.details["accepted"] == "some@test.example, c@test.example, b@test.example")
    #expect(receipt.details["refused"] == "550-x@test.example: 550 refused as the test asks")
    let mail = try #require(try server.mails(to: "some@test.example").first)
    #expect(mail.to == ["some@test.example", "c@test.example", "b@test.example"])
    #expect(mail.header("Cc") == "550-x@test.example, c@test.example")
    #expect(!mail.headers.contains { $0[1].contains("b@test.example") })
  }

  @Test func refusedPrimaryRecipientStopsTheMail() async throws {
    let server = try await TestMailServer.shared
    let request = try SampleDocument.shared.request(
      "email:550-p@test.example", options: #"{"cc": "copy@test.example"}"#)
    let error = await failure(try server.sender(services: EmailSenderTests.allowing), request)
    #expect(error?.code == "recipient_refused")
    #expect(try server.mails(to: "copy@test.example").isEmpty)
  }

  @Test func deferredRecipientDefersTheMailAndNobodyGetsTwo() async throws {
    let server = try await TestMailServer.shared
    let sender = try server.sender(services: EmailSenderTests.allowing)
    let document = try SampleDocument()
    let options = #"{"cc": ["later-2-a@test.example"]}"#
    for attempt in 1...2 {
      let request = try document.request("email:deferred@test.example", attempt: attempt, options: options)
      #expect(await failure(sender, request)?.code == "recipient_deferred")
    }
    _ = try await sender.send(try document.request("email:deferred@test.example", attempt: 3, options: options))
    #expect(
      try server.mails(to: "deferred@test.example").map(\.to) == [["deferred@test.example", "later-2-a@test.example"]])

    let never = #"{"cc": ["450-b@test.example"]}"#
    let receipt = try await sender.send(try document.request("email:fourth@test.example", attempt: 4, options: never))
    #expect(receipt.details["refused"] == "450-b@test.example: 450 refused as the test asks")
    #expect(try server.mails(to: "fourth@test.example").count == 1)
  }

  // MARK: - Connections that are lost

  @Test func connectionLostWithinTheMessageIsNoDelivery() async throws {
    let server = try await TestMailServer.shared
    let document = try SampleDocument([UInt8](repeating: 7, count: 8 << 20))
    let error = try #require(await failure(try server.sender(), try document.request("email:cut-data-1@test.example")))
    #expect(error.code == "connection_lost")
    #expect(!error.isOutcomeUnknown)
    #expect(error.isDestinationDown)
    #expect(error.retry == .later(notBefore: nil))
  }

  @Test func connectionLostAfterTheMessageIsUnknown() async throws {
    let server = try await TestMailServer.shared
    let error = try #require(
      await failure(try server.sender(), try SampleDocument.shared.request("email:cut-final-1@test.example")))
    #expect(error.code == "connection_lost")
    #expect(error.isOutcomeUnknown)
    #expect(error.retry == .later(notBefore: nil))
    #expect(try server.mails(to: "cut-final-1@test.example").count == 1)
  }

  @Test func drippingServerIsCutOff() async throws {
    let server = try await TestMailServer.shared
    for attempt in 1... {
      let address = "silent-\(attempt)@test.example"
      let error = try #require(
        await failure(
          try server.sender(timeout: "\(1 << attempt)s"), try SampleDocument.shared.request("email:\(address)")))
      #expect(error.code == "timed_out")
      #expect(error.isDestinationDown)
      // On a slow machine, the time can end before the mail has arrived.
      if try server.mails(to: address).isEmpty { continue }
      #expect(error.isOutcomeUnknown)
      break
    }
  }

  @Test func nextMailAfterALostConnectionIsSent() async throws {
    let server = try await TestMailServer.shared
    let sender = try server.sender(.plain, "connections: 1")
    let document = try SampleDocument()
    _ = await failure(sender, try document.request("email:cut-final-2@test.example"))
    _ = await failure(sender, try document.request("email:550-2@test.example"))
    _ = try await sender.send(try document.request("email:after@test.example"))
    #expect(try server.mails(to: "after@test.example").count == 1)
  }
}
