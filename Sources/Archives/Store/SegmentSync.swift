import Annotations
import ArtifactStore
import FoundationEssentials
import PDF

/// Adds segments from one client to a document. Each segment is tried first; one that does not fit or does more than
/// annotate is refused and not stored.
package struct SegmentSync {
  private let documents: DocumentStore
  private let artifacts: ArtifactStore
  private let document: AnnotatedDocument
  private let base: PDFFile
  private var parent: UpdateParent
  /// The document with all stored segments; read when a segment cannot be checked without it.
  private var trial: SegmentTrial?

  /// Why a segment was refused.
  package enum Refusal: Error {
    /// An update does not fit the file that it was made for, or does more than annotate.
    case update(PDFError)
    /// The archive would leave the segment out, for this reason.
    case segment(String)
  }

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
    _ id: String, parent: String?, madeOn: String?, in documents: DocumentStore, artifacts: ArtifactStore
  ) async throws {
    self.documents = documents
    self.artifacts = artifacts
    document = try await documents.document(id)
    base = try await artifacts.withLocalFile(of: document.baseSHA256) { try PDFFile(path: $0) }
    self.parent = try await UpdateParent(parent: parent, madeOn: madeOn, artifacts)
  }

  /// - Throws: `Refusal` if the segment is refused; `QueueError`, `PostgresError`.
  package mutating func add(
    _ bytes: [UInt8], format: ArchiveSegment.Format, clientID: String?, author: String?, deviceTime: Date?
  ) async throws -> Result {
    var segment = NewSegment(
      clientID: clientID ?? Hash.of(bytes), parent: parent.stated ?? document.baseSHA256, format: format, bytes: bytes,
      author: author, deviceTime: deviceTime)
    let warnings: [String]
    if let known = try checkWithoutDocument(segment) {
      warnings = known
    } else {
      warnings = try await checkOnDocument(&segment)
    }
    return Result(segment: segment, added: try await documents.add(segment, to: document.id), warnings: warnings)
  }

  /// Checks an update on its parent file, and other formats on the base, so that the time does not depend on the number
  /// of stored segments.
  /// - Returns: the warnings; nil if the check needs the document.
  private mutating func checkWithoutDocument(_ segment: NewSegment) throws -> [String]? {
    guard let format = segment.format.annotations else {
      do throws(PDFError) {
        return try parent.check(segment.bytes) ? [] : nil
      } catch {
        throw Refusal.update(error)
      }
    }
    // A segment may also change annotations that an earlier segment added; then it does not fit the base.
    return (try? AnnotationImport(segment.bytes, format: format, base: base))?.warnings.map(\.description)
  }

  private mutating func checkOnDocument(_ segment: inout NewSegment) async throws -> [String] {
    if trial == nil { trial = try await SegmentTrial(try await StoredDocument(document, in: documents), artifacts) }
    guard var trial = trial.take() else { return [] }
    segment.parent = parent.parent(in: trial.builder)
    let warnings = try trial.check(&segment, isParentStated: parent.stated != nil)
    if segment.format == .pdf { parent.append(segment.bytes, trial.builder) }
    self.trial = trial
    return warnings
  }
}

/// A document with all stored segments, on which new segments are tried.
private struct SegmentTrial {
  private(set) var builder: ArchiveBuilder
  private var known: [String: ArchiveSegment] = [:]

  init(_ stored: StoredDocument, _ artifacts: ArtifactStore) async throws {
    builder = try await stored.build(in: artifacts)
    for segment in stored.segments { known[segment.metadata.clientID] = segment }
  }

  /// - Returns: the warnings.
  /// - Throws: `SegmentSync.Refusal` if the archive would leave the segment out.
  mutating func check(_ segment: inout NewSegment, isParentStated: Bool) throws -> [String] {
    // A stored segment that is sent again without a parent is the stored one.
    if let stored = known[segment.clientID], stored.bytes == segment.bytes, !isParentStated {
      segment.parent = stored.metadata.parent
      return []
    }
    let step = try builder.tried(
      segment.bytes, format: segment.format, parent: segment.parent, clientID: segment.clientID)
    guard step.outcome == .refused else { return step.warnings ?? [] }
    throw SegmentSync.Refusal.segment(step.reason ?? "is refused")
  }
}
