import Foundation

/// The manifest of an archive: all steps that produced it from its base.
package struct ArchiveManifest: Codable, Hashable, Sendable {
  /// The size and the hash of a file.
  package struct File: Codable, Hashable, Sendable {
    package var bytes: Int
    package var sha256: String
  }

  /// Version of the rules for generated updates. It is incremented when the same segments would produce other bytes, by
  /// rebasing or by conversion of XFDF, Instant JSON and ink.
  package static let currentRules = 8

  /// The version of the rules by which this archive was built.
  package var rules = currentRules
  /// The name of the document.
  package var document: String
  /// The tenant of the document; nil in archives that were built by earlier versions, and without a database.
  package var tenant: String?
  /// The file with which the document was registered.
  package var base: File
  /// Sequence number of the last segment; 0 for the base alone.
  package var sequence: Int
  /// The chain hash up to that segment.
  package var chain: String
  /// The archive. Its first `base.bytes` bytes are the base.
  package var file: File
  /// One step per segment, in the order of arrival.
  package var steps: [ArchiveStep]

  /// Whether `stated`, possibly written by an earlier version, describes the same steps.
  func agrees(with stated: ArchiveManifest) -> Bool {
    guard steps.count == stated.steps.count else { return false }
    var own = self
    own.steps = zip(steps, stated.steps).map { $0.comparable(with: $1) }
    return own == stated
  }

  /// JSON with sorted keys, so that equal manifests give equal text.
  package func json() throws(ArchiveError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    } catch {
      throw ArchiveError(.metadata, "the manifest cannot be written: \(error)")
    }
  }

  /// - Throws: `metadata` if `json` is not a manifest.
  package init(json: [UInt8]) throws(ArchiveError) {
    do {
      self = try JSONDecoder().decode(ArchiveManifest.self, from: Data(json))
    } catch {
      throw ArchiveError(.metadata, "this is not a manifest of an archive: \(error)")
    }
  }

  init(
    document: String, tenant: String?, base: File, sequence: Int, chain: String, file: File, steps: [ArchiveStep]
  ) {
    self.document = document
    self.tenant = tenant
    self.base = base
    self.sequence = sequence
    self.chain = chain
    self.file = file
    self.steps = steps
  }
}
