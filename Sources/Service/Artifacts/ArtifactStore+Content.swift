import ArtifactStore
import Delivery
import Foundation
import Web

/// Stored documents as answers.
extension ArtifactStore {
  /// A stored document as content of which parts can be requested.
  /// - Parameters:
  ///   - fileName: the name that the file was given; empty for `name` with the extension of its type.
  ///   - name: without an extension.
  ///   - isShown: whether a browser may show it, which holds for PDF only. Everything else is downloaded, so that no
  ///     browser executes it.
  /// - Throws: `ArtifactError` `.missing` if the document is no longer stored.
  func content(
    _ sha256: String, bytes: Int64, mediaType: String, fileName: String = "", name: String, isShown: Bool = false
  ) async throws -> WebContent {
    // A missing document has its own status code, which cannot be sent after the content has begun.
    _ = try await find(sha256)
    let fileName = fileName.isEmpty ? "\(name).\(PathText.fileExtension(of: mediaType))" : fileName
    let isShown = isShown && mediaType == "application/pdf"
    return WebContent(
      mediaType: Self.harmless(mediaType), length: Int(bytes), tag: sha256,
      disposition: isShown ? .inline(fileName: fileName) : .attachment(fileName: fileName)
    ) { range, stream in
      try await write(sha256, range, of: Int(bytes), to: &stream)
    }
  }

  /// Types that a browser would execute are answered as plain bytes.
  private static func harmless(_ mediaType: String) -> String {
    let isExecuted = ["html", "xml", "svg", "eml", "bin"].contains(PathText.fileExtension(of: mediaType))
    return isExecuted ? "application/octet-stream" : mediaType
  }

  /// Bytes of one request for a part of an object.
  private static let pieceLimit = 4 << 20

  /// Writes a part of a document, in pieces. A whole document of a bucket is verified before its first byte is written;
  /// of a part, only its bytes are requested.
  /// - Parameter length: of the document.
  func write(
    _ sha256: String, _ range: Range<Int>, of length: Int, to stream: inout ResponseStream
  ) async throws {
    if case .bucket(let bucket) = backend, range.count < length {
      for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceLimit) {
        let end = min(start + Self.pieceLimit, range.upperBound)
        try await stream.write(try await bucket.read(sha256, start..<end))
      }
      return
    }
    try await withLocalFile(of: sha256) { path in
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      try file.seek(toOffset: UInt64(range.lowerBound))
      var rest = range.count
      while rest > 0, let piece = try file.read(upToCount: min(rest, 256 << 10)), !piece.isEmpty {
        try await stream.write(Array(piece))
        rest -= piece.count
      }
    }
  }
}
