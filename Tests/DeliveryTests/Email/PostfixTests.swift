import Foundation
import TestSupport
import TestTraits
import Testing

@testable import Delivery

/// Mails to Postfix, read from the maildir into which it puts them.
@Suite(
  .hangLimit, .needs("postfix", PostfixServer.isInstalled),
  .enabled("Postfix must be started by root") { PostfixServer.mayStart })
struct PostfixTests {
  private static func sender(
    _ server: PostfixServer.Running, _ more: String = "", services: SenderServices = .none
  ) throws -> any Sender {
    try EmailTestConfiguration.read(
      """
      email:
        server: smtp://127.0.0.1:\(server.port)
        from: reports@fund.example
        ca_file: \(server.authority)
        allowed_networks: [127.0.0.0/8]
      \(more.split(separator: "\n").map { "  \($0)\n" }.joined())
      """
    ).makeSender(services)
  }

  @Test func mailHasTheBodyAndTheAttachment() async throws {
    let server = try await PostfixServer.shared.server()
    let body = ComposedMailBody(
      html: "<!DOCTYPE html>\n<html><body><p>Größe</p></body></html>", text: "Größe\n.\nFrom here\n", images: [])
    let sender = try Self.sender(
      server, "content: both\nsubject: \"Größe, {date}\"", services: SenderServices(mailBodies: FixedBody(body: body)))
    let document = try SampleDocument(Array((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
    let receipt = try await sender.send(try document.request("email:both@test.example"))
    #expect(receipt.response?.hasPrefix("250 2.0.0 Ok: queued as") == true, "\(receipt)")
    let mail = try #require(try await server.mails(to: "both@test.example", count: 1).first)
    #expect(mail.contains("Return-Path: <reports@fund.example>"))
    #expect(mail.contains("with ESMTPS"))
    #expect(mail.contains("\nMessage-Id: \(receipt.remoteID ?? "-")\n"))
    #expect(mail.contains("Content-Type: text/html"))
    // The lines of the attachment, in Base64.
    let attachment = Data(document.bytes).base64EncodedString()
    #expect(mail.replacing("\n", with: "").contains(attachment))
    await sender.close()
  }

  @Test func severalMailsAreSentInOneSession() async throws {
    let server = try await PostfixServer.shared.server()
    let sender = try Self.sender(server, "connections: 1\nehlo: session.fund.example")
    let document = try SampleDocument()
    for id in 1...5 {
      _ = try await sender.send(try document.request("email:session@test.example", id: Int64(id)))
    }
    await sender.close()
    let mails = try await server.mails(to: "session@test.example", count: 5)
    #expect(Set(mails.compactMap { $0.firstMatch(of: /\nMessage-Id: (.*)\n/)?.1 }).count == 5)
    #expect(mails.allSatisfy { $0.contains("Received: from session.fund.example") })
    let session = try await server.log(with: "mail=5 rcpt=5 data=5")
    #expect(session.count == 1 && session[0].contains("disconnect from"))
  }

  @Test func sizeIsKnownBeforeTheMailIsSent() async throws {
    let server = try await PostfixServer.shared.server()
    let sender = try Self.sender(server)
    let large = try SampleDocument([UInt8](repeating: 7, count: PostfixServer.maximumSize))
    let error = try #require(await failure(sender, try large.request("email:large@test.example")))
    #expect(error.code == "too_large" && error.retry == .never && !error.isDestinationDown)
    #expect(!server.process.output.contains("large@test.example"))
    await sender.close()
  }

  @Test func refusedRecipientIsAClearError() async throws {
    let server = try await PostfixServer.shared.server()
    let sender = try Self.sender(server)
    let error = try #require(
      await failure(sender, try SampleDocument.shared.request("email:someone@elsewhere.example")))
    #expect(error.message.contains("Relay access denied"), "\(error)")
    #expect(["recipient_refused", "recipient_deferred"].contains(error.code) && !error.isOutcomeUnknown)
    await sender.close()
  }
}
