import ArtifactStore
import Foundation
import Glibc
import JobQueue
import OperatingSystem
import Web

extension API {
  var artifactRoutes: [Route] {
    [
      Route(
        .get, "/v1/jobs/{id}/artifact", access: Scope.artifactsRead.access, summary: "Get the document of a job.",
        description: "Ranges can be requested. The ETag is the SHA-256 of the document, which never changes.",
        documentation: .api(tag: "Jobs", id: "getArtifact"), parameters: [Self.jobID.declaration],
        answers: [
          .init(200, "The document.", mediaType: "*/*", headers: ["ETag": "Its SHA-256 in quotes."]),
          .init(206, "A part of it.", mediaType: "*/*", headers: ["Content-Range": "Which part."]),
          .init(304, "The client has it already."),
        ], problems: [.unknownJob, .wrongState, .missingArtifact, .rangeNotSatisfiable]
      ) { request in
        let found = try await job(try request[Self.jobID], in: try request.authenticated().tenants)
        guard let artifact = found.artifact else {
          throw QueueError(code: .wrongState, message: "job \(found.id) is \(found.state.rawValue) and has no document")
        }
        return try await Downloads.response(
          artifact, name: "\(found.kind)-\(found.id)", in: service.artifacts, for: request)
      }
    ]
  }
}

/// Documents as downloads.
package enum Downloads {
  /// The answer with a document, always as an attachment, so that no browser executes it.
  /// - Parameter name: the name of the file without its extension.
  package static func response(
    _ artifact: ArtifactSummary, name: String, in store: ArtifactStore, for request: WebRequest
  ) async throws -> WebResponse {
    // A missing document is an answer of its own, which is not possible any more once the content has begun.
    _ = try await store.find(artifact.sha256)
    return .content(
      WebContent(
        mediaType: mediaType(artifact.mediaType), length: Int(artifact.bytes), tag: artifact.sha256,
        disposition: .attachment(fileName: "\(name).\(fileExtension(artifact.mediaType))")
      ) { range, stream in
        try await store.withLocalFile(of: artifact.sha256) { path in
          try await copy(path, range, to: &stream)
        }
      }, for: request)
  }

  private static func copy(_ path: String, _ range: Range<Int>, to stream: inout ResponseStream) async throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path: path) }
    defer { close(descriptor) }
    var position = range.lowerBound
    while position < range.upperBound {
      let size = min(1 << 18, range.upperBound - position)
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = max(0, pread(descriptor, buffer.baseAddress, size, off_t(position)))
      }
      guard !bytes.isEmpty else { throw SystemError("pread", path: path) }
      try await stream.write(bytes)
      position += bytes.count
    }
  }

  /// Types that a browser would execute are answered as plain bytes.
  private static func mediaType(_ type: String) -> String {
    isKnown(type) ? type : "application/octet-stream"
  }

  private static let extensions = [
    "application/pdf": "pdf", "application/xml": "xml", "application/zip": "zip", "image/png": "png",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  ]

  private static func isKnown(_ type: String) -> Bool { extensions[type] != nil && type != "application/xml" }

  private static func fileExtension(_ type: String) -> String { extensions[type] ?? "bin" }
}
