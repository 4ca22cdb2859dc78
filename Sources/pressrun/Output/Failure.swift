import Annotations
import Application
import Archives
import ArgumentParser
import ArtifactStore
import Composition
import Delivery
import Diagnostics
import Foundation
import JobQueue
import PDF
import Postgres
import Preview
import Rendering
import Web
import Worker

/// An error in the form in which the command prints it: the cause, its place and a remedy; and the exit status.
struct Failure: Error {
  static let failed: Int32 = 1
  static let badInput: Int32 = 2
  /// A bag was built by earlier rules and is proven step by step only.
  static let earlierRules: Int32 = 3

  private static let insufficientPrivilege = "42501"
  private static let missingRight =
    "as the owner of the schema, grant the login the role for this work: pressrun_producer, pressrun_worker, "
    + "pressrun_relay, pressrun_service, pressrun_monitor or pressrun_compliance (docs/operations.md)"

  var text: String
  var status: Int32

  /// - Parameter hint: a remedy.
  init(_ message: String, place: String = "", hint: String? = nil, status: Int32 = Failure.failed) {
    text = "error: " + (place.isEmpty ? "" : place + ": ") + message + (hint.map { "\n  hint: " + $0 } ?? "")
    self.status = status
  }

  /// Fails for errors of the argument parser.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as CompositionError:
      self.init(error.message, place: error.place, status: error.isPermanent ? Self.badInput : Self.failed)
    case let error as RenderFailure:
      self.init(error.message, place: error.place, status: error.isPermanent ? Self.badInput : Self.failed)
    case let error as PDFError: self.init(error.description, status: error.code == .io ? Self.failed : Self.badInput)
    case let error as ArchiveError:
      self.init(error.description, status: error.code == .missingSegment ? Self.badInput : Self.failed)
    case let error as QueueError: self.init(queue: error)
    case let error as PostgresError where error.lacksLock:
      self.init(
        "another transaction holds a lock for longer than this command waits (\(error))",
        hint: "try again; pg_stat_activity and pg_locks show the transaction")
    case let error as PostgresError:
      self.init(error.description, hint: error.sqlState == Self.insufficientPrivilege ? Self.missingRight : nil)
    case let error as ListenError: self.init(error.description, hint: error.hint)
    case let error as DeliveryError: self.init(error.message, place: error.place, status: Self.badInput)
    case let error as ShareLinkError: self.init(error.message, status: Self.badInput)
    case let error as ArtifactError:
      self.init(
        error.message, place: error.path, hint: error.advice,
        status: error.code == .invalidDigest ? Self.badInput : Self.failed)
    case let error as RenderingError: self.init(error.message, place: error.place)
    case let error as ApplicationError: self.init(error.message, place: error.place, status: Self.badInput)
    case let error as PreviewError:
      self.init(error.message, place: error.place, status: error.code == .invalidSource ? Self.badInput : Self.failed)
    case let error as WorkerError: self.init(error.message)
    case let error as CocoaError:
      let path = error.filePath ?? ""
      self.init(error.localizedDescription, place: path)
    case is CleanExit, is ValidationError, is ExitCode: return nil
    default:
      // The argument parser's error type is not public. The parser prints such errors itself.
      guard String(reflecting: type(of: error)).hasPrefix("ArgumentParser.") else {
        self.init("\(error)")
        return
      }
      return nil
    }
  }

  /// - Parameter source: the file that the annotations came from.
  init(_ error: AnnotationError, source: String) {
    self.init(error.message, place: error.place.isEmpty ? source : "\(source): \(error.place)", status: Self.badInput)
  }

  private init(queue error: QueueError) {
    let message = error.messageWithRule
    switch error.code {
    case .unknownKind, .invalidDestination, .destinationDenied, .tenantDenied, .invalidArgument, .invalidPayload,
      .unknownDocument,
      .conflict, .appendOnly:
      self.init(message, hint: error.hint, status: Self.badInput)
    case .unknownJob, .wrongState, .queueFull, .migrationMismatch, .notMigrated:
      self.init(message, hint: error.hint)
    }
  }
}

/// Writes a message to standard error, without control characters.
func printMessage(_ text: String) {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapingControlCharacters }
  FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
}
