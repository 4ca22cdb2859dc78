import Archives
import ArtifactStore
import Foundation
import JobQueue
import PDF

/// What the database and the artifact store prove of a document.
enum DocumentProof {
  static func verify(
    _ id: String, chain: String?, _ queue: JobQueue, _ store: ArtifactStore
  ) async throws -> ArchiveProof {
    var proof = ArchiveProof()
    do {
      let archive = try await ArchiveInDatabase(id, queue, store)
      var builder = try archive.start()
      proof.proven.append("The base is the file that the document was registered with: \(archive.document.baseSHA256).")
      for segment in archive.segments { try builder.add(segment) }
      let manifest = builder.manifest()
      proof.proven.append(
        "The chain over the base and \(archive.segments.count) segments holds and ends with \(manifest.chain).")
      if let chain {
        proof.proven.append(
          try ArchiveChain.sentence(on: chain, base: archive.document.baseSHA256, archive.segments))
      }
      let kept = manifest.steps.filter { $0.outcome == .refused || $0.outcome == .waiting }
      proof.proven.append(
        "They make a document of \(manifest.file.bytes) bytes with the SHA-256 \(manifest.file.sha256).")
      for step in kept {
        proof.proven.append("Segment \(step.sequence) is kept and not in it: \(step.reason ?? "").")
      }
      try await verifyBuilds(of: id, archive, queue, &proof)
    } catch let error as ArchiveError {
      proof.fault = error
    } catch let error as ArtifactError {
      proof.fault = ArchiveError(.base, error.message, place: error.path)
    } catch let error as PDFError {
      proof.fault = ArchiveError(.base, error.message, place: "base", offset: error.offset)
    }
    return proof
  }

  /// What jobs built earlier must be what is built now.
  private static func verifyBuilds(
    of id: String, _ archive: ArchiveInDatabase, _ queue: JobQueue, _ proof: inout ArchiveProof
  ) async throws {
    let builds = try await queue.builds(of: id).sorted { $0.sequence < $1.sequence }
    guard !builds.isEmpty else { return }
    var builder = try archive.start()
    var next = 0
    var compared = 0
    for build in builds {
      guard build.sequence <= archive.segments.count else {
        throw ArchiveError(
          .chain, "job \(build.job) built an archive up to it, and it is gone", place: "segment \(build.sequence)")
      }
      while next < archive.segments.count, next < Int(build.sequence) {
        try builder.add(archive.segments[next])
        next += 1
      }
      // What was built by other rules may well have other bytes.
      let rules = try ArchiveManifest(json: Array(build.manifest.utf8)).rules
      guard rules == ArchiveManifest.currentRules else { continue }
      compared += 1
      let sha256 = builder.manifest().file.sha256
      guard sha256 == build.sha256 else {
        throw ArchiveError(
          .bag, "job \(build.job) built \(build.sha256) up to segment \(build.sequence), and now it is \(sha256)")
      }
    }
    guard compared > 0 else { return }
    proof.proven.append("Each of the \(compared) archives that jobs built by today's rules is what is built now.")
  }
}
