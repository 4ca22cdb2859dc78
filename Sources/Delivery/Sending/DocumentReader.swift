import Glibc
import OperatingSystem

/// The stored document of a delivery, read in chunks. Not thread-safe.
struct DocumentReader: ~Copyable {
  private let descriptor: OwnedDescriptor
  private let path: String

  /// Fails if the file cannot be opened.
  init?(_ request: DeliveryRequest) {
    let opened = open(request.document.path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    descriptor = OwnedDescriptor(opened)
    path = request.document.path
  }

  /// The next bytes, at most `limit`; empty at the end, and nil if they cannot be read.
  func next(_ limit: Int = 1 << 18) -> [UInt8]? {
    try? FileChunk.read(descriptor.raw, limit: limit, path: path)
  }

  static func unreadable(_ request: DeliveryRequest) -> SendError {
    SendError(
      code: "artifact_unreadable",
      message: "the stored document of job \(request.document.job) cannot be read; check the artifact store",
      retry: .later(notBefore: nil))
  }

  static func damaged(_ request: DeliveryRequest) -> SendError {
    SendError(
      code: "artifact_damaged",
      message: "the stored document of job \(request.document.job) does not have the SHA-256 that is its name; "
        + "retry the job that made it", retry: .never)
  }
}
