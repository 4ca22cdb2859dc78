import CSSH
import Glibc
import OperatingSystem

/// A logged-in SFTP session (draft-ietf-secsh-filexfer-02), by libssh. Its calls block, and fail once `interrupt` was
/// called.
///
/// libssh is used directly: libcurl has neither exclusive creation nor attributes nor reading back, and its SSH library
/// signs with RSA keys only by SHA-1, which servers refuse.
///
/// Sendable: the session is used by one thread at a time, as its owner guarantees; `interrupt` touches only the socket.
package final class SFTPSession: @unchecked Sendable {
  let server: SFTPServer
  let connection: SocketConnection
  private let session: ssh_session
  let sftp: sftp_session
  /// The fingerprint of the server's host key.
  package let hostKey: String
  /// OpenSSH accepts packets of 256 KiB; of other servers, only 32 KiB are certain.
  package let chunkSize: Int

  /// Connects, checks the host key, and logs in.
  /// - Throws: `NetworkError`: `.connectFailed`, `.notTrusted`, `.authenticationFailed`, `.protocolViolation`,
  ///   `.timedOut`.
  package init(_ server: SFTPServer) throws(NetworkError) {
    let connection = try SocketConnection.connect(to: server.host, place: server.place, within: server.connectTimeout)
    guard let session = ssh_new() else { preconditionFailure("no memory for an SSH session") }
    do throws(NetworkError) {
      let handshake = SSHHandshake(server: server, connection: connection, session: session)
      (hostKey, sftp) = try connection.within(server.connectTimeout) { () throws(NetworkError) in
        (try handshake.run(), try handshake.openSFTP())
      }
    } catch {
      connection.interrupt(.connectionLost)
      ssh_disconnect(session)
      ssh_free(session)
      throw error
    }
    self.server = server
    self.connection = connection
    self.session = session
    chunkSize = sftp_extension_supported(sftp, "posix-rename@openssh.com", "1") != 0 ? 1 << 17 : 1 << 15
  }

  deinit {
    // No disconnect message is sent: a server that does not read would block the call.
    connection.interrupt(.cancelled)
    sftp_free(sftp)
    ssh_disconnect(session)
    ssh_free(session)
  }

  /// Ends the calls in progress; may be called by any thread. The session cannot be used afterwards.
  package func interrupt() { connection.interrupt(.cancelled) }

  /// Calls `body`, whose calls of the session fail with `.timedOut` after `limit`.
  package func within<Value>(
    _ limit: Duration, _ body: () throws(SFTPError) -> Value
  ) throws(SFTPError) -> Value {
    try connection.within(limit, body)
  }

  /// The error for a call that has just failed.
  func failure(_ path: String) -> SFTPError {
    let status = ssh_is_connected(session) == 1 && connection.interrupted == nil ? sftp_get_error(sftp) : -1
    let reason: SFTPError.Reason =
      switch status {
      case SSH_FX_NO_SUCH_FILE, SSH_FX_NO_SUCH_PATH: .noSuchFile
      case SSH_FX_PERMISSION_DENIED, SSH_FX_WRITE_PROTECT: .permissionDenied
      case SSH_FX_FILE_ALREADY_EXISTS: .exists
      case SSH_FX_FAILURE, SSH_FX_OP_UNSUPPORTED: .failure
      case SSH_FX_BAD_MESSAGE: .connection(.protocolViolation)
      default: .connection(connection.interrupted ?? .connectionLost)
      }
    return SFTPError(reason: reason, path: path, place: server.place)
  }
}

/// A failed operation on an SFTP server.
package struct SFTPError: Error, Hashable, Sendable {
  /// The kind of failure, from the status of the server's answer (draft-ietf-secsh-filexfer-02, 7).
  package enum Reason: Hashable, Sendable {
    case noSuchFile
    case permissionDenied
    case exists
    /// The protocol has no other status for full disks and for most other failures.
    case failure
    /// There is a file or link where a folder is expected, or a folder where a file is expected.
    case unexpectedType
    /// The connection cannot be used any more.
    case connection(NetworkError.Code)
  }

  package var reason: Reason
  /// The path of the operation, as it was sent.
  package var path: String
  /// The address of the server, for messages.
  package var place: String

  package init(reason: Reason, path: String, place: String) {
    self.reason = reason
    self.path = path
    self.place = place
  }
}
