import Foundation
import OperatingSystem

/// Limits on a multipart body. The number of bytes is limited by the route.
package struct MultipartLimits: Sendable {
  package var parts = 100
  /// Bytes of a part that are kept in memory; longer ones are written to temporary files.
  package var memory = 64 << 10
  package init(parts: Int = 100, memory: Int = 64 << 10) {
    self.parts = parts
    self.memory = memory
  }
}

/// The parts of a `multipart/form-data` body. It is valid within the call of `WebBody.multipart`.
package struct MultipartForm: Sendable {
  package struct Part: Sendable {
    package enum Content: Sendable {
      case memory([UInt8])
      /// The path of a temporary file.
      case file(String)
    }

    package let name: String
    /// The file name sent by the client. It is not safe as a path.
    package let fileName: String?
    /// The media type in lower case, without parameters.
    package let mediaType: String?
    package let content: Content
    /// The number of bytes.
    package let count: Int

    package func bytes() throws -> [UInt8] {
      switch content {
      case .memory(let bytes): return bytes
      case .file(let path): return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      }
    }

    /// - Throws: `Problem` if the part is not UTF-8.
    package func text() throws -> String {
      guard let text = String(validating: try bytes(), as: UTF8.self) else {
        throw Problem(.invalidBody, "the part is not UTF-8", field: name)
      }
      return text
    }
  }

  /// The parts in the order in which they were sent.
  package let parts: [Part]

  package func all(named name: String) -> [Part] { parts.filter { $0.name == name } }

  /// The only part with this name; nil if absent.
  /// - Throws: `Problem` if there are several.
  package func part(named name: String) throws(Problem) -> Part? {
    let found = all(named: name)
    guard found.count <= 1 else {
      throw Problem(.invalidBody, "the part is given \(found.count) times; give it once", field: name)
    }
    return found.first
  }
}

extension WebBody {
  /// Reads a multipart body and calls `use` with its parts. Afterwards their temporary files are removed.
  /// - Throws: `Problem`, errors of files, and the errors of `use`.
  package func multipart<Value: Sendable>(
    limits: MultipartLimits = MultipartLimits(), _ use: (MultipartForm) async throws -> Value
  ) async throws -> Value {
    var parser = try MultipartParser(contentType: contentType)
    var collector = MultipartCollector(limits)
    defer { collector.removeFiles() }
    try await read { piece in
      for event in try parser.add(piece.readableBytesView) { try collector.add(event) }
    }
    try parser.finish()
    return try await use(MultipartForm(parts: collector.parts))
  }
}

/// Puts the parts of a body together.
private struct MultipartCollector: ~Copyable {
  private let limits: MultipartLimits
  private let files = SystemFileOperations()
  private(set) var parts: [MultipartForm.Part] = []
  private var header: MultipartHeader?
  private var bytes: [UInt8] = []
  private var count = 0
  private var folder: String?
  private var file: (path: String, descriptor: Int32)?

  init(_ limits: MultipartLimits) { self.limits = limits }

  mutating func add(_ event: MultipartParser.Event) throws {
    switch event {
    case .begin(let header):
      guard parts.count < limits.parts else {
        throw Problem(.bodyTooLarge, "the body has more than \(limits.parts) parts")
      }
      self.header = header
      bytes = []
      count = 0
    case .data(let data):
      count += data.count
      bytes += data
      if bytes.count > limits.memory { try spill() }
    case .end: try endPart()
    }
  }

  private mutating func endPart() throws {
    guard let header else { return }
    var content = MultipartForm.Part.Content.memory(bytes)
    if let file {
      try spill()
      try files.close(file.descriptor, named: file.path)
      self.file = nil
      content = .file(file.path)
    }
    parts.append(
      .init(
        name: header.name, fileName: header.fileName, mediaType: header.mediaType, content: content, count: count))
    self.header = nil
    bytes = []
  }

  /// Writes the bytes to the part's file.
  private mutating func spill() throws {
    if file == nil {
      let path = try makeFolder() + "/\(parts.count)"
      file = (path, try files.create(path, permissions: 0o600))
    }
    if let file { try files.writeAll(bytes, to: file.descriptor, named: file.path) }
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func makeFolder() throws -> String {
    if let folder { return folder }
    var template = Array((FileManager.default.temporaryDirectory.path + "/pressrun-form-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    folder = path
    return path
  }

  mutating func removeFiles() {
    if let file { try? files.close(file.descriptor, named: file.path) }
    file = nil
    if let folder { try? FileManager.default.removeItem(atPath: folder) }
  }
}
