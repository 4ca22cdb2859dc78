import Foundation
import TestSupport
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit, .needs("aiosmtpd", TestMailServer.isInstalled)) struct EmailSenderTests {
  static let allowing = SenderServices(policy: { _, _, _ throws(SendError) in nil })

  @Test func documentIsAttached() async throws {
    let server = try await TestMailServer.shared
    let document = try SampleDocument(Array((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
    let sender = try server.sender(
      .plain,
      "from_name: Fönds Reports\nsubject: \"{payload.title}, {date}\"\nmessage: Hello {tenant}\nehlo: relay.fund.example"
    )
    let request = try document.request(
      "email:attached@test.example", payload: #"{"title": "Größe\n Übersicht 📈: “A/B”"}"#)
    let receipt = try await sender.send(request)
    let mail = try #require(try server.mails(to: "attached@test.example").first)
    #expect(mail.header("Subject") == "Größe Übersicht 📈: “A/B”, 2026-11-22")
    #expect(mail.header("From") == "Fönds Reports <reports@fund.example>")
    #expect(mail.header("To") == "attached@test.example")
    #expect(mail.header("Auto-Submitted") == "auto-generated")
    #expect(mail.header("Message-Id") == receipt.remoteID)
    #expect(mail.header("Date") != nil)
    #expect(mail.header("Bcc") == nil)
    #expect(mail.from == "reports@fund.example")
    #expect(mail.helo == "relay.fund.example")
    #expect(mail.part("text/plain")?.text?.trimmingCharacters(in: .newlines) == "Hello acme")
    let file = try #require(mail.part("application/pdf"))
    #expect(file.filename == "Größe Übersicht 📈- “A-B”, 2026-11-22.pdf")
    #expect(file.disposition == "attachment")
    #expect(file.encoding == "base64")
    #expect(file.sha256 == document.sha256)
    #expect(mail.defects == [])
    #expect(mail.ascii)
    #expect(mail.longest <= 998)
    #expect(mail.bareLineEnds == 0)

    #expect(receipt.protocol == "smtp")
    #expect(receipt.address == "attached@test.example")
    #expect(receipt.response?.hasPrefix("250 2.0.0 kept as") == true)
    #expect(receipt.sha256 == document.sha256)
    #expect(receipt.details["accepted"] == "attached@test.example")
    await sender.close()
  }

  @Test func noteIsTheBody() async throws {
    let server = try await TestMailServer.shared
    let long = String(repeating: "x", count: 3000)
    let body = ComposedMailBody(
      html:
        "<!DOCTYPE html>\n<html><body style=\"margin: 0\"><p>Größe \(long)</p><img src=\"cid:image-1\" alt=\"\">"
        + "<div style=\"background-image: url(cid:image-1)\">b</div></body></html>",
      text: "Größe\n.\nFrom here\n", images: [.init(name: "image-1", mediaType: "image/png", bytes: [1, 2, 3])])
    let sender = try server.sender(
      .plain, "content: body\nmessage: \"As <discussed>\"", services: SenderServices(mailBodies: FixedBody(body: body)))
    let request = try SampleDocument.shared.request("email:body@test.example")
    _ = try await sender.send(request)
    let mail = try #require(try server.mails(to: "body@test.example").first)
    #expect(
      mail.parts.map(\.type) == ["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"])
    let image = try #require(mail.part("image/png"))
    let name = try #require(image.cid).trimmingCharacters(in: CharacterSet(charactersIn: "<>"))
    let html = try #require(mail.part("text/html")?.text).replacing("\r\n", with: "\n")
    #expect(html.contains("src=\"cid:\(name)\"") && html.contains("url(cid:\(name))"))
    #expect(html.contains("<body style=\"margin: 0\">\n<p>As &lt;discussed&gt;</p>"))
    #expect(html.contains("Größe \(long)"))
    #expect(image.disposition == "inline")
    #expect(image.bytes == 3)
    #expect(mail.part("text/plain")?.text?.replacing("\r\n", with: "\n") == "As <discussed>\n\nGröße\n.\nFrom here\n")
    #expect(mail.longest <= 998)
    #expect(mail.defects == [])

    let both = try request.with(options: #"{"content": "both"}"#, to: "both@test.example")
    _ = try await sender.send(both)
    let second = try #require(try server.mails(to: "both@test.example").first)
    #expect(second.parts.first?.type == "multipart/mixed")
    #expect(second.part("application/pdf")?.sha256 == request.document.sha256)
  }

  @Test func everyFileIsAttached() async throws {
    let server = try await TestMailServer.shared
    let sample = try SampleDocument()
    var request = try sample.request("email:several@test.example", payload: #"{"title": "Visit"}"#).with(
      further: [("text/plain; charset=utf-8", "words", nil), ("image/png", "one", 1), ("image/png", "two", 2)],
      of: sample)
    request.further[0].fileName = "Words of the visit.txt"
    let receipt = try await server.sender().send(request)
    let mail = try #require(try server.mails(to: "several@test.example").first)
    let names = ["Visit.pdf", "Words of the visit.txt", "Visit-1.png", "Visit-2.png"]
    let files = mail.parts.filter { $0.disposition == "attachment" }
    #expect(files.map(\.filename) == names)
    #expect(files.map(\.type) == ["application/pdf", "text/plain", "image/png", "image/png"])
    #expect(files.map(\.sha256) == request.documents.map(\.sha256))
    #expect(receipt.files?.map(\.remoteID) == names)
    #expect(mail.defects == [])
  }

  @Test func theStoredBodyIsUsed() async throws {
    let server = try await TestMailServer.shared
    let stored = ComposedMailBody(
      html:
        "<!DOCTYPE html>\n<html><body><p style=\"background: url(cid:image-1)\">Größe</p><img src=\"cid:image-1\" alt=\"\"></body></html>\n",
      text: "Größe\n.\nFrom here\n", images: [.init(name: "image-1", mediaType: "image/png", bytes: [0, 13, 10, 255])])
    let message = MailDocument.message(stored, subject: "Visit", date: Date(timeIntervalSince1970: 1_790_000_000))
    #expect(try MailDocument.body(of: message) == stored)

    let sample = try SampleDocument()
    var request = try sample.request("email:stored@test.example", options: #"{"content": "both"}"#)
    let other = try SampleDocument(message)
    request.mailBody = try other.request().document
    // A composed body would be another one.
    let composer = FixedBody(body: ComposedMailBody(html: "<html><body>Composed</body></html>", text: "Composed"))
    let sender = try server.sender(services: SenderServices(mailBodies: composer))
    let receipt = try await sender.send(request)
    let mail = try #require(try server.mails(to: "stored@test.example").first)
    #expect(mail.part("text/plain")?.text?.replacing("\r\n", with: "\n") == stored.text)
    #expect(mail.part("text/html")?.text?.contains("Größe") == true)
    #expect(mail.part("image/png")?.bytes == 4)
    #expect(mail.part("application/pdf")?.sha256 == sample.sha256)
    #expect(receipt.details["body"] == other.sha256)
    #expect(mail.defects == [])
  }

  @Test func theOutputHTMLMailIsTheBodyAndTheOthersAreAttached() async throws {
    let server = try await TestMailServer.shared
    let stored = ComposedMailBody(html: "<html><body><p>Body</p></body></html>\n", text: "Body\n")
    let message = try SampleDocument(
      MailDocument.message(stored, subject: "Visit", date: Date(timeIntervalSince1970: 1_790_000_000)))
    let sample = try SampleDocument()
    var body = try message.request("email:chosen@test.example").document
    body.mediaType = "message/rfc822"
    var request = try sample.request("email:chosen@test.example")
    (request.further, request.mailBody) = ([body], body)
    _ = try await server.sender().send(request)
    request.document = body
    request.further = []
    _ = try await server.sender().send(request)
    let mails = try server.mails(to: "chosen@test.example")
    #expect(
      mails.map { $0.parts.map(\.type) } == [
        ["multipart/mixed", "multipart/alternative", "text/plain", "text/html", "application/pdf"],
        ["multipart/alternative", "text/plain", "text/html"],
      ])
  }

  /// Mail servers and programs refuse or damage messages in base64 (RFC 2046 §5.2.1).
  @Test func messagesAreAttachedAsFiles() async throws {
    let server = try await TestMailServer.shared
    let body = ComposedMailBody(html: "<html><body><p>Body</p></body></html>\n", text: "Body\n")
    let message = try SampleDocument(
      MailDocument.message(body, subject: "Visit", date: Date(timeIntervalSince1970: 1_790_000_000)))
    let request = try message.request(
      "email:message@test.example", payload: #"{"title": "Visit"}"#, options: #"{"content": "attachment"}"#,
      mediaType: "message/rfc822")
    _ = try await server.sender().send(request)
    let mail = try #require(try server.mails(to: "message@test.example").first)
    let file = try #require(mail.parts.first { $0.disposition == "attachment" })
    #expect(file.type == "application/octet-stream" && file.filename == "Visit.eml")
    #expect(file.sha256 == message.sha256)
    #expect(mail.defects == [])
  }

  @Test func damagedStoredBodiesAreRefused() async throws {
    for message in ["", "Subject: x\r\n\r\nplain\r\n", "\0\0\0"] {
      let error = #expect(throws: SendError.self) { try MailDocument.body(of: Array(message.utf8)) }
      #expect(error?.code == "mail_body_damaged" && error?.retry == .never)
    }
  }

  @Test func documentsThatCannotBeBodiesAreAttached() async throws {
    let server = try await TestMailServer.shared
    let sender = try server.sender(.plain, "content: both", services: SenderServices(mailBodies: NoBody()))
    _ = try await sender.send(try SampleDocument.shared.request("email:nobody@test.example"))
    let mail = try #require(try server.mails(to: "nobody@test.example").first)
    #expect(mail.parts.map(\.type) == ["multipart/mixed", "text/plain", "application/pdf"])
    let chosen = try SampleDocument.shared.request("email:nobody@test.example", options: #"{"content": "body"}"#)
    #expect(await failure(sender, chosen)?.code == "no_mail_body")
  }

  @Test func manyMailsUseOneConnection() async throws {
    let server = try await TestMailServer.shared
    let sender = try server.sender(.auth, "user: relay\npassword: { file: \(Self.secret) }\nconnections: 1")
    let document = try SampleDocument()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 1...20 {
        let request = try document.request("email:many@test.example", id: Int64(id))
        group.addTask { _ = try await sender.send(request) }
      }
      try await group.waitForAll()
    }
    let mails = try server.mails(to: "many@test.example")
    #expect(mails.count == 20)
    #expect(Set(mails.map(\.connection)).count == 1)
    #expect(mails.allSatisfy { $0.tls && $0.user == "relay" })
    #expect(Set(mails.map { $0.header("Message-Id") }).count == 20)
  }

  private static let secret: String = {
    let path =
      FileManager.default.temporaryDirectory.path + "/pressrun-mail-secret-\(ProcessInfo.processInfo.processIdentifier)"
    try? Data("secret\n".utf8).write(to: URL(fileURLWithPath: path))
    return path
  }()

  @Test func tlsFromTheStart() async throws {
    let server = try await TestMailServer.shared
    _ = try await server.sender(.tls).send(try SampleDocument.shared.request("email:smtps@test.example"))
    #expect(try server.mails(to: "smtps@test.example").count == 1)
  }

  @Test func messageIDIsThatOfTheDelivery() async throws {
    let server = try await TestMailServer.shared
    let sender = try server.sender()
    let document = try SampleDocument()
    let first = try await sender.send(try document.request("email:stable@test.example", id: 5, attempt: 1))
    let second = try await sender.send(try document.request("email:stable@test.example", id: 5, attempt: 2))
    let other = try await sender.send(try document.request("email:stable@test.example", id: 6))
    #expect(first.remoteID == second.remoteID)
    #expect(first.remoteID != other.remoteID)
  }

  // MARK: - Limits

  @Test func tooLargeDocumentIsReplacedByLink() async throws {
    let server = try await TestMailServer.shared
    let document = try SampleDocument([UInt8](repeating: 7, count: 200_000))
    let services = SenderServices(links: { _ throws(SendError) in
      CreatedLink(url: "https://link.example/s/abc", id: "L1", expires: Date(timeIntervalSince1970: 1_800_000_000))
    })
    let receipt = try await server.sender(.size, services: services).send(
      try document.request("email:link@test.example"))
    #expect(receipt.details["content"] == "link")
    #expect(receipt.details["link"] == "L1")
    #expect(!"\(receipt)".contains("https://link.example"))
    let mail = try #require(try server.mails(to: "link@test.example").first)
    #expect(mail.parts.map(\.type) == ["text/plain"])
    #expect(mail.parts[0].text?.contains("https://link.example/s/abc") == true)
    #expect(mail.parts[0].text?.contains("2027-01-15") == true)

    // The configured limit, and the server's answer.
    let limited = try server.sender(.plain, "maximum_size: 50kB", services: services)
    #expect(try await limited.send(try document.request("email:link2@test.example")).details["content"] == "link")
  }

  @Test func tooLargeDocumentWithoutLinksFails() async throws {
    let server = try await TestMailServer.shared
    let document = try SampleDocument([UInt8](repeating: 7, count: 200_000))
    let error = try #require(await failure(try server.sender(.size), try document.request("email:big@test.example")))
    #expect(error.code == "too_large")
    #expect(error.retry == .never)
    #expect(!error.isDestinationDown)
    #expect(error.message.contains("97 kB"))
  }

  @Test func tooManyRecipientsAreRefused() async throws {
    let server = try await TestMailServer.shared
    let list = (1...200).map { "\"r\($0)@test.example\"" }.joined(separator: ", ")
    let request = try SampleDocument.shared.request("email:all@test.example", options: "{\"cc\": [\(list)]}")
    let error = try #require(await failure(try server.sender(services: Self.allowing), request))
    #expect(error.code == "too_many_recipients")
    #expect(error.message.contains("201 recipients"))
    #expect(error.retry == .never)
  }

  @Test func policyDecidesOnFurtherRecipients() async throws {
    let server = try await TestMailServer.shared
    let request = try SampleDocument.shared.request(
      "email:policy@test.example", options: #"{"bcc": ["x@evil.example"]}"#)
    let policy = SenderServices(policy: { _, _, destination throws(SendError) in
      destination.address == "x@evil.example" ? "denied by a rule" : nil
    })
    for services in [policy, .none] {
      let error = await failure(try server.sender(services: services), request)
      #expect(error?.code == "recipient_not_allowed")
      #expect(error?.retry == .never)
    }
    #expect(try server.mails(to: "policy@test.example").isEmpty)
  }

  @Test func domainsAreSentInASCIIAndOtherPartsMustBe() async throws {
    let server = try await TestMailServer.shared
    let sender = try server.sender(services: Self.allowing)
    let request = try SampleDocument.shared.request(
      "email:ascii@test.example", options: #"{"cc": ["pm@bücher.example"]}"#)
    _ = try await sender.send(request)
    #expect(try server.mails(to: "ascii@test.example").first?.to.last == "pm@xn--bcher-kva.example")
    let other = try SampleDocument.shared.request("email:a@test.example", options: #"{"cc": ["größe@test.example"]}"#)
    #expect(await failure(sender, other)?.code == "invalid_recipient")
  }

  @Test func noAttachmentIsSentFromAnArtifactThatChanged() async throws {
    let server = try await TestMailServer.shared
    let document = try SampleDocument()
    let request = try document.request("email:changed@test.example")
    try Data("%PDF-1.7 sampel".utf8).write(to: URL(fileURLWithPath: document.path))
    #expect(await failure(try server.sender(), request)?.code == "artifact_unreadable")
  }
}

/// A composer for documents that cannot be bodies of mails.
struct NoBody: MailBodyComposer {
  func mailBody(of document: DeliveredDocument) async throws(SendError) -> ComposedMailBody {
    throw SendError(code: ComposedMailBody.impossible, message: "a PDF", retry: .never)
  }
}

/// A composer that returns the same body for each document.
struct FixedBody: MailBodyComposer {
  var body: ComposedMailBody
  func mailBody(of document: DeliveredDocument) async throws(SendError) -> ComposedMailBody { body }
}

extension DeliveryRequest {
  fileprivate func with(options: String, to address: String) throws -> DeliveryRequest {
    var request = self
    request.options = Array(options.utf8)
    request.destination = try Destination("email:" + address)
    return request
  }
}
