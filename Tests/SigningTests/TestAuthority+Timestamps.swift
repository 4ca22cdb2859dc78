import Networking
import SigningTesting
import Synchronization

@testable import Signing

extension TestAuthority {
  func timestampAuthority(
    _ url: String, policy: String? = nil, trusted: String = "authority.pem", pauses: Pauses = Pauses()
  ) throws -> TimestampAuthority {
    TimestampAuthority(
      url: url, policy: policy, trusted: try bytes(trusted), client: client(pauses))
  }

  /// A client that reaches servers on this machine.
  func client(_ pauses: Pauses = Pauses()) -> AuthorityClient {
    AuthorityClient(HTTPClient(addresses: .withLoopback), sleep: { pauses.add($0) })
  }

  /// Records requested delays without sleeping.
  final class Pauses: Sendable {
    private let durations = Mutex<[Duration]>([])
    func add(_ duration: Duration) { durations.withLock { $0.append(duration) } }
    var all: [Duration] { durations.withLock { $0 } }
  }
}
