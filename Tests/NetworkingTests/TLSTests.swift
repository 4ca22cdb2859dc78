import Networking
import TestTraits
import Testing

/// Certificates are verified in every case.
@Suite(.hangLimit)
struct TLSTests {
  private func send(_ url: String, _ server: TestHTTPServer, trusted: Bool = true) async -> Result<Int, NetworkError> {
    let client = HTTPClient(
      addresses: .withLoopback, tls: trusted ? TLSSettings(caFile: server.authority) : .default)
    do throws(NetworkError) {
      return .success(try await client.send(HTTPRequest(method: "GET", url: url)).status)
    } catch {
      return .failure(error)
    }
  }

  @Test func `a certificate of the configured authority is trusted`() async throws {
    let server = try await TestHTTPServer.shared
    #expect(try await send(server.url(.valid, "/echo"), server).get() == 200)
    #expect(try await send("https://localhost:\(server.port(.valid))/echo", server).get() == 200)
  }

  @Test(arguments: [
    (TestHTTPServer.Certificate.expired, "certificate has expired"),
    (.wrongHost, "no alternative certificate subject name matches target host name '127.0.0.1'"),
    (.selfSigned, "self-signed certificate"),
  ])
  fileprivate func `other certificates are refused`(_ certificate: TestHTTPServer.Certificate, _ problem: String)
    async throws
  {
    let server = try await TestHTTPServer.shared
    let result = await send(server.url(certificate, "/echo"), server)
    guard case .failure(let error) = result else {
      Issue.record("accepted")
      return
    }
    #expect(error.code == .notTrusted && error.mayHaveTakenEffect == false)
    #expect(error.message.contains(problem))
  }

  @Test func `the authority is not trusted unless it is configured`() async throws {
    let server = try await TestHTTPServer.shared
    let result = await send(server.url(.valid, "/echo"), server, trusted: false)
    #expect(throws: NetworkError.self) { try result.get() }
  }

  @Test func `a missing file of certificates is an error`() async throws {
    let server = try await TestHTTPServer.shared
    let client = HTTPClient(addresses: .withLoopback, tls: TLSSettings(caFile: "/nonexistent/ca.pem"))
    await #expect(throws: NetworkError.self) {
      _ = try await client.send(HTTPRequest(method: "GET", url: server.url(.valid, "/echo")))
    }
  }
}
