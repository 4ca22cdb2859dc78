/// Writes one artifact in chunks. Not thread-safe. If it is released without `commit`, the store does not change.
package final class ArtifactWriter {
  enum Target {
    case file(ArtifactFileWriter)
    case spool(ArtifactSpool)
  }

  private let target: Target

  init(_ target: Target) { self.target = target }

  package func append(_ chunk: [UInt8]) throws(ArtifactError) {
    switch target {
    case .file(let writer): try writer.append(chunk)
    case .spool(let spool): try spool.append(chunk)
    }
  }

  /// Makes the artifact visible and durable. Call once, after the last chunk.
  package func commit(isolation: isolated (any Actor)? = #isolation) async throws(ArtifactError) -> ArtifactRef {
    switch target {
    case .file(let writer): try writer.commit()
    case .spool(let spool): try await spool.commit()
    }
  }
}
