import Glibc
import OperatingSystem
import Synchronization

/// Writes the body of an answer to a file and computes its SHA-256. The client calls it on its own thread.
final class DownloadSink: Sendable {
  private struct State {
    var hash = SHA256()
    var bytes = 0
    var failure: Failure?
  }

  enum Failure: Hashable, Sendable {
    /// The file cannot be written.
    case file(SystemError)
    /// The body is longer than the limit.
    case tooLarge

    func error(at place: String) -> ObjectStorageError {
      switch self {
      case .file(let error):
        ObjectStorageError(
          code: [ENOSPC, EDQUOT].contains(error.errno) ? .full : .file,
          message: "\(error.path): \(error.call) failed: \(error.reason).", place: place)
      case .tooLarge: ObjectStorageError(code: .tooLarge, message: "The object exceeds the limit.", place: place)
      }
    }
  }

  private let descriptor: Int32
  private let path: String
  private let limit: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - descriptor: an empty file, open for writing. It stays open.
  ///   - path: the file's name, for errors.
  init(descriptor: Int32, path: String, limit: Int) {
    self.descriptor = descriptor
    self.path = path
    self.limit = limit
  }

  /// Discards the bytes received by an earlier attempt.
  func restart() {
    state.withLock { state in
      state = State()
      if ftruncate(descriptor, 0) != 0 || lseek(descriptor, 0, SEEK_SET) != 0 {
        state.failure = .file(SystemError("ftruncate", path: path))
      }
    }
  }

  /// - Returns: false to end the transfer.
  func receive(_ chunk: [UInt8]) -> Bool {
    state.withLock { state in
      guard state.failure == nil else { return false }
      guard state.bytes + chunk.count <= limit else {
        state.failure = .tooLarge
        return false
      }
      do throws(SystemError) {
        try SystemFileOperations().writeAll(chunk, to: descriptor, named: path)
      } catch {
        state.failure = .file(error)
        return false
      }
      state.hash.update(data: chunk)
      state.bytes += chunk.count
      return true
    }
  }

  var failure: Failure? { state.withLock { $0.failure } }
  var bytes: Int { state.withLock { $0.bytes } }
  var sha256: String { state.withLock { $0.hash.finalize().hex } }
}
