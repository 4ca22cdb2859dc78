import Archives
import ArtifactStore
import Foundation
import JobQueue
import Rendering
import Web

/// Annotated documents of one tenant. Processes of their own read the PDF files; this process reads the database only,
/// and passes on the bytes of the base.
struct DocumentProcesses {
  let documents: DocumentStore
  let artifacts: ArtifactStore
  /// It is nil if this service has no such processes.
  let files: FileTaskRunner?

  // MARK: Adding

  /// A segment that was added.
  struct Addition: Sendable {
    var segment: AddedSegment
    /// The SHA-256 of the document with all segments.
    var sha256: String
    var warnings: [String]
  }

  /// Adds a segment that fits the document and only annotates. It is tried on the document with all segments.
  /// - Throws: `Problem` `.segmentRefused` with the SHA-256 of the document; `QueueError`, `ArtifactError`.
  func add(_ segment: SegmentRequest, to name: String) async throws -> Addition {
    let candidate = SegmentCandidate(clientID: segment.clientID, parent: segment.parent, format: segment.format)
    let (state, count) = try await state(of: name, adding: (candidate, segment.content))
    guard let verdict = state.verdict else { throw Self.unavailable("the process gave no verdict") }
    if let reason = verdict.refusal {
      throw Problem(
        .segmentRefused, "\(reason); make it again for the current document, whose hash is the member parent",
        members: [.init(name: "parent", value: .string(state.sha256))])
    }
    var new = NewSegment(
      clientID: segment.id, parent: verdict.parent, format: segment.format, bytes: segment.content,
      author: segment.author, deviceTime: segment.deviceTime)
    (new.update, new.madeAfter) = (verdict.update, verdict.madeAfter)
    let added = try await documents.add(new, to: name)
    // If another segment arrived since, the document is another one, and the update of this segment was not stored.
    let isCurrent = added.sequence == (added.inserted ? count + 1 : count)
    let sha256 = isCurrent ? state.sha256 : try await self.state(of: name, adding: nil).state.sha256
    return Addition(segment: added, sha256: sha256, warnings: verdict.warnings)
  }

  /// The state of a document, after the updates of all its segments are stored.
  /// - Returns: the state, and the number of segments that it has without the new one.
  private func state(
    of name: String, adding segment: (SegmentCandidate, bytes: [UInt8])?
  ) async throws -> (state: DocumentState, count: Int) {
    // Another process may store another update of a segment at the same time, on which everything after it depends.
    for _ in 0..<5 {
      let stored = try await StoredDocument(name, in: documents)
      let index = try await index(of: stored)
      let state = try await run(stored) { files, base in
        try await files.state(of: stored, base: base, index: index, adding: segment, at: Date())
      }
      if try await record(state.conversions, in: name) { return (state, stored.segments.count) }
    }
    throw Self.unavailable("the document is being changed")
  }

  /// - Returns: false if another update of a segment is stored.
  private func record(_ conversions: [DocumentState.Conversion], in name: String) async throws -> Bool {
    for made in conversions
    where try await documents.record(made.update, of: made.sequence, in: name) != made.update.sha256 { return false }
    return true
  }

  /// The stored index of a document's base. A process that has seen the base only makes it, because no segment may have
  /// an influence on it.
  private func index(of stored: StoredDocument) async throws -> [UInt8] {
    let base = stored.document.baseSHA256
    if let known = try await documents.baseIndex(of: base) { return known }
    let made = try await run(stored) { files, path in try await files.index(ofBase: path) }
    try await documents.record(baseIndex: made, of: base)
    return made
  }

  /// The index of an artifact that becomes a base.
  /// - Throws: `Problem` `.wrongState` if nothing can be appended to it; `ArtifactError`.
  func index(ofNewBase sha256: String) async throws -> [UInt8] {
    try await run(base: sha256) { files, path in try await files.index(ofNewBase: path) }
  }

  // MARK: Reading

  /// The document with all segments.
  func file(_ name: String) async throws -> AnnotatedFile {
    let stored = try await StoredDocument(name, in: documents)
    let base = try await artifacts.find(stored.document.baseSHA256)
    let tail = try await run(stored) { files, path in try await files.tail(of: stored, base: path) }
    return AnnotatedFile(artifacts: artifacts, base: base, tail: tail.bytes, sha256: tail.sha256)
  }

  /// The heights of the pages in points.
  func pageHeights(of name: String) async throws -> [Double] {
    let stored = try await StoredDocument(name, in: documents)
    return try await run(stored) { files, path in try await files.pageHeights(of: stored, base: path) }
  }

  // MARK: Processes

  /// Calls `body` with the path of a document's base.
  private func run<Value: Sendable>(
    _ stored: StoredDocument, _ body: (FileTaskRunner, _ base: String) async throws -> Value
  ) async throws -> Value {
    try await run(base: stored.document.baseSHA256, body)
  }

  private func run<Value: Sendable>(
    base: String, _ body: (FileTaskRunner, _ base: String) async throws -> Value
  ) async throws -> Value {
    try await artifacts.withLocalFile(of: base) { path in
      guard let files else { throw Self.unavailable("this service cannot read annotated documents") }
      do {
        return try await body(files, path)
      } catch let error as RenderingError where error.code == .busy {
        throw Problem(.busy, error.message, headers: ["Retry-After": "2"])
      } catch let error as RenderingError where error.isTemporary {
        throw Problem(.unavailable, error.message, headers: ["Retry-After": "2"])
      } catch let error as RenderingError {
        throw Self.unavailable(
          "the document was not read within the limits of the service; use pressrun archive: \(error)")
      } catch FileTaskFailure.file(_, let message) {
        throw Problem(.wrongState, "the document cannot be read: \(message)")
      }
    }
  }

  private static func unavailable(_ detail: String) -> Problem { Problem(.unavailable, detail) }
}

/// A document with its annotations: a stored base, and the bytes after it.
struct AnnotatedFile: Sendable {
  let artifacts: ArtifactStore
  let base: ArtifactRef
  let tail: [UInt8]
  let sha256: String

  var length: Int { base.bytes + tail.count }

  /// The whole file.
  func bytes() async throws -> [UInt8] { try await artifacts.read(base.sha256) + tail }

  /// Writes a part of the file.
  func write(_ range: Range<Int>, to stream: inout ResponseStream) async throws {
    let front = range.clamped(to: 0..<base.bytes)
    if !front.isEmpty { try await artifacts.write(base.sha256, front, of: base.bytes, to: &stream) }
    let rest = range.clamped(to: base.bytes..<length)
    for start in stride(from: rest.lowerBound, to: rest.upperBound, by: 1 << 18) {
      let end = min(start + 1 << 18, rest.upperBound)
      try await stream.write(Array(tail[start - base.bytes..<end - base.bytes]))
    }
  }
}
