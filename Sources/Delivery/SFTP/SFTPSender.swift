import Foundation
import Networking
import OperatingSystem
import Synchronization

/// Uploads documents to an SFTP server.
///
/// A document appears whole or not at all: it is uploaded under a temporary name, its size is compared, and it is
/// renamed, which replaces nothing. The same delivery again reads its file back and succeeds. Idle sessions are kept
/// for the next documents.
package final class SFTPSender: FileSender {
  private struct Idle {
    var session: SFTPSession
    var since: ContinuousClock.Instant
  }

  /// Servers close sessions that are idle for longer.
  private static let idleLimit = Duration.seconds(60)

  private let configuration: SFTPConfiguration
  private let name: String?
  private let authentication: SSHAuthentication
  private let limits: DestinationLimits
  private let resolver = HostResolver()
  private let idle = Mutex<[Idle]>([])

  /// - Parameter name: the configured name (`records` for `sftp:records`); nil if all addresses are folders below the
  ///   root.
  package init(
    _ configuration: SFTPConfiguration, name: String?, authentication: SSHAuthentication, limits: DestinationLimits
  ) {
    self.configuration = configuration
    self.name = name
    self.authentication = authentication
    self.limits = limits
  }

  package func store(_ request: DeliveryRequest) async throws(SendError) -> Receipt {
    let path = try DeliveryPath(request, template: configuration.name, below: name)
    let server = try await server()
    let upload = SFTPUpload(configuration: configuration, request: request, path: path)
    let file = try await BlockingSend.run(name: "deliver sftp", cancel: upload.cancel) { () throws(SendError) in
      try self.run(upload, on: server)
    }
    var details = ["host_key": file.hostKey]
    if file.existed { details["existed"] = "true" }
    return Receipt(
      protocol: "sftp", address: "\(configuration.endpoint.place)/\(upload.place(file.path))", time: Date(),
      remoteID: upload.place(file.path), bytes: request.document.bytes, sha256: request.document.sha256,
      details: details)
  }

  package func close() async { idle.withLock { $0.removeAll() } }

  private func server() async throws(SendError) -> SFTPServer {
    do throws(NetworkError) {
      return SFTPServer(
        host: try await resolver.resolve(configuration.endpoint, policy: limits.addresses), user: configuration.user,
        authentication: authentication, hostKeys: configuration.hostKeys, connectTimeout: configuration.connectTimeout)
    } catch {
      throw SendError.sftp(error)
    }
  }

  private func run(_ upload: SFTPUpload, on server: SFTPServer) throws(SendError) -> SFTPUpload.File {
    let deadline = ContinuousClock.now + (limits.timeout ?? .seconds(600))
    var outcome = takeIdle().map { finish(upload, $0, deadline) }
    // The server may have closed an idle session.
    if case .failure(let error)? = outcome, error.reason == .connection(.connectionLost), upload.canStartAgain {
      outcome = nil
    }
    let result: Result<Result<SFTPUpload.File, SendError>, SFTPError>
    if let outcome { result = outcome } else { result = finish(upload, try connect(to: server), deadline) }
    switch result {
    case .success(let outcome): return try outcome.get()
    case .failure(let error):
      throw SendError.sftp(error, root: configuration.root, isOutcomeUnknown: upload.isOutcomeUnknown)
    }
  }

  private func connect(to server: SFTPServer) throws(SendError) -> SFTPSession {
    do throws(NetworkError) { return try SFTPSession(server) } catch { throw SendError.sftp(error) }
  }

  /// Runs the upload, and keeps the session if it can be used again.
  private func finish(
    _ upload: SFTPUpload, _ session: SFTPSession, _ deadline: ContinuousClock.Instant
  ) -> Result<Result<SFTPUpload.File, SendError>, SFTPError> {
    do throws(SFTPError) {
      let result = try upload.run(on: session, within: max(.milliseconds(1), deadline - .now))
      if case .success = result {
        idle.withLock { idle in
          if idle.count < limits.concurrency { idle.append(Idle(session: session, since: .now)) }
        }
      }
      return .success(result)
    } catch {
      return .failure(error)
    }
  }

  private func takeIdle() -> SFTPSession? {
    idle.withLock { idle in
      idle.removeAll { ContinuousClock.now - $0.since > Self.idleLimit }
      return idle.popLast()?.session
    }
  }
}
