import ArtifactStore
import PDF

/// The parent of each incremental update in a sequence from one client: the first was made for a given file, or for the
/// current document; each later one for that file with the previous update.
struct UpdateParent {
  /// Hash of the parent file, if that file is available.
  private var hash: RunningHash?
  /// The parent file, if available.
  private var file: PDFGrowth?
  /// The parent that the client stated for the next update; nil if none was stated.
  private(set) var stated: String?

  /// - Parameters:
  ///   - parent: the SHA-256 of the first parent. Its file is available if it is a base or an earlier build, since
  ///     these are artifacts.
  ///   - madeOn: the path of the first parent.
  init(
    parent: String?, madeOn: String?, _ documents: DocumentStore, _ artifacts: ArtifactStore
  ) async throws {
    guard let bytes = try await Self.bytes(parent, madeOn, documents, artifacts) else {
      stated = parent
      return
    }
    hash = RunningHash(bytes)
    stated = hash?.hex
    // A file that is not a PDF is reported when the archive refuses the update.
    file = (try? PDFFile(bytes)).map { PDFGrowth(base: $0) }
    // If it cannot be read, the check of the update says why.
    if let stated { try? file?.indexBase(sha256: stated, .shared) }
  }

  /// The parent file; nil if it is not available. An artifact of another tenant is not.
  private static func bytes(
    _ parent: String?, _ madeOn: String?, _ documents: DocumentStore, _ artifacts: ArtifactStore
  ) async throws -> PDFBytes? {
    if let madeOn { return try PDFBytes(path: madeOn) }
    guard let parent, try await documents.hasArtifact(parent) else { return nil }
    do {
      return try await artifacts.withLocalFile(of: parent) { try PDFBytes(path: $0) }
    } catch let error as ArtifactError where error.code == .missing || error.code == .invalidDigest {
      return nil
    }
  }

  /// Checks that the next update fits its parent and only annotates, and advances past it. This does not need the
  /// document's earlier segments.
  /// - Returns: false if the parent file is not available.
  mutating func check(_ update: [UInt8]) throws(PDFError) -> Bool {
    guard file != nil else { return false }
    try file?.annotate(update)
    hash?.append(update)
    stated = hash?.hex
    return true
  }

  /// Advances past an update that was tried on the archive.
  mutating func append(_ update: [UInt8], _ archive: ArchiveBuilder) {
    guard let parent = stated else { return }
    hash?.append(update)
    stated = hash?.hex ?? archive.revision(on: parent, adding: update)
  }
}
