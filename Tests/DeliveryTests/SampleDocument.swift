import Foundation
import OperatingSystem

@testable import Delivery

/// A document in a temporary folder, and delivery requests for it.
final class SampleDocument: Sendable {
  /// A temporary folder, removed with the object.
  let folder: String
  let bytes: [UInt8]
  let path: String
  let sha256: String

  init(_ bytes: [UInt8] = Array("%PDF-1.7 sample".utf8)) throws {
    folder = FileManager.default.temporaryDirectory.path + "/pressrun-sample-\(UUID().uuidString)"
    path = folder + "/document"
    self.bytes = bytes
    sha256 = SHA256.hash(data: bytes).hex
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func request(
    _ destination: String = "folder", id: Int64 = 7, attempt: Int = 1, mayHaveArrived: Bool = false,
    tenant: String = "acme", job: Int64 = 41, kind: String = "note", payload: String = "{}", options: String = "{}",
    mediaType: String = "application/pdf"
  ) throws -> DeliveryRequest {
    DeliveryRequest(
      id: id, attempt: attempt, mayHaveArrived: mayHaveArrived, tenant: tenant,
      destination: try Destination(destination),
      document: DeliveredDocument(
        job: job, kind: kind, payload: Array(payload.utf8), path: path, bytes: bytes.count, sha256: sha256,
        mediaType: mediaType, completedAt: Date(timeIntervalSince1970: 1_795_357_859)),
      options: Array(options.utf8))
  }
}

extension DeliveryRequest {
  /// The request with more files, in the folder of a sample.
  func with(further files: [(mediaType: String, text: String, number: Int?)], of sample: SampleDocument) throws -> Self
  {
    var request = self
    for (index, file) in files.enumerated() {
      let path = sample.folder + "/further-\(index)"
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: path))
      var document = request.document
      document.path = path
      document.bytes = file.text.utf8.count
      document.sha256 = SHA256.hash(data: file.text.utf8).hex
      document.mediaType = file.mediaType
      document.number = file.number
      request.further.append(document)
    }
    return request
  }
}
