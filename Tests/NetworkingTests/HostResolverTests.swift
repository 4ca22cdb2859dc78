import Dispatch
import Networking
import Synchronization
import TestTraits
import Testing

@Suite(.hangLimit)
struct HostResolverTests {
  /// Answers of a name service that a test sets.
  private final class Names: Sendable {
    let answers = Mutex<[[String]]>([])
    let lookups = Mutex(0)

    init(_ answers: [String]...) { self.answers.withLock { $0 = answers } }

    func lookup(_ host: String) -> Result<[IPAddress], NetworkError> {
      lookups.withLock { $0 += 1 }
      let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
      return .success(answer.compactMap { IPAddress($0) })
    }
  }

  private func endpoint(_ host: String = "server.test", port: Int = 80) throws -> Endpoint {
    try Endpoint(scheme: "http", host: host, port: port)
  }

  @Test func `only allowed addresses are used`() async throws {
    let names = Names(["10.0.0.1", "8.8.8.8", "::1"])
    let host = try await HostResolver(lookup: names.lookup).resolve(endpoint(), policy: .publicOnly)
    #expect(host.addresses == [try #require(IPAddress("8.8.8.8"))])
  }

  @Test func `a host with forbidden addresses only is refused`() async throws {
    let names = Names(["169.254.169.254"])
    let resolver = HostResolver(lookup: names.lookup)
    let error = await #expect(throws: NetworkError.self) {
      _ = try await resolver.resolve(try endpoint(), policy: .publicOnly)
    }
    #expect(error?.code == .addressForbidden)
    #expect(error?.message == "169.254.169.254 is a link-local address, which the configuration does not allow")
    let literal = await #expect(throws: NetworkError.self) {
      _ = try await resolver.resolve(try endpoint("127.0.0.1"), policy: .publicOnly)
    }
    #expect(literal?.code == .addressForbidden)
  }

  @Test func `a host is looked up once a minute`() async throws {
    let names = Names(["8.8.8.8"], ["127.0.0.1"])
    let resolver = HostResolver(lookup: names.lookup)
    for _ in 1...3 { _ = try await resolver.resolve(endpoint(), policy: .publicOnly) }
    #expect(names.lookups.withLock { $0 } == 1)
  }

  @Test func `a name service that does not answer is given up`() async throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    let resolver = HostResolver(timeLimit: .milliseconds(50)) { _ in
      gate.wait()
      return .success([])
    }
    let error = await #expect(throws: NetworkError.self) {
      _ = try await resolver.resolve(try endpoint(), policy: .publicOnly)
    }
    #expect(error?.code == .hostUnknown && error?.message == "the name service does not answer")
    let waiting = Task { try await resolver.resolve(try endpoint(), policy: .publicOnly) }
    waiting.cancel()
    await #expect(throws: NetworkError.self) { _ = try await waiting.value }
  }

  @Test func `an unknown host is an error`() async throws {
    let error = await #expect(throws: NetworkError.self) {
      _ = try await HostResolver().resolve(try endpoint("nothing.invalid"), policy: .publicOnly)
    }
    #expect(error?.code == .hostUnknown)
  }

  @Test func `the client connects to the address that was checked`() async throws {
    let server = try await TestHTTPServer.shared
    let names = Names(["127.0.0.1"], ["192.168.0.1"])
    let client = HTTPClient(addresses: .withLoopback, resolver: HostResolver(lookup: names.lookup))
    let response = try await client.send(HTTPRequest(method: "GET", url: "http://server.test:\(server.port)/echo"))
    #expect(response.status == 200 && response.address == "127.0.0.1:\(server.port)")
    let strict = HTTPClient(addresses: .publicOnly, resolver: HostResolver(lookup: Names(["127.0.0.1"]).lookup))
    await #expect(throws: NetworkError.self) {
      _ = try await strict.send(HTTPRequest(method: "GET", url: "http://server.test:\(server.port)/echo"))
    }
  }
}
