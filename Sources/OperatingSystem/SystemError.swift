import Glibc

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's name, such as `open`.
  package var call: String
  /// The error number that the call set, such as `ENOENT`.
  package var errno: Int32
  /// The file, folder or program that the call was for; empty if there is none.
  package var path: String

  /// - Parameter errno: by default the error of the last call on this thread.
  package init(_ call: String, errno: Int32 = Glibc.errno, path: String = "") {
    self.call = call
    self.errno = errno
    self.path = path
  }

  /// The operating system's text for the error number.
  package var reason: String { String(cString: strerror(errno)) }

  /// The reason for which the file cannot be used: in plain words for usual errors, otherwise the call and its reason.
  package var explanation: String {
    switch errno {
    case ENOENT, ENOTDIR: "no such file"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "it is a folder, not a file"
    case ENOSPC: "no space is left on the device"
    default: "\(call): \(reason)"
    }
  }

  package var description: String { path.isEmpty ? "\(call): \(reason)" : "\(path): \(explanation)" }
}
