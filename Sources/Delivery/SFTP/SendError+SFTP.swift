import Networking

/// The errors of deliveries for failed operations on an SFTP server.
extension SendError {
  static func sftp(_ error: NetworkError) -> SendError {
    let code = error.code == .notTrusted ? "host_key_not_trusted" : error.code.rawValue
    return SendError(
      code: code, message: "\(error.place): \(error.message)", retry: .later(notBefore: nil),
      isDestinationDown: error.code != .cancelled)
  }

  /// The error for an operation that failed because the server's disk or quota is full.
  static func sftpFull(_ error: SFTPError) -> SendError {
    SendError(
      code: "disk_full", message: "\(error.place): the disk or quota of \(error.path) is full; free some space",
      retry: .later(notBefore: nil), isDestinationDown: true)
  }

  static func sftp(_ error: SFTPError, root: String, isOutcomeUnknown: Bool) -> SendError {
    func failure(
      _ code: String, _ message: String, retry: SendError.Retry = .later(notBefore: nil), isDown: Bool = true
    )
      -> SendError
    {
      SendError(
        code: code, message: "\(error.place): \(error.path): \(message)", retry: retry, isDestinationDown: isDown)
    }
    switch error.reason {
    case .noSuchFile where error.path == root:
      return failure("folder_missing", "there is no such folder on the server; create it or mount the share")
    case .noSuchFile:
      return failure("path_missing", "the folder was removed during the upload", isDown: false)
    case .permissionDenied:
      return failure("permission_denied", "the server denies it; let the account write there")
    case .exists, .failure:
      return failure("server_failure", "the server reports a failure; its disk may be full, see its log")
    case .unexpectedType:
      return failure(
        "not_a_folder",
        "a symbolic link or another file has the name of a folder; links below the root are not followed. Remove it",
        retry: .never,
        isDown: false)
    case .connection(let code):
      let what =
        switch code {
        case .timedOut: "the server did not answer in time"
        case .cancelled: "the delivery was cancelled"
        case .protocolViolation: "the server's answer does not follow the protocol"
        default: "the connection was lost"
        }
      return SendError(
        code: code.rawValue, message: "\(error.place): \(what)", retry: .later(notBefore: nil),
        isOutcomeUnknown: isOutcomeUnknown, isDestinationDown: code != .cancelled)
    }
  }
}
