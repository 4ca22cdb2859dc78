import Foundation

/// Every step that made an archive out of its base.
package struct ArchiveManifest: Codable, Hashable, Sendable {
  package struct File: Codable, Hashable, Sendable {
    package var bytes: Int
    package var sha256: String
  }

  /// By which rules updates are written now: raised whenever the same segments would come to other bytes, in rebasing
  /// or in what is made of XFDF, Instant JSON and ink.
  package static let currentRules = 2

  /// By which rules this archive was built.
  package var rules = currentRules
  package var document: String
  package var base: File
  /// The last segment that it knows of; 0 for the base alone.
  package var sequence: Int
  /// The chain's hash up to that segment.
  package var chain: String
  /// The archive itself; its first `base.bytes` bytes are the base.
  package var file: File
  /// One for each segment, in the order of arrival.
  package var steps: [ArchiveStep]

  /// Whether `stated`, which may be of an earlier version, tells the same.
  func agrees(with stated: ArchiveManifest) -> Bool {
    guard steps.count == stated.steps.count else { return false }
    var own = self
    own.steps = zip(steps, stated.steps).map { $0.asFarAs($1) }
    return own == stated
  }

  /// The same manifest is the same text.
  package func json() throws(ArchiveError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    } catch {
      throw ArchiveError(.metadata, "the manifest cannot be written: \(error)")
    }
  }

  /// - Throws: `metadata` where `json` is no manifest.
  package init(json: [UInt8]) throws(ArchiveError) {
    do {
      self = try JSONDecoder().decode(ArchiveManifest.self, from: Data(json))
    } catch {
      throw ArchiveError(.metadata, "this is no manifest of an archive: \(error)")
    }
  }

  init(document: String, base: File, sequence: Int, chain: String, file: File, steps: [ArchiveStep]) {
    self.document = document
    self.base = base
    self.sequence = sequence
    self.chain = chain
    self.file = file
    self.steps = steps
  }
}
