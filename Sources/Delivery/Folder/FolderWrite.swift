import Glibc
import OperatingSystem
import Synchronization

/// The writing of one document into a folder. It blocks; `cancel` ends it early from another thread.
final class FolderWrite: Sendable {
  /// The written document.
  struct File: Sendable {
    /// The path relative to the root.
    var path: String
    /// Whether an earlier attempt had written it.
    var existed: Bool
  }

  private let configuration: FolderConfiguration
  private let request: DeliveryRequest
  private let path: DeliveryPath
  private let files: any FileOperations
  private let isCancelled = Atomic(false)

  init(
    configuration: FolderConfiguration, request: DeliveryRequest, path: DeliveryPath, files: any FileOperations
  ) {
    self.configuration = configuration
    self.request = request
    self.path = path
    self.files = files
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  func run() throws(SendError) -> File {
    let outcome: Result<File, SendError>
    do throws(SystemError) {
      let root = try FolderHandle.root(configuration.root)
      if let marker = configuration.marker, try !root.hasFile(marker) {
        outcome = .failure(.missingMarker(marker, root: configuration.root))
      } else {
        outcome = try write(in: folder(below: root))
      }
    } catch {
      throw SendError.folder(error, root: configuration.root)
    }
    return try outcome.get()
  }

  private func folder(below root: consuming FolderHandle) throws(SystemError) -> FolderHandle {
    var folder = root
    for name in path.folders { folder = try folder.folder(name, mode: configuration.folderMode) }
    return folder
  }

  private func write(in folder: borrowing FolderHandle) throws(SystemError) -> Result<File, SendError> {
    let prefix = "\(PathText.temporaryPrefix)\(request.id)-"
    if request.attempt > 1 { folder.removeUnlocked(prefix: prefix) }
    if let found = try existing(in: folder) { return found }
    let temporary = prefix + String(UInt64.random(in: .min ... .max), radix: 36) + ".part"
    let file = try folder.create(temporary)
    // Others see by the lock that the writer has not ended.
    _ = flock(file.raw, LOCK_EX | LOCK_NB)
    do throws(SystemError) {
      if let problem = try copy(to: file.raw, named: folder.path + "/" + temporary) {
        folder.remove(temporary)
        return .failure(problem)
      }
      guard fchmod(file.raw, configuration.mode) == 0 else { throw SystemError("fchmod", path: folder.path) }
      try files.sync(file.raw, named: folder.path + "/" + temporary)
      let outcome = try publish(temporary, in: folder)
      if case .failure = outcome { folder.remove(temporary) }
      return outcome
    } catch {
      folder.remove(temporary)
      throw error
    }
  }

  /// The names that the document may have, in the order in which they are tried.
  private var candidates: [String] {
    switch configuration.onConflict {
    case .rename: [path.file, PathText.distinct(path.file, sha256: request.document.sha256)]
    case .fail: [path.file]
    }
  }

  /// The file if it exists already, or the error if it cannot be written; nil if a name is free.
  private func existing(in folder: borrowing FolderHandle) throws(SystemError) -> Result<File, SendError>? {
    for name in candidates {
      guard let found = try folder.digest(of: name) else { return nil }
      if found.sha256 == request.document.sha256 { return .success(File(path: path.text(name), existed: true)) }
    }
    return .failure(
      SendError(
        code: "name_taken",
        message: "\(configuration.root)/\(path.text(path.file)) exists with different content; choose a name template "
          + "with distinct names, or on_conflict: rename", retry: .never))
  }

  private func publish(
    _ temporary: String, in folder: borrowing FolderHandle
  ) throws(SystemError) -> Result<File, SendError> {
    // Another writer may take the name between the comparison and the renaming; then it is compared again.
    for _ in 0..<3 {
      for name in candidates {
        if let found = try folder.digest(of: name) {
          guard found.sha256 == request.document.sha256 else { continue }
          folder.remove(temporary)
          return .success(File(path: path.text(name), existed: true))
        }
        if try folder.publish(temporary, as: name) {
          try folder.sync()
          return .success(File(path: path.text(name), existed: false))
        }
        break
      }
      if let found = try existing(in: folder) {
        if case .success = found { folder.remove(temporary) }
        return found
      }
    }
    return .failure(
      SendError(
        code: "name_taken", message: "other writers took each name of \(path.text(path.file)) at the same moment",
        retry: .later(notBefore: nil)))
  }

  /// Copies the document.
  /// - Returns: the reason why the document cannot be delivered.
  private func copy(to target: Int32, named name: String) throws(SystemError) -> SendError? {
    guard let source = DocumentReader(request) else { return DocumentReader.unreadable(request) }
    var hash = SHA256()
    while true {
      if isCancelled.load(ordering: .relaxed) {
        return SendError(code: "cancelled", message: "the delivery was cancelled", retry: .later(notBefore: nil))
      }
      guard let chunk = source.next() else { return DocumentReader.unreadable(request) }
      if chunk.isEmpty { break }
      hash.update(data: chunk)
      try files.writeAll(chunk, to: target, named: name)
    }
    return hash.finalize().hex == request.document.sha256 ? nil : DocumentReader.damaged(request)
  }
}
