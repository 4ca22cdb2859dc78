import Foundation
import PDF

extension StoredDocument {
  /// Writes the document as a bag (`BagWriter`). Blocks until it is on the disk.
  /// - Parameters:
  ///   - base: the path of the base file.
  ///   - tail: the bytes of the built archive after the base.
  package func writeBag(
    base path: String, manifest: ArchiveManifest, tail: [UInt8], exported: Date, software: String, to target: String
  ) throws {
    let export = ArchiveExport(
      base: try PDFFile(path: path), segments: segments, manifest: manifest, tail: tail, title: document.title,
      registered: document.registeredAt.formatted(.iso8601), exported: exported.formatted(.iso8601), software: software,
      deliveries: deliveries)
    try BagWriter.write(export, to: target)
  }
}
