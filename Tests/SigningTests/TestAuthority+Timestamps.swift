import Foundation
import Networking
import Synchronization
import TestSupport

@testable import Signing

extension TestAuthority {
  /// Calls `body` with the address of a running authority.
  func withServer(_ body: (String) async throws -> Void) async throws {
    let port = try ServerProcess.freePort()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "timestamp_server.py")
    let server = try await ServerProcess(
      [TestPython.program("python"), script.path, "\(port)", folder.path], ready: .port(port))
    defer { server.stop() }
    try await body("http://127.0.0.1:\(port)")
  }

  func timestampAuthority(
    _ url: String, policy: String? = nil, trusted: String = "authority.pem", pauses: Pauses = Pauses()
  ) throws -> TimestampAuthority {
    TimestampAuthority(
      url: url, policy: policy, trusted: try bytes(trusted), client: HTTPClient(addresses: .withLoopback),
      sleep: { pauses.add($0) })
  }

  /// Waiting times, which do not pass.
  final class Pauses: Sendable {
    private let durations = Mutex<[Duration]>([])
    func add(_ duration: Duration) { durations.withLock { $0.append(duration) } }
    var all: [Duration] { durations.withLock { $0 } }
  }
}
