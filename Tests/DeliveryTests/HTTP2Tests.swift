import Foundation
import Networking
import ObjectStorage
import TestSupport
import TestTraits
import Testing

@testable import Delivery

/// Deliveries to a server that prefers HTTP/2 are made with HTTP/1.1, also if it answers before the end of an upload.
@Suite(
  .hangLimit, .needs("apache2-bin and seaweedfs (script/bootstrap)", HTTP2Server.isInstalled && S3Server.isInstalled))
struct HTTP2Tests {
  private static func server() async throws -> HTTP2Server.Running {
    try await HTTP2Server.shared.server(storage: try await S3Server.endpoint(.seaweedFS), bucket: "reports")
  }

  private static var loopback: DestinationLimits {
    var limits = DestinationLimits()
    limits.addresses = .withLoopback
    return limits
  }

  @Test func webhooksAreSent() async throws {
    let server = try await Self.server()
    let path = "/hook"
    let secret = try SampleDocument(Array(WebhookServer.secret.utf8))
    var configuration = WebhookConfiguration(url: server.url + path, secrets: [.file(secret.path)])
    configuration.artifact = .inline
    configuration.inlineLimit = 2 << 20
    configuration.caFile = server.caFile
    let sender = try WebhookSender(configuration, name: "h2", limits: Self.loopback, links: nil)
    // The body of the first is sent with its headers. The server answers the second before it has the body.
    for (id, size) in [(Int64(1), 100), (2, 500_000)] {
      let document = try SampleDocument([UInt8](repeating: 7, count: size))
      let receipt = try await sender.send(document.request("webhook:h2", id: id))
      #expect(receipt.response?.contains("204") == true)
    }
    #expect(try await server.requests(path, count: 2) == ["HTTP/1.1 POST 204", "HTTP/1.1 POST 204"])
    await sender.close()
  }

  @Test func documentsArePutOnWebDAVServers() async throws {
    let server = try await Self.server()
    let collection = UUID().uuidString
    let sender = try WebDAVConfiguration(
      url: "\(server.url)/dav/", name: try NameTemplate("\(collection)/{kind}.{extension}"), caFile: server.caFile
    ).makeSender(name: "share", limits: Self.loopback)
    let document = try SampleDocument([UInt8](repeating: 7, count: 500_000))
    _ = try await sender.send(document.request("webdav:share"))
    #expect(
      FileManager.default.contents(atPath: "\(server.root)/\(collection)/note.pdf") == Data(document.bytes))
    // The collection is missing at first.
    let requests = try await server.requests(collection, count: 3)
    #expect(requests.contains("HTTP/1.1 PUT 201") && requests.allSatisfy { $0.hasPrefix("HTTP/1.1 ") }, "\(requests)")
    await sender.close()
  }

  @Test func objectsArePutIntoBuckets() async throws {
    let server = try await Self.server()
    let prefix = UUID().uuidString
    let location = try BucketLocation(bucket: "reports", region: S3Server.region, endpoint: server.url)
    let bucket = Bucket(
      location, credentials: S3Credentials(accessKey: S3Server.accessKey, secretKey: S3Server.secretKey),
      client: HTTPClient(addresses: .withLoopback, tls: TLSSettings(caFile: server.caFile)))
    let configuration = S3DestinationConfiguration(
      location: location, accessKey: .environment("A"), secretKey: .environment("B"), prefix: prefix)
    let sender = S3Sender(configuration, name: "reports", bucket: bucket)
    let document = try SampleDocument([UInt8](repeating: 7, count: 500_000))
    for attempt in 1...2 {
      let receipt = try await sender.send(
        document.request("s3:reports", attempt: attempt, mayHaveArrived: attempt > 1))
      #expect(receipt.details["existed"] == (attempt == 1 ? nil : "true"))
    }
    let requests = try await server.requests(prefix, count: 2)
    #expect(requests.first == "HTTP/1.1 PUT 200" && requests.allSatisfy { $0.hasPrefix("HTTP/1.1 ") }, "\(requests)")
    await sender.close()
  }
}
