import Foundation
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit) struct EmailOptionsTests {
  private func problem(_ options: String) -> SendError? {
    do throws(SendError) {
      _ = try EmailRecipients(Self.destination, try EmailOptions(Array(options.utf8)))
      return nil
    } catch {
      return error
    }
  }

  private static let destination: Destination = {
    guard let destination = try? Destination("email:pm@fund.example") else {
      preconditionFailure("a valid destination")
    }
    return destination
  }()

  @Test(arguments: [
    #"{"subject": "a\r\nBcc: x@evil.example"}"#, #"{"subject": "a\nb"}"#, #"{"subject": "a\u2028b"}"#,
    #"{"subject": "a\u0000"}"#,
    #"{"subject": "a\u0085b"}"#, #"{"file_name": "a\r\nX: y"}"#, #"{"message": "a\u0007"}"#, #"{"subject": 5}"#,
    #"{"sbject": "a"}"#,
    #"{"content": "fax"}"#, #"{"cc": 5}"#, #"{"cc": [5]}"#, #"["a"]"#, "{",
  ])
  func invalidOptionsAreRefused(options: String) {
    #expect(problem(options)?.code == "invalid_options")
    #expect(problem(options)?.retry == .never)
  }

  @Test(arguments: [
    "a@b.example\r\nBcc: c@d.example", "a@b.example>\r\nDATA", "a b@c.example", "a@b.example,c@d.example",
    "<a@b.example>",
    "a@b@c.example", "@b.example", "a@", "", "a", "\"a b\"@c.example", "a@b.example\u{202E}", "a@b.example\u{0}",
    "a\u{AD}b@c.example",
    "A <a@b.example>", "a@b.example SIZE=1",
  ])
  func invalidAddressesAreRefused(address: String) throws {
    let json = String(decoding: try JSONSerialization.data(withJSONObject: ["cc": [address]]), as: UTF8.self)
    let problem = problem(json)
    #expect(problem?.code == "invalid_recipient")
    #expect(problem.map { $0.message.unicodeScalars.contains { $0.properties.generalCategory == .control } } != true)
  }

  /// Regression: these options were refused, although the links of mails that are too large have these terms.
  @Test func termsOfLinksAreOptionsOfAMail() {
    #expect(problem(#"{"link": {"downloads": 3, "lifetime_hours": 24}, "subject": "Q3"}"#) == nil)
    let wrong = problem(#"{"link": {"downloads": 0}}"#)
    #expect(wrong?.code == "option_invalid" && wrong?.retry == .never)
  }

  @Test func recipientsAreNamedOnce() throws {
    var options = EmailOptions()
    options.to = ["PM@fund.example", "b@fund.example"]
    options.cc = ["b@fund.example", "c@fund.example"]
    options.bcc = ["C@FUND.example", "d@fund.example"]
    let recipients = try EmailRecipients(Self.destination, options)
    #expect(recipients.to.map(\.text) == ["pm@fund.example", "b@fund.example"])
    #expect(recipients.cc.map(\.text) == ["c@fund.example"])
    #expect(recipients.bcc.map(\.text) == ["d@fund.example"])
  }

  @Test(arguments: [
    "user: a", "password: { env: A }", "tls: sometimes", "server: ftp://a.example", "server: \"smtp://a.example/x\"",
    "server: \"smtp://u:p@a.example\"", "from: not", "maximum_size: 5", "maximum_size: 9TB", "ehlo: \"a b\"",
    "ehlo: a/b",
    "connections: 0", "subject: \"{nothing}\"", "subject: \"{\"", "password: plain", "colour: red", "content: fax",
    "tls: opportunistic\n  user: a\n  password: { env: A }", "from_name: \"a\\nb\"", "subject: \"a\\nb\"",
    "from: \"a@b.example\\nBcc: c\"",
  ])
  func invalidConfigurationIsRefused(line: String) {
    let key = line.prefix { $0 != ":" }
    let standard = ["server: smtp.fund.example", "from: a@fund.example"].filter { !$0.hasPrefix(key + ":") }
    #expect(throws: DeliveryError.self) {
      _ = try EmailTestConfiguration.read("email:\n  " + (standard + [line]).joined(separator: "\n  "))
    }
  }

  @Test func configurationHasDefaults() throws {
    let configuration = try EmailTestConfiguration.read("email: { server: smtp.fund.example, from: a@fund.example }")
    let email = try #require(configuration.sender as? EmailConfiguration)
    #expect(email.server.port == 587)
    #expect(email.encryption == .required)
    #expect(email.content == .attachment)
    #expect(email.maximumSize == 25 << 20)
  }

  /// Random texts in every place that people or payloads control add no header, no recipient and no part.
  @Test func textsNeverAddHeaders() throws {
    var random = Random(seed: 41)
    for _ in 0..<500 {
      let options = try JSONSerialization.data(withJSONObject: ["message": random.text(), "cc": [random.text()]])
      let payload = try JSONSerialization.data(withJSONObject: ["title": random.text()])
      let request = try SampleDocument.shared.request(
        "email:pm@fund.example", tenant: random.text(), kind: random.text(),
        payload: String(decoding: payload, as: UTF8.self), options: String(decoding: options, as: UTF8.self))
      var parsed = (try? EmailOptions(request.options)) ?? EmailOptions()
      if (try? EmailRecipients(request.destination, parsed)) == nil { parsed.cc = [] }
      let recipients = try EmailRecipients(request.destination, parsed)
      let configuration = try EmailTestConfiguration.read(
        "email: { server: smtp.fund.example, from: a@fund.example, subject: \"{tenant} {payload.title}\", file_name: \"{kind}\" }"
      )
      let email = try #require(configuration.sender as? EmailConfiguration)
      let content = EmailContent(request, parsed, email)
      var mail = MailMessage(
        from: email.from, to: recipients.to, cc: recipients.cc, subject: content.subject,
        date: Date(timeIntervalSince1970: 0),
        id: "1.2@fund.example", text: "")
      content.fill(
        &mail, attachments: [.init(name: content.files[0].name, mediaType: random.text(), bytes: [1])], body: nil)
      let head = String(decoding: mail.encoded(), as: UTF8.self).components(separatedBy: "\r\n\r\n")[0]
      let lines = head.components(separatedBy: "\r\n").filter { !$0.hasPrefix(" ") && !$0.hasPrefix("\t") }
      let names = Set(lines.map { String($0.prefix { $0 != ":" }) })
      #expect(
        names.isSubset(of: [
          "From", "To", "Cc", "Subject", "Date", "Message-Id", "Auto-Submitted", "MIME-Version", "Content-Type",
          "Content-Transfer-Encoding", "Mime-Version", "Message-ID",
        ]), "\(names)")
      #expect(lines.count == names.count)
      #expect(!head.replacing("\r\n", with: "").contains("\n") && !head.replacing("\r\n", with: "").contains("\r"))
      #expect(recipients.all.count <= 2)
    }
  }

  /// The media type comes from a renderer, which is not trusted. An empty one ended the relay.
  @Test func anImageWithoutMediaTypeIsAttached() throws {
    let address = try EmailAddress("a@fund.example")
    var mail = MailMessage(
      from: address, to: [address], cc: [], subject: "s", date: Date(timeIntervalSince1970: 0), id: "1@fund.example",
      text: "t")
    mail.html = "<p>t</p>"
    mail.images = [ComposedMailBody.Image(name: "image1", mediaType: "", bytes: [1])]
    #expect(String(decoding: mail.encoded(), as: UTF8.self).contains("image1.bin"))
  }
}

extension SampleDocument {
  /// One that exists until the tests end.
  static let shared: SampleDocument = {
    guard let document = try? SampleDocument() else { preconditionFailure("no temporary folder") }
    return document
  }()
}

private struct Random {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  mutating func text() -> String {
    let pieces = [
      "\r\n", "\n", "\r", "\0", "\u{85}", "\u{2028}", "\t", " ", "Bcc: x@evil.example", "a@b.example", ">", "<", ",",
      ";", ":",
      "=?utf-8?q?=0D=0ABcc:?=", "Content-Type: text/html", "--", "\r\n\r\n", ".", "\"", "\\", "é", "漢", "📈", "\u{202E}",
      "x",
      String(repeating: "long ", count: 60), "{payload.title}", "%0d%0a",
    ]
    return (0..<next(8)).map { _ in pieces[next(pieces.count)] }.joined()
  }
}
