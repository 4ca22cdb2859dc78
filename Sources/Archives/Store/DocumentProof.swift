import ArtifactStore
import PDF

/// Verifies a document against the database and the artifact store.
package enum DocumentProof {
  /// - Parameter chain: a chain hash that was recorded elsewhere; the chain must contain it.
  package static func verify(
    _ name: String, chain: String?, in documents: DocumentStore, artifacts: ArtifactStore
  ) async throws -> ArchiveProof {
    var proof = ArchiveProof()
    do {
      let stored = try await StoredDocument(name, in: documents)
      try await verify(stored, chain, artifacts, &proof)
      let builds = try await documents.builds(of: name).sorted { $0.sequence < $1.sequence }
      try await verify(builds, of: stored, artifacts, &proof)
    } catch let error as ArchiveError {
      proof.fault = error
    } catch let error as ArtifactError {
      proof.fault = ArchiveError(.base, error.message, place: error.path)
    } catch let error as PDFError {
      proof.fault = ArchiveError(.base, error.message, place: "base", offset: error.offset)
    }
    return proof
  }

  private static func verify(
    _ stored: StoredDocument, _ chain: String?, _ artifacts: ArtifactStore, _ proof: inout ArchiveProof
  ) async throws {
    var builder = try await stored.start(in: artifacts)
    proof.proven.append("The base is the file that the document was registered with: \(stored.document.baseSHA256).")
    for segment in stored.segments { try builder.add(segment) }
    let manifest = builder.manifest()
    if let disagreement = builder.disagreement { throw disagreement }
    proof.proven.append(
      "The chain over the base and \(stored.segments.count) segments holds and ends with \(manifest.chain).")
    if let chain {
      proof.proven.append(try ArchiveChain.sentence(on: chain, base: stored.document.baseSHA256, stored.segments))
    }
    proof.proven.append(
      "They make a document of \(manifest.file.bytes) bytes with the SHA-256 \(manifest.file.sha256).")
    proof.remarks = try builder.file.coveredPages().map(\.remark)
    for step in manifest.steps where step.isLeftOut {
      proof.proven.append("Segment \(step.sequence) is kept and not in it: \(step.reason ?? "").")
    }
  }

  /// Checks that the archives that jobs built earlier are identical to what is built now.
  private static func verify(
    _ builds: [BuildRecord], of stored: StoredDocument, _ artifacts: ArtifactStore, _ proof: inout ArchiveProof
  ) async throws {
    guard !builds.isEmpty else { return }
    var builder = try await stored.start(in: artifacts)
    var next = 0
    var compared = 0
    for build in builds {
      guard build.sequence <= stored.segments.count else {
        throw ArchiveError(
          .chain, "job \(build.job) built an archive up to it, and it is gone", place: "segment \(build.sequence)")
      }
      while next < stored.segments.count, next < Int(build.sequence) {
        try builder.add(stored.segments[next])
        next += 1
      }
      // An archive that was built by other rules can have other bytes.
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
