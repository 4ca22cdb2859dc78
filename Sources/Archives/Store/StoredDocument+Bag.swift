import Foundation
import PDF

extension StoredDocument {
  /// Writes the document as a bag (`BagWriter`). Blocks until it is on the disk.
  /// - Parameters:
  ///   - base: the path of the base file.
  ///   - tail: the bytes of the built archive after the base.
  ///   - timestamps: timestamps of the chain up to the last segment.
  /// - Throws: `ArchiveError` `.metadata` if a converted segment has no stored update, because the bag could not be
  ///   verified on another machine.
  package func writeBag(
    base path: String, manifest: ArchiveManifest, tail: [UInt8], timestamps: [ChainTimestamp], exported: Date,
    software: String, to target: String
  ) throws {
    let converted = Set(manifest.steps.filter { $0.outcome == .converted }.map(\.sequence))
    if let segment = segments.first(where: { converted.contains($0.sequence) && $0.update == nil }) {
      throw ArchiveError(
        .metadata, "has no stored update; `pressrun archive convert \(document.name)` makes it",
        place: "segment \(segment.sequence)")
    }
    let export = ArchiveExport(
      base: try PDFFile(path: path), segments: segments, manifest: manifest, tail: tail, title: document.title,
      registered: document.registeredAt.formatted(.iso8601), exported: exported.formatted(.iso8601), software: software,
      deliveries: deliveries, timestamps: timestamps)
    try BagWriter.write(export, to: target)
  }
}
