import Glibc
import OperatingSystem

/// An error of a renderer process, of the pipe to it, or of the sandbox that it runs in.
package struct RenderingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Code: String, Sendable, Codable {
    /// The bytes on the pipe are not a frame of the protocol, or the frame is not expected at this point.
    case protocolViolation
    /// A header or body exceeds its limit.
    case tooLarge
    /// The renderer program could not be started, or did not report that it is ready.
    case startFailed
    /// A system call failed.
    case system
    /// The kernel does not allow the sandbox, and the sandbox was required.
    case sandboxRefused
    /// A PDF file cannot be processed, or a page of it cannot be drawn.
    case unreadable
    /// The process for a task on a PDF file was ended because it took too long.
    case tooSlow
    /// The process for a task on a PDF file was ended by another process or by the system, whatever the file is.
    case killed
    /// Too many pictures of pages, or tasks on files, wait for a process.
    case busy
  }
  package var code: Code
  /// A message for a person: the cause, and a remedy.
  package var message: String
  /// A path or a byte offset; empty if there is none.
  package var place: String

  package init(code: Code, message: String, place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  /// Whether the same task may succeed a moment later.
  package var isTemporary: Bool { code == .busy || code == .killed }

  /// A system call that failed.
  init(_ error: SystemError) {
    self.init(code: .system, message: "\(error.call): \(error.reason)", place: error.path)
  }

  /// The error for a system call that has just failed on this thread.
  static func system(_ call: String, _ number: Int32 = errno) -> RenderingError {
    RenderingError(SystemError(call, errno: number))
  }

  /// Calls `body`; a process without a result is `.unreadable`, `.tooSlow` or `.killed`.
  static func mapping<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as TaskError {
      throw RenderingError(
        code: Code(error.cause), message: error.cause == .killed ? error.reason : error.description)
    }
  }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}

extension RenderingError.Code {
  fileprivate init(_ cause: TaskError.Cause) {
    switch cause {
    case .failure: self = .unreadable
    case .tooSlow: self = .tooSlow
    case .killed: self = .killed
    }
  }
}
