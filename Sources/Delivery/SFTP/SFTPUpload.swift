import Glibc
import Networking
import OperatingSystem
import Synchronization

/// The upload of one document. It blocks; `cancel` ends it early from another thread.
final class SFTPUpload: Sendable {
  /// The uploaded document.
  struct File: Sendable {
    /// The path relative to the root.
    var path: String
    /// Whether an earlier attempt had uploaded it.
    var existed: Bool
    var hostKey: String
  }

  private struct State {
    var session: SFTPSession?
    var isCancelled = false
    var hasWritten = false
    var isRenaming = false
  }

  private let configuration: SFTPConfiguration
  private let request: DeliveryRequest
  private let path: DeliveryPath
  private let state = Mutex(State())

  init(configuration: SFTPConfiguration, request: DeliveryRequest, path: DeliveryPath) {
    self.configuration = configuration
    self.request = request
    self.path = path
  }

  func cancel() {
    let session = state.withLock { state in
      state.isCancelled = true
      return state.session
    }
    session?.interrupt()
  }

  /// Whether nothing was written yet, so that the upload can begin again in another session.
  var canStartAgain: Bool { state.withLock { !$0.hasWritten && !$0.isCancelled } }
  /// Whether the connection was lost during the rename to the final name.
  var isOutcomeUnknown: Bool { state.withLock(\.isRenaming) }

  /// A path relative to the root as the server knows it.
  func place(_ path: String) -> String {
    switch configuration.root {
    case ".": path
    case "/": "/" + path
    default: configuration.root + "/" + path
    }
  }

  /// - Returns: the file, or why this document cannot be delivered although the session works.
  func run(on session: SFTPSession, within limit: Duration) throws(SFTPError) -> Result<File, SendError> {
    let isCancelled = state.withLock { state in
      state.session = session
      return state.isCancelled
    }
    if isCancelled { session.interrupt() }
    defer { state.withLock { $0.session = nil } }
    return try session.within(limit) { () throws(SFTPError) in try upload(session) }
  }

  private func upload(_ session: SFTPSession) throws(SFTPError) -> Result<File, SendError> {
    let folder = try openFolder(session)
    let prefix = "\(PathText.temporaryPrefix)\(request.id)-"
    if request.attempt > 1 {
      // An attempt that still runs has lost its lease; it fails.
      for name in try session.names(in: folder.isEmpty ? "." : folder, limit: 100_000) where name.hasPrefix(prefix) {
        try? session.remove(join(folder, name))
      }
    }
    if let found = try existing(folder, session) { return found }
    let temporary = join(folder, prefix + String(UInt64.random(in: .min ... .max), radix: 36) + ".part")
    do throws(SFTPError) {
      if let problem = try write(temporary, session) {
        try? session.remove(temporary)
        return .failure(problem)
      }
      let outcome = try publish(temporary, folder, session)
      if case .success(let file) = outcome, !file.existed { return outcome }
      try? session.remove(temporary)
      return outcome
    } catch {
      if case .connection = error.reason { throw error }
      let isFull = error.reason == .failure && session.isFull(at: folder.isEmpty ? "." : folder) == true
      try? session.remove(temporary)
      if isFull { return .failure(SendError.sftpFull(error)) }
      throw error
    }
  }

  /// Creates the missing folders.
  /// - Returns: the path of the folder on the server; empty for the folder in which sessions begin.
  private func openFolder(_ session: SFTPSession) throws(SFTPError) -> String {
    let root = configuration.root
    guard let found = try session.attributes(of: root, follows: true) else {
      throw SFTPError(reason: .noSuchFile, path: root, place: configuration.endpoint.place)
    }
    guard found.type == .folder else {
      throw SFTPError(reason: .unexpectedType, path: root, place: configuration.endpoint.place)
    }
    var folder = root == "." ? "" : root
    for name in path.folders {
      folder = join(folder, name)
      try session.makeFolder(folder, permissions: configuration.folderMode)
    }
    return folder
  }

  private func join(_ folder: String, _ name: String) -> String {
    switch folder {
    case "": name
    case "/": "/" + name
    default: folder + "/" + name
    }
  }

  /// The names that the document may have, in the order in which they are tried.
  private var candidates: [String] {
    switch configuration.onConflict {
    case .rename: [path.file, PathText.distinct(path.file, sha256: request.document.sha256)]
    case .fail: [path.file]
    }
  }

  private enum Comparison {
    case free, same, different
  }

  private func compare(_ path: String, _ session: SFTPSession) throws(SFTPError) -> Comparison {
    guard let found = try session.attributes(of: path) else { return .free }
    guard found.type == .file else {
      throw SFTPError(reason: .unexpectedType, path: path, place: configuration.endpoint.place)
    }
    guard found.size == request.document.bytes else { return .different }
    return try session.digest(of: path).sha256 == request.document.sha256 ? .same : .different
  }

  /// The file if it exists already, or the error if it cannot be written; nil if a name is free.
  private func existing(_ folder: String, _ session: SFTPSession) throws(SFTPError) -> Result<File, SendError>? {
    for name in candidates {
      switch try compare(join(folder, name), session) {
      case .free: return nil
      case .same: return .success(File(path: path.text(name), existed: true, hostKey: session.hostKey))
      case .different: continue
      }
    }
    return .failure(
      SendError(
        code: "name_taken",
        message:
          "\(place(path.text(path.file))) exists on the server with different content; choose a name template with "
          + "distinct names, or on_conflict: rename", retry: .never))
  }

  /// Uploads the document under its temporary name, and compares its size.
  /// - Returns: the reason why the document cannot be delivered.
  private func write(_ temporary: String, _ session: SFTPSession) throws(SFTPError) -> SendError? {
    guard let source = DocumentReader(request) else { return DocumentReader.unreadable(request) }
    state.withLock { $0.hasWritten = true }
    var problem: SendError?
    var hash = SHA256()
    try session.create(temporary, permissions: configuration.mode) { () throws(SFTPError) in
      guard let chunk = source.next(session.chunkSize) else {
        problem = DocumentReader.unreadable(request)
        return []
      }
      hash.update(data: chunk)
      return chunk
    }
    if problem == nil, hash.finalize().hex != request.document.sha256 { problem = DocumentReader.damaged(request) }
    if let problem { return problem }
    let size = try session.attributes(of: temporary)?.size
    guard size == request.document.bytes else {
      return SendError(
        code: "upload_incomplete",
        message: "the server has \(size ?? 0) of \(request.document.bytes) bytes of the uploaded file",
        retry: .later(notBefore: nil))
    }
    return nil
  }

  private func publish(
    _ temporary: String, _ folder: String, _ session: SFTPSession
  ) throws(SFTPError) -> Result<File, SendError> {
    var failure: SFTPError?
    // Another writer may take the name between the comparison and the renaming; then it is compared again.
    for _ in 0..<3 {
      if let found = try existing(folder, session) { return found }
      for name in candidates where try compare(join(folder, name), session) == .free {
        do throws(SFTPError) {
          state.withLock { $0.isRenaming = true }
          try session.rename(temporary, to: join(folder, name))
          return .success(File(path: path.text(name), existed: false, hostKey: session.hostKey))
        } catch {
          if case .connection = error.reason { throw error }
          state.withLock { $0.isRenaming = false }
          failure = error
        }
        break
      }
    }
    if let failure { throw failure }
    return .failure(
      SendError(
        code: "name_taken", message: "other writers took each name of \(path.text(path.file)) at the same moment",
        retry: .later(notBefore: nil)))
  }
}
