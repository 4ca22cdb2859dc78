import Glibc
import System

/// Why a renderer, a worker or a pipe between them could not do what was asked.
package struct FleetError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable, Codable {
    /// Bytes on the pipe that are no frame of this protocol, or a frame that does not belong there.
    case protocolViolation
    /// A header or body beyond the limit.
    case tooLarge
    /// The renderer program could not be started, or did not say that it is ready.
    case startFailed
    /// A call to the system that should not fail did.
    case system
    /// Settings that contradict each other or name something that does not exist.
    case badSettings
    /// The kernel does not let renderers give up system calls, and that was asked for.
    case sandboxRefused
  }
  package var code: Code
  /// For a person: what was wrong and what to do.
  package var message: String
  /// Where: a path, a byte offset, a flag; empty where nothing more is to be said.
  package var place: String

  package init(code: Code, message: String, place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  /// A system call that failed.
  init(_ error: SystemError, code: Code = .system) {
    self.init(code: code, message: "\(error.call): \(error.reason)", place: error.path)
  }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}

extension FleetError {
  /// The error for a system call that has just failed.
  static func system(_ call: String, _ number: Int32 = errno) -> FleetError {
    FleetError(SystemError(call, errno: number))
  }
}
