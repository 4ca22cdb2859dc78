import Application
import Archives
import ArtifactStore
import Composition
import Foundation
import OperatingSystem

/// Bags as artifacts, for kinds with `output: bag`.
extension Worker {
  /// Makes the bag of an archive that was rendered, and stores it.
  /// - Parameter tenant: the job's tenant, to which the document belongs.
  /// - Throws: `ArtifactError`, `ArchiveError`, `PDFError`, and the errors of the database.
  func storeBag(of archive: ArchiveRecord, _ pdf: [UInt8], tenant: String) async throws -> ArtifactRef {
    let documents = DocumentStore(queue, tenant: tenant)
    let stored = try await StoredDocument(archive.document, through: archive.sequence, in: documents)
    let timestamps = try await documents.timestamps(of: archive.document, through: Int64(archive.sequence))
    let manifest = try ArchiveManifest(json: Array(archive.manifest.utf8))
    let folder = FileManager.default.temporaryDirectory.path + "/pressrun-bag-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bag = "\(folder)/\(archive.document)-\(archive.sequence).tar"
    try await store.withLocalFile(of: stored.document.baseSHA256) { base in
      try await onThread(name: "bag") {
        try stored.writeBag(
          base: base, manifest: manifest, tail: Array(pdf.dropFirst(manifest.base.bytes)),
          timestamps: timestamps, exported: Date(),
          software: "Pressrun \(pressrunVersion)", to: bag)
      }
    }
    let writer = try store.write()
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: bag))
    defer { try? file.close() }
    while let chunk = try file.read(upToCount: 1 << 20), !chunk.isEmpty { try writer.append([UInt8](chunk)) }
    return try await writer.commit()
  }
}
