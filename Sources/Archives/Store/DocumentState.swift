import FoundationEssentials
import PDF

/// The state of a document with all its segments, and whether a further segment fits it. Computing it needs neither
/// database nor artifact store, so that a separate process can do it.
package struct DocumentState: Codable, Sendable {
  /// The update that a stored segment without one was converted to.
  package struct Conversion: Codable, Sendable {
    package var sequence: Int
    package var update: StoredUpdate
  }

  /// The SHA-256 of the document with all segments, and with the new one if it fits.
  package private(set) var sha256: String
  package private(set) var conversions: [Conversion]
  /// It is nil without a new segment.
  package private(set) var verdict: SegmentVerdict?

  /// - Parameters:
  ///   - base: the base file of the document.
  ///   - index: the stored index of the base (`BaseIndex`); another one is made if it cannot be used.
  ///   - segment: a new segment.
  ///   - time: the present time.
  /// - Throws: `ArchiveError`, `PDFError` if the base or the chain is damaged.
  package init(
    of stored: StoredDocument, base: PDFFile, index: [UInt8]?, adding segment: SegmentCandidate?, _ bytes: [UInt8],
    at time: Date
  ) throws {
    let bases = BaseIndexCache()
    bases.add(index, of: stored.document.baseSHA256)
    let builder = try stored.build(on: base, bases: bases)
    conversions = try builder.converted.map { sequence, made in
      Conversion(
        sequence: sequence, update: try StoredUpdate(made, convertedLaterAt: time.formatted(.iso8601)))
    }
    sha256 = builder.sha256
    guard let segment else { return }
    var validation = SegmentValidation(stored, builder)
    verdict = try validation.check(bytes, segment)
    sha256 = validation.builder.sha256
  }
}
