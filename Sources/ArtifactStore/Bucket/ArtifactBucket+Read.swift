import Glibc
import ObjectStorage
import OperatingSystem

extension ArtifactBucket {
  /// The largest artifact that is read into memory, in bytes.
  private static let memoryLimit = 1 << 30

  func find(_ sha256: String) async throws(ArtifactError) -> ArtifactRef {
    let digest = try digest(sha256)
    do throws(ObjectStorageError) {
      let object = try await bucket.head(key(of: digest))
      return ArtifactRef(sha256: digest.hex, bytes: object.bytes, path: place(of: digest))
    } catch {
      throw ArtifactError(error)
    }
  }

  func read(_ sha256: String) async throws(ArtifactError) -> [UInt8] {
    let digest = try digest(sha256)
    do throws(ObjectStorageError) {
      return try await bucket.bytes(of: key(of: digest), limit: Self.memoryLimit, sha256: digest.hex)
    } catch {
      throw ArtifactError(error)
    }
  }

  /// A part of an artifact, which is not verified. The storage sends no other bytes.
  package func read(_ sha256: String, _ range: Range<Int>) async throws(ArtifactError) -> [UInt8] {
    guard !range.isEmpty else { return [] }
    let digest = try digest(sha256)
    do throws(ObjectStorageError) {
      return try await bucket.bytes(of: key(of: digest), range: range, limit: range.count)
    } catch {
      throw ArtifactError(error)
    }
  }

  func verify(_ sha256: String) async throws(ArtifactError) -> ArtifactRef {
    let copy = try await download(sha256)
    defer { copy.remove() }
    return ArtifactRef(sha256: sha256, bytes: copy.bytes, path: place(of: try digest(sha256)))
  }

  /// A verified local copy.
  func download(_ sha256: String) async throws(ArtifactError) -> TemporaryFile {
    let digest = try digest(sha256)
    let path = TemporaryFile.path(in: temporaryFolder)
    do throws(ObjectStorageError) {
      let object = try await bucket.download(key(of: digest), to: path, sha256: digest.hex)
      return TemporaryFile(path: path, bytes: object.bytes)
    } catch {
      throw ArtifactError(error)
    }
  }
}

/// A temporary file with an artifact's bytes.
struct TemporaryFile: Sendable {
  let path: String
  let bytes: Int

  private static let name = "pressrun-artifact-"

  /// A path at which no file exists.
  static func path(in folder: String) -> String {
    "\(folder)/\(name)\(String(UInt64.random(in: .min ... .max), radix: 36))"
  }

  static func isName(_ text: String) -> Bool { text.hasPrefix(name) }

  func remove() { unlink(path) }
}
