import Diagnostics
import JSON
import Rendering
import Web

/// Reading and merging of PDF files that clients send. Processes of their own do it, because the files may be hostile.
struct PDFOperations: Sendable {
  let runner: FileTaskRunner

  /// - Throws: `FormError` that names the file.
  func merge(_ files: [(name: String, bytes: [UInt8])], metadata: MetadataField?) async throws -> [UInt8] {
    try await naming(files) {
      try await runner.merge(files.map(\.bytes), FileMergeOptions(information: metadata?.entries))
    }
  }

  /// The pages in the ranges, scaled, with the metadata.
  func select(_ bytes: [UInt8], _ ranges: PageRanges?, scale: Double, metadata: MetadataField?) async throws -> [UInt8]
  {
    try await naming([]) {
      try await runner.merge(
        [bytes], FileMergeOptions(pages: ranges?.ranges, scale: scale, information: metadata?.entries))
    }
  }

  func metadata(of files: [(name: String, bytes: [UInt8])]) async throws -> JSONValue {
    let found = try await naming(files) { try await runner.metadata(of: files.map(\.bytes)) }
    return .object(JSONObject(zip(files, found).map { .init(name: $0.name, value: $1) }))
  }

  private func naming<Value>(
    _ files: [(name: String, bytes: [UInt8])], _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch FileTaskFailure.file(let index, let message) {
      let name = index.flatMap { files.indices.contains($0) ? "file '\(files[$0].name)': " : nil } ?? ""
      throw FormError("Invalid form data: \(name)\(message)")
    } catch FileTaskFailure.noPages(let count) {
      throw FormError.field("nativePageRanges", "contains none of the document's \(counted(count, "page"))")
    } catch let error as RenderingError where error.isTemporary {
      throw Problem(.unavailable, error.message, headers: ["Retry-After": "2"])
    } catch let error as RenderingError where [.unreadable, .tooSlow, .tooLarge].contains(error.code) {
      throw FormError("Invalid form data: the files cannot be read within the limits: \(error.message)")
    }
  }
}
