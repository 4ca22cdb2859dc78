import Delivery
import Foundation
import JobQueue
import Networking
import OperatingSystem
import TestSupport
import TestTraits
import Testing

@Suite(.hangLimit, .needs("the packages of Tests/requirements.txt", WebhookServer.isAvailable))
struct WebhookSenderTests {
  private static let document = Array("A document with the words of a client.".utf8)

  private func sender(
    _ configure: (inout WebhookConfiguration) -> Void = { _ in }, secrets: [String] = [WebhookServer.secret],
    answerWithin: Duration = .seconds(3600), now: @escaping @Sendable () -> Date = { Date() }
  ) throws -> WebhookSender {
    let folder = FileManager.default.temporaryDirectory.path + "/pressrun-webhook-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var configuration = WebhookConfiguration(secrets: [])
    for (index, secret) in secrets.enumerated() {
      try secret.write(toFile: folder + "/\(index)", atomically: false, encoding: .utf8)
      configuration.secrets.append(.file(folder + "/\(index)"))
    }
    configuration.answerWithin = answerWithin
    configure(&configuration)
    var limits = DestinationLimits()
    limits.addresses = .withLoopback
    return try WebhookSender(
      configuration, name: nil, limits: limits,
      links: { request in
        CreatedLink(
          url: "https://docs.example/d/secret-of-\(request.id)", id: "link-\(request.id)",
          expires: Date(timeIntervalSince1970: 1_800_000_000))
      }, now: now)
  }

  private func request(_ url: String, id: Int64 = 7, attempt: Int = 1) throws -> DeliveryRequest {
    let path =
      FileManager.default.temporaryDirectory.path + "/pressrun-document-\(ProcessInfo.processInfo.processIdentifier)"
    // Tests share the file; others may read it at this moment.
    try Data(Self.document).write(to: URL(fileURLWithPath: path), options: .atomic)
    return DeliveryRequest(
      id: id, attempt: attempt, tenant: "acme \"1\"", destination: try Destination("webhook:\(url)"),
      document: DeliveredDocument(
        job: 12, kind: "invoice", payload: [], path: path, bytes: Self.document.count,
        sha256: SHA256.hash(data: Self.document).hex, mediaType: "application/pdf",
        completedAt: Date(timeIntervalSince1970: 1_790_000_000)))
  }

  private func failure(_ path: String, _ sender: WebhookSender? = nil) async throws -> SendError? {
    let request = try await request(WebhookServer.shared.url(path))
    return try await (sender ?? self.sender()).failure(request)
  }

