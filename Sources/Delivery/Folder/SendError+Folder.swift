import Glibc
import OperatingSystem

extension SendError {
  /// The error of a delivery to a root without its marker, which is a mount point whose share is not mounted.
  static func missingMarker(_ name: String, root: String) -> SendError {
    SendError(
      code: "folder_missing",
      message: "\(root): there is no regular file \(name); mount the share, or create the file there once",
      retry: .later(notBefore: nil), isDestinationDown: true)
  }

  /// The error of a delivery for a failed system call in a destination's folder.
  static func folder(_ error: SystemError, root: String) -> SendError {
    func failure(_ code: String, _ message: String, retry: SendError.Retry, isDown: Bool) -> SendError {
      SendError(code: code, message: "\(error.path): \(message)", retry: retry, isDestinationDown: isDown)
    }
    switch error.errno {
    case ENOSPC, EDQUOT:
      return failure(
        "disk_full", "the disk or quota is full; free some space", retry: .later(notBefore: nil), isDown: true)
    case EACCES, EPERM, EROFS:
      return failure(
        "permission_denied", "\(error.reason); let the relay's user write there", retry: .later(notBefore: nil),
        isDown: true)
    case ENOENT where error.path == root, ENOTDIR where error.path == root:
      return failure(
        "folder_missing", "there is no such folder; create it or mount the share", retry: .later(notBefore: nil),
        isDown: true)
    case ELOOP, ENOTDIR, EISDIR:
      return failure(
        "not_a_folder",
        "a symbolic link or another file has the name of a folder; links below the root are not followed. Remove it",
        retry: .never,
        isDown: false)
    case EFBIG:
      return failure("file_too_large", "the file system takes no file of this size", retry: .never, isDown: false)
    case ENAMETOOLONG:
      return failure("name_too_long", "the name is too long; use a shorter name template", retry: .never, isDown: false)
    default:
      return failure(
        "io_error", "\(error.call) failed: \(error.reason)", retry: .later(notBefore: nil), isDown: true)
    }
  }
}
