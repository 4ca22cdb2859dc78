import Delivery
import Foundation
import OperatingSystem

/// A file of 40 kB that is delivered, removed with its owner.
final class SampleFile: Sendable {
  static let bytes = 40_000
  let path: String
  let content: [UInt8]
  let sha256: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/pressrun-bench-\(UUID().uuidString).pdf"
    var generator = SystemRandomNumberGenerator()
    content = (0..<Self.bytes).map { _ in UInt8.random(in: 0...255, using: &generator) }
    sha256 = SHA256.hash(data: content).hex
    try Data(content).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A delivery of the file.
  func request(_ number: Int, _ destination: Destination) -> DeliveryRequest {
    DeliveryRequest(
      id: Int64(number), attempt: 1, tenant: "acme", destination: destination,
      document: DeliveredDocument(
        job: Int64(number), kind: "invoice", payload: Array(#"{"title": "Invoice"}"#.utf8), path: path,
        bytes: Self.bytes, sha256: sha256, mediaType: "application/pdf",
        completedAt: Date(timeIntervalSince1970: 1_790_000_000)))
  }
}
