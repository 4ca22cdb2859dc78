import PDF
import System

/// Builds an archive: the base, and after it what the segments add, in order.
///
/// A segment comes after what it was made on; otherwise segments come in the order of arrival. So what was built up to
/// a sequence number is the beginning of what is built up to a later one. A segment that does not hold, or does more
/// than annotate, stays out with its reason; nothing else depends on it. The same base and segments give the same
/// bytes.
package struct ArchiveBuilder {
  /// Makes an update on `file` of a segment that is no update itself.
  package typealias Converter = (_ segment: ArchiveSegment, _ file: PDFFile) throws -> ConvertedSegment

  private let document: String
  private let base: ArchiveManifest.File
  private let convert: Converter
  private var merge: PDFMerge
  /// The revisions that segments may have been made on, by the SHA-256 of their bytes.
  private var revisions: [String: (revision: PDFMerge.Revision, hash: SHA256)] = [:]
  /// Of the archive so far.
  private var hash: SHA256
  private var head: String
  private var chain: ArchiveChain
  private var waiting: [ArchiveSegment] = []
  private var steps: [Int: ArchiveStep] = [:]
  private var trials = 0

  /// - Parameters:
  ///   - sha256: what the base must hash to; nil where that is not known.
  /// - Throws: `ArchiveError` `.base`, `PDFError` where nothing may be appended to the base.
  package init(
    document: String, base file: PDFFile, sha256: String? = nil,
    convert: @escaping Converter = ArchiveBuilder.refuse
  ) throws {
    try file.requireAppendable()
    let state = Hash.state(file.bytes, file.length)
    let found = Hash.hex(state.finalize())
    guard sha256 == nil || sha256 == found else {
      throw ArchiveError(.base, "the base hashes to \(found), and the document was registered with \(sha256 ?? "")")
    }
    self.document = document
    self.convert = convert
    base = ArchiveManifest.File(bytes: file.length, sha256: found)
    merge = PDFMerge(base: file)
    (hash, head) = (state, found)
    revisions[found] = (merge.tip, state)
    chain = ArchiveChain(document: document, base: found)
  }

  /// For archives of updates alone.
  package static func refuse(_ segment: ArchiveSegment, _ file: PDFFile) throws -> ConvertedSegment {
    throw PDFError(
      code: .segment, message: "Segments in the form of \(segment.metadata.format.rawValue) are not known.")
  }

  /// The archive so far.
  package var file: PDFFile { merge.file }

  /// The SHA-256 of the archive so far.
  package var sha256: String { head }

  /// The SHA-256 of the revision `parent` with an update after it; nil where that revision is not known.
  package func revision(on parent: String, adding update: [UInt8]) -> String? {
    guard var hash = revisions[parent]?.hash else { return nil }
    hash.update(data: update)
    return Hash.hex(hash.finalize())
  }

  /// What stands after the base.
  package var tail: [UInt8] { merge.tail }

  /// Takes the next segment in the order of arrival.
  /// - Throws: `ArchiveError` `.chain` where it is not the next one of the chain. A segment that cannot be put into the
  ///   file throws nothing: its step says so.
  package mutating func add(_ segment: ArchiveSegment) throws(ArchiveError) {
    try chain.append(segment)
    guard revisions[segment.metadata.parent] != nil || segment.metadata.format != .pdf else {
      waiting.append(segment)
      return
    }
    apply(segment)
    // What waited for it comes now, in the order of arrival.
    while let next = waiting.firstIndex(where: { revisions[$0.metadata.parent] != nil }) {
      apply(waiting.remove(at: next))
    }
  }

  /// What would become of a segment that is not in the chain yet; it is taken in for those that are tried after it.
  package mutating func tried(
    _ bytes: [UInt8], format: String, parent: String, clientID: String
  ) throws(ArchiveError) -> ArchiveStep {
    guard let format = ArchiveSegment.Format(rawValue: format) else {
      throw ArchiveError(.metadata, "there is no format \(format)")
    }
    let number = chain.count + 1 + trials
    trials += 1
    let segment = ArchiveSegment(
      untracked: bytes, sequence: number, document: document, format: format, parent: parent, clientID: clientID)
    guard format != .pdf || revisions[parent] != nil else {
      return ArchiveStep(segment, .waiting, reason: "what it was made on, \(parent), is not there")
    }
    apply(segment)
    return steps.removeValue(forKey: number) ?? ArchiveStep(segment, .refused)
  }

  package func manifest() -> ArchiveManifest {
    var all = steps
    for segment in waiting {
      all[segment.sequence] = ArchiveStep(
        segment, .waiting, reason: "what it was made on, \(segment.metadata.parent), is not there")
    }
    return ArchiveManifest(
      document: document, base: base, sequence: chain.count, chain: chain.head,
      file: .init(bytes: file.length, sha256: head), steps: all.sorted { $0.key < $1.key }.map(\.value))
  }

  // MARK: One segment

  private mutating func apply(_ segment: ArchiveSegment) {
    var step = ArchiveStep(segment, .appended)
    do {
      let start = file.length
      if segment.metadata.format != .pdf {
        step.outcome = .converted
        let made = try convert(segment, file)
        step.note(made.warnings)
        // Where it asks for what is there already there is nothing to append.
        if !made.update.isEmpty { note(try merge.append(made.update, madeOn: merge.tip)) }
      } else if let parent = revisions[segment.metadata.parent] {
        let merged = try merge.append(segment.bytes, madeOn: parent.revision)
        note(merged)
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

  /// Takes in what was appended.
  private mutating func note(_ merged: PDFMerge.Step) {
    hash.update(data: merged.appended)
    head = add(merge.tip, hash)
  }

  /// What was there first under a hash stays.
  @discardableResult
  private mutating func add(_ revision: PDFMerge.Revision, _ hash: SHA256) -> String {
    let name = Hash.hex(hash.finalize())
    if revisions[name] == nil { revisions[name] = (revision, hash) }
    return name
  }
}
