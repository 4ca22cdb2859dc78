import Glibc
import ObjectStorage
import OperatingSystem

/// An error of the artifact store: the cause, its place and a remedy.
package struct ArtifactError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable {
    /// The file system or the quota is full.
    case full
    /// The store's folder cannot be written to.
    case notWritable
    /// There is no such artifact.
    case missing
    /// The artifact's bytes do not have the SHA-256 that is its name.
    case damaged
    /// The text is not a SHA-256 of 64 lower-case hexadecimal digits.
    case invalidDigest
    /// The storage is overloaded or out of reach, or another program prevents the change for some time.
    case unreachable
    /// The bucket is missing, or the credentials do not allow the access.
    case denied
    /// The store's settings are invalid.
    case invalidSettings
    /// Any other error of the operating system or the storage.
    case io
  }

  package var code: Code
  package var message: String
  /// The file or folder at fault.
  package var path: String
  /// A remedy, for a person.
  package var advice: String

  package init(code: Code, message: String, path: String, advice: String) {
    self.code = code
    self.message = message
    self.path = path
    self.advice = advice
  }

  /// Whether the store is full or out of reach, so that the same call may succeed later.
  package var isOutage: Bool {
    switch code {
    case .full, .notWritable, .unreachable, .denied: true
    case .missing, .damaged, .invalidDigest, .invalidSettings, .io: false
    }
  }

  package var description: String { "\(path): \(message) \(advice)" }

  /// The error for a system call that failed.
  init(_ error: SystemError) {
    path = error.path
    message = "\(error.call) failed: \(error.reason)."
    switch error.errno {
    case ENOSPC, EDQUOT, EFBIG:
      code = .full
      advice = "Free some space or raise the quota, then retry the job."
    case EROFS, EACCES, EPERM:
      code = .notWritable
      advice = "Let the worker's user write to the artifact folder, or name another folder."
    case ENOENT, ENOTDIR:
      code = .missing
      advice = "Check that the artifact folder is mounted and that the artifact was not pruned."
    default:
      code = .io
      advice = "Check the disk and the kernel log, then retry the job."
    }
  }

  /// The error for a request that failed.
  init(_ error: ObjectStorageError) {
    path = error.place
    message = error.message
    switch error.code {
    case .notFound:
      code = .missing
      advice = "Check that the artifact was not pruned, and that PRESSRUN_ARTIFACTS names the right bucket and prefix."
    case .checksumMismatch:
      code = .damaged
      advice = "Restore the object from a backup, or retry the job that made it."
    case .full:
      code = .full
      advice = "Free some space or raise the quota, then retry the job."
    case .notTrusted, .unavailable, .cancelled:
      code = .unreachable
      advice = "Check the storage and the connection to it, then retry the job."
    case .bucketMissing, .accessDenied:
      code = .denied
      advice = "Check PRESSRUN_ARTIFACTS, the region, the access key and its rights to the bucket."
    case .invalidURL:
      code = .invalidDigest
      advice = "Name the artifact by 64 lower-case hexadecimal digits."
    case .preconditionFailed, .tooLarge, .invalidAnswer, .file, .refused:
      code = .io
      advice = "Check the storage's log, then retry the job."
    }
  }
}