  @Test func `a message with a link`() async throws {
    let server = try await WebhookServer.shared
    let receipt = try await sender().send(request(server.url("/link?key=hidden")))
    let message = try #require(try await server.received("/link?key=hidden").first)
    #expect(message.headers["content-type"] == "application/cloudevents+json")
    #expect(message.headers["webhook-id"] == message.body.id)
    let body = message.body
    #expect(body.specversion == "1.0" && body.type == "pressrun.document.sent" && body.source == "/pressrun/invoice")
    #expect(body.subject == "job/12" && body.time == "2026-09-21T14:13:20Z")
    #expect(
      body.data.delivery == 7 && body.data.job == 12 && body.data.kind == "invoice" && body.data.tenant == "acme \"1\"")
    #expect(body.data.document.bytes == Self.document.count && body.data.document.mediaType == "application/pdf")
    #expect(body.data.document.sha256 == SHA256.hash(data: Self.document).hex)
    #expect(body.data.document.url == "https://docs.example/d/secret-of-7")
    #expect(body.data.document.expires == "2027-01-15T08:00:00Z" && body.data.document.content == nil)
    #expect(receipt.protocol == "webhook" && receipt.address == server.url("/link") && receipt.response == "HTTP 204")
    #expect(receipt.remoteID == body.id && receipt.details == ["artifact": "link", "link": "link-7"])
    #expect(receipt.bytes == Self.document.count && receipt.sha256 == body.data.document.sha256)
  }

  @Test func `a message lists the documents of a delivery`() throws {
    struct Message: Decodable {
      struct Contents: Decodable { var document: Document, documents: [Document]? }
      struct Document: Decodable {
        var sha256: String, mediaType: String, fileName: String?, url: String?, content: String?
      }
      var data: Contents
    }
    func contents(_ request: DeliveryRequest, _ contents: [WebhookMessage.Content]) throws -> Message.Contents {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(Message.self, from: Data(WebhookMessage(request, contents).body)).data
    }
    var request = try request("https://hooks.example/a")
    #expect(try contents(request, [.none]).documents == nil)
    var other = request.document
    (other.sha256, other.mediaType, other.fileName) = (String(repeating: "ab", count: 32), "text/plain", "a \"b\".txt")
    request.further = [other]
    let link = CreatedLink(
      url: "https://docs.example/s/x", id: "1", expires: Date(timeIntervalSince1970: 1_800_000_000))
    let linked = try contents(request, [.link(link), .link(link)])
    #expect(linked.documents?.map(\.sha256) == request.documents.map(\.sha256))
    #expect(linked.documents?.map(\.url) == [link.url, link.url])
    #expect(linked.documents?[1].fileName == "a \"b\".txt" && linked.documents?[1].mediaType == "text/plain")
    #expect(linked.document.sha256 == request.document.sha256)
    let inline = try contents(request, [.inline("QQ=="), .inline("Qg==")])
    #expect(inline.documents?.map(\.content) == ["QQ==", "Qg=="])
  }

  @Test func `several documents are sent inline up to the limit of all`() async throws {
    let server = try await WebhookServer.shared
    for (limit, content) in [(2 * Self.document.count, "inline"), (2 * Self.document.count - 1, "link")] {
      var request = try request(server.url("/several-\(content)"))
      request.further = [request.document]
      let receipt = try await sender { ($0.artifact, $0.inlineLimit) = (.inline, limit) }.send(request)
      #expect(receipt.details["artifact"] == content)
      #expect(receipt.files?.count == 2)
    }
  }

  @Test func `the trace context of the job is sent`() async throws {
    let server = try await WebhookServer.shared
    var traced = try request(server.url("/traced"))
    traced.traceParent = TraceParent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    _ = try await sender().send(traced)
    _ = try await sender().send(request(server.url("/traced"), id: 8))
    #expect(
      try await server.received("/traced").map { $0.headers["traceparent"] }
        == ["00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", nil])
  }

  @Test func `a message with the document, or with a link if the document is too large`() async throws {
    let server = try await WebhookServer.shared
    _ = try await sender { $0.artifact = .inline }.send(request(server.url("/inline")))
    let content = try await server.received("/inline").first?.body.data.document.content
    #expect(content.flatMap { Data(base64Encoded: $0) } == Data(Self.document))
    _ = try await sender {
      $0.artifact = .inline
      $0.inlineLimit = Self.document.count - 1
    }.send(request(server.url("/large")))
    let large = try #require(try await server.received("/large").first?.body.data.document)
    #expect(large.content == nil && large.url != nil)
    _ = try await sender { $0.artifact = .none }.send(request(server.url("/none")))
    let none = try #require(try await server.received("/none").first?.body.data.document)
    #expect(none.content == nil && none.url == nil)
  }

  @Test func `the identifier is the same in all attempts, the time is that of the attempt`() async throws {
    let server = try await WebhookServer.shared
    let start = Int(Date().timeIntervalSince1970)
    for attempt in 1...2 {
      let sender = try sender(now: { Date(timeIntervalSince1970: Double(start + attempt)) })
      _ = try await sender.send(request(server.url("/attempts"), attempt: attempt))
    }
    _ = try await sender().send(request(server.url("/attempts"), id: 8))
    let messages = try await server.received("/attempts")
    #expect(messages.map { $0.headers["webhook-timestamp"] }.prefix(2) == ["\(start + 1)", "\(start + 2)"])
    #expect(messages[0].body.id == messages[1].body.id && messages[0].body.id != messages[2].body.id)
    #expect(!messages[0].body.id.contains("."))
  }

  @Test func `during a rotation either secret verifies`() async throws {
    let server = try await WebhookServer.shared
    let other = "whsec_" + Data([UInt8](repeating: 7, count: 32)).base64EncodedString()
    for secrets in [[WebhookServer.secret, other], [other, WebhookServer.secret]] {
      _ = try await sender(secrets: secrets).send(request(server.url("/rotation")))
    }
    #expect(try await server.received("/rotation").count == 2)
    let error = try await failure("/rotation", sender(secrets: [other]))
    #expect(error?.code == "receiver_refused" && error?.retry == .never)
  }

  @Test(arguments: ["whsec_", "whsec_short", "whsec_!!!", "hunter2 hunter2 hunter2 hunter2"])
  func `invalid secrets are refused without naming them`(secret: String) {
    let error = #expect(throws: DeliveryError.self) { _ = try sender(secrets: [secret]) }
    #expect(error?.code == .invalidConfiguration && "\(error as Any)".contains(secret) == false || secret == "whsec_")
  }

  @Test(arguments: [
    ("/status/400", "receiver_refused", SendError.Retry.never, false),
    ("/status/404", "receiver_refused", .never, false),
    ("/status/410", "gone", .never, false), ("/redirect", "redirected", .never, false),
    ("/status/408", "receiver_failed", .later(notBefore: nil), true),
    ("/status/425", "receiver_failed", .later(notBefore: nil), true),
    ("/status/429", "too_many_requests", .later(notBefore: nil), true),
    ("/status/500", "receiver_failed", .later(notBefore: nil), true),
    ("/later/30", "receiver_failed", .later(notBefore: .seconds(30)), true),
    ("/later/Fri,_01_Jan_2027_00:00:10_GMT", "receiver_failed", .later(notBefore: .seconds(10)), true),
    ("/later/99999999", "receiver_failed", .later(notBefore: .seconds(86_400)), true),
  ])
  func `answers`(path: String, code: String, retry: SendError.Retry, isDown: Bool) async throws {
    // Signatures are valid for five minutes, so only dates are compared with another time.
    let sender =
      path.contains("GMT")
      ? try sender(now: Self.clock([Date(), Date(timeIntervalSince1970: 1_798_761_600)])) : try sender()
    let error = try await failure(path, sender)
    #expect(error?.code == code && error?.retry == retry && error?.isDestinationDown == isDown)
    #expect(error?.disablesDestination == (code == "gone") && error?.isOutcomeUnknown == false)
    #expect(try await WebhookServer.shared.received("/ok").isEmpty)
  }

  /// A clock that shows these times one after the other.
  private static func clock(_ times: [Date]) -> @Sendable () -> Date {
    let next = Counter()
    return { times[min(next.increment(), times.count - 1)] }
  }

  @Test func `connections that are cut, and receivers that do not answer`() async throws {
    let cut = try await failure("/cut")
    #expect(cut?.code == "connection_lost" && cut?.isOutcomeUnknown == true && cut?.retry == .later(notBefore: nil))
    for attempt in 0... {
      let path = "/silent/\(attempt)"
      let silent = try await failure(path, sender(answerWithin: .milliseconds(300 << attempt)))
      #expect(silent?.code == "timed_out" && silent?.isDestinationDown == true)
      // On a slow machine, the time can end before the message has arrived.
      if try await WebhookServer.shared.received(path).isEmpty { continue }
      #expect(silent?.isOutcomeUnknown == true)
      break
    }
    let none = try await sender().failure(request("http://127.0.0.1:\(ServerProcess.freePort())/"))
    #expect(none?.code == "connect_failed" && none?.isOutcomeUnknown == false && none?.isDestinationDown == true)
  }

  @Test func `addresses that are not allowed`() async throws {
    for url in ["http://169.254.169.254/latest", "http://10.0.0.1/", "http://[fe80::1]/"] {
      let error = try await sender().failure(request(url))
      #expect(error?.code == "address_forbidden")
      // Neither the name service nor the configuration of the destination can change it.
      #expect(error?.retry == .never && error?.isDestinationDown == false)
      // Allowed networks can be corrected while deliveries to a configured webhook wait.
      let configured = try await sender { $0.url = url }.failure(request("https://a.example/"))
      #expect(configured?.code == "address_forbidden")
      #expect(configured?.retry == .later(notBefore: nil) && configured?.isDestinationDown == true)
    }
    // A wrong answer of the name service must not discard all deliveries to a host.
    let named = SendError(NetworkError(code: .addressForbidden, message: "m", place: "p"))
    #expect(named.retry == .later(notBefore: nil) && named.isDestinationDown)
  }

  @Test func `of the answer at most 1,000 printable characters are kept`() async throws {
    let server = try await WebhookServer.shared
    let unprintable = try await sender().send(request(server.url("/unprintable"))).response ?? ""
    #expect(unprintable.hasPrefix("HTTP 200: ok [31m h\u{e9} there") && unprintable.count == 1000)
    #expect(try await sender().send(request(server.url("/long"))).response?.count == 1000)
  }

  @Test func `links and documents in the answer are not kept`() async throws {
    let server = try await WebhookServer.shared
    #expect(try await sender().send(request(server.url("/echo"))).response == "HTTP 200")
    #expect(try await sender { $0.artifact = .inline }.send(request(server.url("/echo"))).response == "HTTP 200")
  }

  @Test func `a sender without links refuses to be configured for them`() {
    #expect(throws: DeliveryError.self) {
      _ = try WebhookSender(
        WebhookConfiguration(secrets: [.environment("PATH")]), name: nil, limits: DestinationLimits(), links: nil)
    }
  }

  @Test func `the configuration`() throws {
    let configurations = try DestinationConfigurations(
      text: """
        webhook:
          billing:
            url: https://billing.example/hook
            secrets: [{ env: NEW }, { file: /run/old }]
            artifact: inline
            inline_limit: 1000
            answer_within: 5s
            headers: { X-Environment: test }
        """, file: "destinations.yaml", forms: ["webhook": DestinationForm(.namedOrDefault, WebhookConfiguration.self)])
    let billing = try #require(configurations["webhook:billing"]?.sender as? WebhookConfiguration)
    #expect(
      billing.url == "https://billing.example/hook" && billing.secrets == [.environment("NEW"), .file("/run/old")])
    #expect(billing.artifact == .inline && billing.inlineLimit == 1000 && billing.answerWithin == .seconds(5))
    #expect(billing.headers == ["X-Environment": "test"])
    for text in [
      "secrets: []", "secrets: [abc]", "secrets: [{ env: A }], artifact: both",
      "secrets: [{ env: A }], inline_limit: -1",
      "secrets: [{ env: A }], answer_within: 1h", "secrets: [{ env: A }], headers: { webhook-id: x }",
      "secrets: [{ env: A }], headers: { authorization: x }", "secrets: [{ env: A }], headers: { Host: x }",
      "secrets: [{ env: A }], headers: { X Environment: x }", "secrets: [{ env: A }], headers: { X-A: \"a\\nb\" }",
      "url: https://x.example/",
    ] {
      #expect(throws: DeliveryError.self, "\(text)") {
        _ = try DestinationConfigurations(
          text: "webhook: { default: { \(text) } }", file: "destinations.yaml",
          forms: ["webhook": DestinationForm(.namedOrDefault, WebhookConfiguration.self)])
      }
    }
  }
}

extension WebhookSender {
  fileprivate func failure(_ request: DeliveryRequest) async -> SendError? {
    do throws(SendError) {
      _ = try await send(request)
      return nil
    } catch {
      return error
    }
  }
}
