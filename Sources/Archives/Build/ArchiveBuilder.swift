import OperatingSystem
import PDF

/// Builds an archive: the base, followed by the updates of all segments.
///
/// Segments are applied in the order of arrival, but not before the segment they were made for. Therefore an archive up
/// to one sequence number is a prefix of the archive up to a later one. A segment that is invalid or does more than
/// annotate is left out, with a reason, and does not affect others. The same base and segments give the same bytes.
package struct ArchiveBuilder {
  /// Converts a segment in another format to an incremental update of `file`.
  package typealias Converter = (_ segment: ArchiveSegment, _ file: PDFFile) throws -> ConvertedSegment

  private let document: String
  private let tenant: String?
  private let base: ArchiveManifest.File
  private let bases: BaseIndexCache
  private let convert: Converter
  private var merge: PDFMerge
  /// Revisions for which segments can be made, by SHA-256.
  private var revisions: [String: (revision: PDFMerge.Revision, hash: SHA256)] = [:]
  /// Hash state of the archive so far.
  private var hash: SHA256
  private var head: String
  private var chain: ArchiveChain
  private var waiting: [ArchiveSegment] = []
  private var steps: [Int: ArchiveStep] = [:]
  private var triedCount = 0
  /// The updates to which segments without a stored one were converted, by sequence number.
  package private(set) var converted: [(sequence: Int, made: ConvertedSegment)] = []
  /// An error for the first stored update that differs from its segment.
  package private(set) var disagreement: ArchiveError?

  /// - Parameters:
  ///   - tenant: the tenant of the document; nil if unknown.
  ///   - sha256: the expected hash of the base; nil if unknown.
  /// - Throws: `ArchiveError` `.base`; `PDFError` if nothing may be appended to the base.
  package init(
    document: String, tenant: String? = nil, base file: PDFFile, sha256: String? = nil,
    convert: @escaping Converter = ArchiveBuilder.refuse
  ) throws {
    try self.init(document: document, tenant: tenant, base: file, sha256: sha256, bases: .shared, convert: convert)
  }

  /// - Parameter bases: the indexes of bases that are known.
  init(
    document: String, tenant: String? = nil, base file: PDFFile, sha256: String? = nil, bases: BaseIndexCache,
    convert: @escaping Converter = ArchiveBuilder.refuse
  ) throws {
    try file.requireAppendable()
    let state = Hash.state(file.bytes, file.length)
    let found = Hash.hex(state.finalize())
    guard sha256 == nil || sha256 == found else {
      throw ArchiveError(.base, "the base hashes to \(found), and the document was registered with \(sha256 ?? "")")
    }
    self.document = document
    self.tenant = tenant
    self.convert = convert
    self.bases = bases
    base = ArchiveManifest.File(bytes: file.length, sha256: found)
    merge = PDFMerge(base: file)
    (hash, head) = (state, found)
    revisions[found] = (merge.tip, state)
    chain = ArchiveChain(document: document, tenant: tenant, base: found)
  }

  /// A converter for archives that contain incremental updates only.
  package static func refuse(_ segment: ArchiveSegment, _ file: PDFFile) throws -> ConvertedSegment {
    throw PDFError(
      code: .segment, message: "Segments in the form of \(segment.metadata.format.rawValue) are not known.")
  }

  /// The archive so far.
  package var file: PDFFile { merge.file }

  var baseSHA256: String { base.sha256 }

  /// The SHA-256 of the archive so far.
  package var sha256: String { head }

  /// The SHA-256 of the revision `parent` with an update appended; nil if that revision is unknown.
  package func revision(on parent: String, adding update: [UInt8]) -> String? {
    guard var hash = revisions[parent]?.hash else { return nil }
    hash.update(data: update)
    return Hash.hex(hash.finalize())
  }

  /// The bytes after the base.
  package var tail: [UInt8] { merge.tail }

  /// Adds the next segment in the order of arrival. A segment that cannot be applied does not throw; its step records
  /// the reason.
  /// - Throws: `ArchiveError` `.chain` if it is not the next segment of the chain.
  package mutating func add(_ segment: ArchiveSegment) throws(ArchiveError) {
    try chain.append(segment)
    guard revisions[segment.metadata.parent] != nil || segment.metadata.format != .pdf else {
      waiting.append(segment)
      return
    }
    apply(segment)
    // Apply segments that were waiting for it, in the order of arrival.
    while let next = waiting.firstIndex(where: { revisions[$0.metadata.parent] != nil }) {
      apply(waiting.remove(at: next))
    }
  }

  /// Tries a segment that is not part of the chain. Segments that are tried later are applied after it.
  package mutating func tried(
    _ bytes: [UInt8], format: ArchiveSegment.Format, parent: String, clientID: String
  ) throws(ArchiveError) -> ArchiveStep {
    let number = chain.count + 1 + triedCount
    triedCount += 1
    let segment = ArchiveSegment(
      untracked: bytes, sequence: number, document: document, format: format, parent: parent, clientID: clientID)
    guard format != .pdf || revisions[parent] != nil else {
      return ArchiveStep(segment, .waiting, reason: "its parent revision \(parent) is missing")
    }
    apply(segment)
    return steps.removeValue(forKey: number) ?? ArchiveStep(segment, .refused)
  }

  /// The manifest of the segments that were added so far, with those that wait.
  package func manifest() -> ArchiveManifest {
    var all = steps
    for segment in waiting {
      all[segment.sequence] = ArchiveStep(
        segment, .waiting, reason: "its parent revision \(segment.metadata.parent) is missing")
    }
    return ArchiveManifest(
      document: document, tenant: tenant, base: base, sequence: chain.count, chain: chain.head,
      file: .init(bytes: file.length, sha256: head), steps: all.sorted { $0.key < $1.key }.map(\.value))
  }

  // MARK: One segment

  private mutating func apply(_ segment: ArchiveSegment) {
    var step = ArchiveStep(segment, .appended)
    // If the base cannot be read, the check of the segment says why.
    try? merge.indexBase(sha256: base.sha256, bases)
    do {
      let start = file.length
      if segment.metadata.format != .pdf {
        step.outcome = .converted
        step.recordWarnings(try append(converted: segment))
      } else if let parent = revisions[segment.metadata.parent] {
        let merged = try merge.append(segment.bytes, madeOn: parent.revision)
        recordAppended(merged)
        if let branch = merged.branch {
          step.outcome = .rebased
          step.overridden = merged.report.overridden.map { merged.report.number(of: $0) }
          step.restored = merged.report.restored.map { merged.report.number(of: $0) }
          var own = parent.hash
          own.update(data: segment.bytes)
          add(branch, own)
        }
      }
      step.start = start
      step.end = file.length
      step.sha256 = head
    } catch {
      step.outcome = .refused
      step.reason = "\(error)"
    }
    steps[segment.sequence] = step
  }

  /// Appends the stored update of a segment, or else converts it.
  /// - Returns: the warnings of the conversion.
  private mutating func append(converted segment: ArchiveSegment) throws -> [String] {
    let made = try segment.update?.conversion().made ?? convert(segment, file)
    // The update is empty if the file already has the segment's changes.
    if !made.update.isEmpty {
      let before = file
      let merged = try merge.append(made.update, madeOn: merge.tip)
      recordAppended(merged)
      if segment.update != nil { compare(segment, before, merged.changes) }
    }
    if segment.update == nil { converted.append((segment.sequence, made)) }
    return made.warnings
  }

  private mutating func compare(_ segment: ArchiveSegment, _ before: PDFFile, _ changes: [AnnotationChange]) {
    guard disagreement == nil else { return }
    do {
      try SegmentAgreement.check(segment, before: before, after: file, changes: changes)
    } catch let error as ArchiveError {
      disagreement = error
    } catch {
      disagreement = ArchiveError(
        .bag, "it cannot be compared with its update: \(error)", place: "segment \(segment.sequence)")
    }
  }

  /// Records appended bytes.
  private mutating func recordAppended(_ merged: PDFMerge.Step) {
    hash.update(data: merged.appended)
    head = add(merge.tip, hash)
  }

  /// The first revision with a given hash is kept.
  @discardableResult
  private mutating func add(_ revision: PDFMerge.Revision, _ hash: SHA256) -> String {
    let name = Hash.hex(hash.finalize())
    if revisions[name] == nil { revisions[name] = (revision, hash) }
    return name
  }
}
