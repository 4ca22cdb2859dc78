import Foundation
import Networking
import TestSupport
import TestTraits
import Testing

@testable import Worker

/// Images on other hosts: servers that answer, redirect, lie, flood and drip.
@Suite(.hangLimit) struct RemoteImageFetcherTests {
  /// A server whose answer depends on the path of the request.
  private func server(_ answer: @escaping @Sendable (_ path: String, Int32) -> Void) throws -> TestListener {
    try TestListener { connection in
      let head = String(decoding: TestListener.receive(from: connection), as: UTF8.self)
      answer(head.split(separator: " ").dropFirst().first.map(String.init) ?? "", connection)
    }
  }

  private func image(_ bytes: [UInt8], to connection: Int32) {
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: \(bytes.count)\r\nConnection: close\r\n\r\n"
    TestListener.send(Array(head.utf8) + bytes, to: connection)
  }

  private func redirect(to location: String, _ connection: Int32) {
    let head = "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    TestListener.send(Array(head.utf8), to: connection)
  }

  private func fetch(
    _ addresses: [String], hosts: [String], addresses policy: AddressPolicy = .withLoopback,
    limits: RemoteImageFetcher.Limits = .init(time: .seconds(600), totalTime: .seconds(600))
  ) async throws -> [String: Result<[UInt8], RemoteImageFetcher.Refusal>] {
    let hosts = try hosts.map { try #require(ImageHost($0)) }
    return await RemoteImageFetcher(addresses: policy, limits: limits).fetch(addresses, from: hosts)
  }

  private func reason(_ result: Result<[UInt8], RemoteImageFetcher.Refusal>?) -> String {
    if case .failure(let refusal)? = result { refusal.reason } else { "" }
  }

  @Test func imagesOfAllowedHostsAreFetched() async throws {
    let server = try server { path, connection in
      if path.hasPrefix("/old") { redirect(to: "/new.png?x=1", connection) } else { image([1, 2, 3], to: connection) }
    }
    let base = "http://127.0.0.1:\(server.port)"
    let found = try await fetch(
      ["\(base)/a.png#part", "\(base)/old.png"], hosts: ["http://127.0.0.1:\(server.port)"])
    #expect(try found["\(base)/a.png#part"]?.get() == [1, 2, 3])
    #expect(try found["\(base)/old.png"]?.get() == [1, 2, 3])
  }

  @Test func otherHostsSchemesAndPortsAreRefused() async throws {
    let hosts = ["cdn.example", "*.img.example", "http://plain.example:8080"]
    let addresses = [
      "http://cdn.example/a", "https://cdn.example:8443/a", "https://x.cdn.example/a", "https://img.example/a",
      "https://notimg.example/a", "https://plain.example/a", "//other.example/a",
    ]
    let found = try await fetch(addresses, hosts: hosts)
    for address in addresses {
      #expect(reason(found[address]) == "the tenant does not allow images of this server", "\(address)")
    }
    let user = try await fetch(["https://user:secret@cdn.example/a"], hosts: hosts)
    #expect(user.values.map(reason) == ["the URL contains user information; configure credentials by reference"])
  }

  @Test func privateAddressesAreRefusedAlsoAfterARedirect() async throws {
    let server = try server { _, connection in redirect(to: "http://169.254.169.254/latest/meta-data", connection) }
    let base = "http://127.0.0.1:\(server.port)"
    let direct = try await fetch(["\(base)/a"], hosts: [base], addresses: .publicOnly)
    #expect(reason(direct["\(base)/a"]).hasPrefix("127.0.0.1 is a loopback address"))
    // Allowed by name, but its address is not global.
    let redirected = try await fetch(["\(base)/a"], hosts: [base, "http://169.254.169.254"])
    #expect(reason(redirected["\(base)/a"]).hasPrefix("169.254.169.254 is "))
    let elsewhere = try await fetch(["\(base)/a"], hosts: [base])
    #expect(reason(elsewhere["\(base)/a"]) == "the tenant does not allow images of this server")
  }

  @Test func endlessRedirectsAreRefused() async throws {
    let server = try server { path, connection in redirect(to: path + "x", connection) }
    let address = "http://127.0.0.1:\(server.port)/a"
    let found = try await fetch([address], hosts: ["http://127.0.0.1:\(server.port)"])
    #expect(reason(found[address]) == "the server redirects more than 3 times")
  }

  @Test func aServerThatSendsTooMuchIsCutOff() async throws {
    let server = try server { _, connection in
      let head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 10737418240\r\n\r\n"
      TestListener.send(Array(head.utf8), to: connection)
      // Until the client closes the connection.
      while TestListener.send([UInt8](repeating: 7, count: 1 << 16), to: connection) {}
    }
    let address = "http://127.0.0.1:\(server.port)/a"
    let found = try await fetch([address], hosts: ["http://127.0.0.1:\(server.port)"])
    #expect(reason(found[address]) == "it has more than 10 MB")
  }

  @Test func aServerThatDripsIsGivenUp() async throws {
    let server = try server { _, connection in
      let head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 1000\r\n\r\n"
      TestListener.send(Array(head.utf8), to: connection)
      while TestListener.send([7], to: connection), !TestListener.isClosed(connection, within: 50) {}
    }
    let address = "http://127.0.0.1:\(server.port)/a"
    let found = try await fetch(
      [address], hosts: ["http://127.0.0.1:\(server.port)"], limits: .init(time: .seconds(1)))
    #expect(reason(found[address]) == "it was not complete after 1 second")
    let together = try await fetch(
      [address], hosts: ["http://127.0.0.1:\(server.port)"], limits: .init(totalTime: .seconds(1)))
    #expect(reason(together[address]) == "the images of the document were not complete after 1 second")
  }

  @Test func otherFilesThanImagesAreRefused() async throws {
    let server = try server { path, connection in
      let status = path == "/missing" ? "404 Not Found" : "200 OK"
      let head = "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\nContent-Length: 2\r\nConnection: close\r\n\r\n<p"
      TestListener.send(Array(head.utf8), to: connection)
    }
    let base = "http://127.0.0.1:\(server.port)"
    let found = try await fetch(["\(base)/page", "\(base)/missing"], hosts: [base])
    #expect(reason(found["\(base)/page"]) == "the server sent text/html instead of an image")
    #expect(reason(found["\(base)/missing"]) == "the server answered with status 404")
  }

  @Test func numberAndBytesPerDocumentAreLimited() async throws {
    let server = try server { _, connection in image([UInt8](repeating: 1, count: 1 << 20), to: connection) }
    let base = "http://127.0.0.1:\(server.port)"
    let addresses = (1...6).map { "\(base)/\($0)" }
    let limits = RemoteImageFetcher.Limits(count: 5, totalBytes: 3 << 20)
    let found = try await fetch(addresses, hosts: [base], limits: limits)
    #expect(addresses.prefix(3).allSatisfy { (try? found[$0]?.get()) != nil })
    #expect(reason(found[addresses[3]]) == "the images of the document have more than 3 MB together")
    #expect(reason(found[addresses[4]]) == reason(found[addresses[3]]))
    #expect(reason(found[addresses[5]]) == "a document can have at most 5 images of other hosts")
  }

  @Test(arguments: ["", "*", "a b", "https://", "user@cdn.example", "cdn.example/path", "cdn.example:99999"])
  func invalidHostsAllowNothing(text: String) { #expect(ImageHost(text) == nil) }
}
