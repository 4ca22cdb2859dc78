import ArtifactStore
import Diagnostics
import PDF

/// Verifies a document against the database and the artifact store.
package enum DocumentVerification {
  /// - Parameters:
  ///   - chain: a chain hash that was recorded elsewhere; the chain must contain it.
  ///   - timestamp: checks the timestamps of the chain; nil to leave that out.
  ///   - needsTimestamp: whether a document without a timestamp is a fault.
  package static func verify(
    _ name: String, chain: String?, timestamp: ChainTimestamp.Check? = nil, needsTimestamp: Bool = false,
    in documents: DocumentStore, artifacts: ArtifactStore
  ) async throws -> VerificationResult {
    do {
      let evidence = try await DocumentEvidence(name, in: documents)
      let timestamps = try await documents.timestamps(
        of: name, through: Int64(evidence.document.segments.count))
      var result = try verify(evidence, chain: chain, base: try await evidence.document.base(in: artifacts))
      guard result.fault == nil else { return result }
      do throws(ArchiveError) {
        try TimestampVerification(
          base: evidence.document.document.baseSHA256, segments: evidence.document.segments, check: timestamp
        ).verify(
          timestamps.map {
            TimestampVerification.Item(
              sequence: $0.sequence, token: $0.token, place: "timestamp of segment \($0.sequence)")
          }, isNeeded: needsTimestamp, &result)
      } catch {
        result.fault = error
      }
      return result
    } catch let error as ArchiveError {
      return VerificationResult(fault: error)
    } catch let error as ArtifactError {
      return VerificationResult(fault: ArchiveError(.base, error.message, place: error.path))
    } catch let error as PDFError {
      return VerificationResult(fault: ArchiveError(.base, error.message, place: "base", offset: error.offset))
    }
  }

  /// Verifies a document without database and artifact store.
  /// - Parameter base: its base file.
  /// - Throws: errors other than faults of the document.
  package static func verify(_ evidence: DocumentEvidence, chain: String? = nil, base: PDFFile) throws
    -> VerificationResult
  {
    var result = VerificationResult()
    do {
      try verify(evidence.document, chain, base, &result)
      try verify(evidence.builds.sorted { $0.sequence < $1.sequence }, of: evidence.document, base, &result)
    } catch let error as ArchiveError {
      result.fault = error
    } catch let error as PDFError {
      result.fault = ArchiveError(.base, error.message, place: "base", offset: error.offset)
    }
    return result
  }

  private static func verify(
    _ stored: StoredDocument, _ chain: String?, _ base: PDFFile, _ result: inout VerificationResult
  ) throws {
    var builder = try stored.start(on: base)
    result.proven.append("The base is the file that the document was registered with: \(stored.document.baseSHA256).")
    for segment in stored.segments { try builder.add(segment) }
    let manifest = builder.manifest()
    if let disagreement = builder.disagreement { throw disagreement }
    result.proven.append(
      "The chain over the base and \(counted(stored.segments.count, "segment")) holds and ends with \(manifest.chain).")
    if let chain {
      result.proven.append(try ArchiveChain.sentence(on: chain, base: stored.document.baseSHA256, stored.segments))
    }
    result.proven.append(
      "They make a document of \(manifest.file.bytes) bytes with the SHA-256 \(manifest.file.sha256).")
    result.remarks = try builder.file.coveredPages().map(\.remark)
    for step in manifest.steps where step.isLeftOut {
      result.proven.append("Segment \(step.sequence) is stored, but left out of the document: \(step.reason ?? "").")
    }
  }

  /// Checks that the archives that jobs built earlier are identical to new builds.
  private static func verify(
    _ builds: [BuildRecord], of stored: StoredDocument, _ base: PDFFile, _ result: inout VerificationResult
  ) throws {
    guard !builds.isEmpty else { return }
    var builder = try stored.start(on: base)
    var next = 0
    var compared = 0
    for build in builds {
      guard build.sequence <= stored.segments.count else {
        throw ArchiveError(
          .chain, "is missing, although job \(build.job) built an archive with it", place: "segment \(build.sequence)")
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
          .bag, "job \(build.job) built \(build.sha256) up to segment \(build.sequence), but a new build is \(sha256)")
      }
    }
    guard compared > 0 else { return }
    result.proven.append(
      "\(compared == 1 ? "The archive" : "Each of the \(compared) archives") that jobs built by the current rules is identical to a new build."
    )
  }
}
