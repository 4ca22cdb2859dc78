import JSON
import OperatingSystem
import PDF

/// Reading and merging of PDF files that clients send, one after the other on a thread of its own: long work occupies no thread of
/// the server.
actor PDFOperations {
  private nonisolated let executor: ThreadExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init() throws(SystemError) { executor = try ThreadExecutor(name: "forms") }

  /// - Throws: `FormError` that names the file.
  func merge(_ files: [(name: String, bytes: [UInt8])], metadata: MetadataField?) throws -> [UInt8] {
    var parts: [FileMerge.Part] = []
    for file in files { parts.append(FileMerge.Part(try open(file))) }
    return try naming(files) { try FileMerge.merge(parts, information: try information(parts[0].file, metadata)) }
  }

  /// The pages in the ranges, scaled, with the metadata.
  func select(_ bytes: [UInt8], _ ranges: PageRanges?, scale: Double, metadata: MetadataField?) throws -> [UInt8] {
    let file = try PDFFile(bytes: bytes)
    let pages = try ranges?.pages(of: file.pages().count)
    return try FileMerge.merge(
      [FileMerge.Part(file, pages: pages, scale: scale)], information: try information(file, metadata))
  }

  func metadata(of files: [(name: String, bytes: [UInt8])]) throws -> JSONValue {
    var members: [JSONObject.Member] = []
    for file in files {
      let opened = try open(file)
      members.append(.init(name: file.name, value: try naming([file]) { try FileMetadata.json(of: opened) }))
    }
    return .object(JSONObject(members))
  }

  private func information(_ file: PDFFile, _ metadata: MetadataField?) throws -> PDFDictionary? {
    guard let metadata else { return nil }
    var information = PDFDictionary()
    for (key, value) in try file.resolve(file.trailer["Info"]).dictionary?.entries ?? [] {
      let value = try file.resolve(value)
      if value.string != nil || value.name != nil { information[key] = value }
    }
    return metadata.applied(to: information)
  }

  private func open(_ file: (name: String, bytes: [UInt8])) throws -> PDFFile {
    try naming([file]) { try PDFFile(bytes: file.bytes) }
  }

  private func naming<Value>(_ files: [(name: String, bytes: [UInt8])], _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as PDFError {
      let name = files.count == 1 ? "file '\(files[0].name)': " : ""
      throw FormError("Invalid form data: \(name)\(error.message)")
    }
  }
}
