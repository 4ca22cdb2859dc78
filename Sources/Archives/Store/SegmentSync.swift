import ArtifactStore
import FoundationEssentials
import PDF

/// Adds segments from one client to a document. Each segment is tried first; one that does not fit or does more than
/// annotate is refused and not stored. XFDF, Instant JSON and ink are converted on the document as it is, and the
/// resulting update is stored with the segment.
package struct SegmentSync {
  private let documents: DocumentStore
  private let artifacts: ArtifactStore
  private let document: AnnotatedDocument
  private var parent: UpdateParent
  /// The document with all stored segments; read when a segment cannot be checked without it.
  private var validation: SegmentValidation?

  /// The reason for which a segment was refused.
  package enum Refusal: Error {
    /// An update does not fit the file that it was made for, or does more than annotate.
    case update(PDFError)
    /// The archive would leave the segment out, for this reason.
    case segment(String)
  }

  /// A segment that was stored.
  package struct Result: Sendable {
    package var segment: NewSegment
    package var added: AddedSegment
    /// Parts of the segment that were ignored or replaced.
    package var warnings: [String]
  }

  /// - Parameters:
  ///   - parent: the SHA-256 of the file that the first update was made for.
  ///   - madeOn: the path of that file.
  package init(
    _ name: String, parent: String?, madeOn: String?, in documents: DocumentStore, artifacts: ArtifactStore
  ) async throws {
    self.documents = documents
    self.artifacts = artifacts
    document = try await documents.document(name)
    try await documents.useIndex(ofBaseOf: document, artifacts)
    self.parent = try await UpdateParent(parent: parent, madeOn: madeOn, documents, artifacts)
  }

  /// - Throws: `Refusal` if the segment is refused; `QueueError`, `PostgresError`.
  package mutating func add(
    _ bytes: [UInt8], format: ArchiveSegment.Format, clientID: String?, author: String?, deviceTime: Date?
  ) async throws -> Result {
    var segment = NewSegment(
      clientID: clientID ?? Hash.of(bytes), parent: parent.stated ?? document.baseSHA256, format: format, bytes: bytes,
      author: author, deviceTime: deviceTime)
    guard try !isCheckedOnParent(segment) else {
      validation = nil
      return Result(segment: segment, added: try await documents.add(segment, to: document.name), warnings: [])
    }
    let warnings = try await checkOnDocument(&segment)
    let added = try await documents.add(segment, to: document.name)
    try await finish(segment, added)
    return Result(segment: segment, added: added, warnings: warnings)
  }

  /// Checks an update on its parent file, so that the time does not depend on the number of stored segments.
  /// - Returns: false if the check needs the document. Segments in other formats are converted on it.
  private mutating func isCheckedOnParent(_ segment: NewSegment) throws -> Bool {
    guard segment.format == .pdf else { return false }
    do throws(PDFError) {
      return try parent.check(segment.bytes)
    } catch {
      throw Refusal.update(error)
    }
  }

  /// The document with all updates.
  private func load() async throws -> StoredDocument {
    try await DocumentConversion.complete(
      StoredDocument(document, in: documents), at: .now, in: documents, artifacts: artifacts
    ).document
  }

  /// The update of a segment is not stored if another segment arrived since it was made. Then it is made again.
  private mutating func finish(_ segment: NewSegment, _ added: AddedSegment) async throws {
    guard added.inserted else { return }
    if added.sequence == (validation?.count ?? 0) + 1 {
      validation?.count += 1
    } else {
      validation = nil
      if segment.update != nil { _ = try await load() }
    }
  }

  private mutating func checkOnDocument(_ segment: inout NewSegment) async throws -> [String] {
    if validation == nil {
      let stored = try await load()
      validation = SegmentValidation(stored, try await stored.build(in: artifacts))
    }
    guard var validation = validation.take() else { return [] }
    let verdict = try validation.check(
      segment.bytes, SegmentCandidate(clientID: segment.clientID, parent: parent.stated, format: segment.format))
    if let refusal = verdict.refusal { throw Refusal.segment(refusal) }
    (segment.parent, segment.update, segment.madeAfter) = (verdict.parent, verdict.update, verdict.madeAfter)
    if segment.format == .pdf { parent.append(segment.bytes, validation.builder) }
    self.validation = validation
    return verdict.warnings
  }
}
