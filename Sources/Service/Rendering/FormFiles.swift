import Web

/// The files of a form by their names, which may have folders: `images/logo.png`. They are valid as long as the form.
struct FormFiles: Sendable {
  let parts: [String: MultipartForm.Part]

  /// Bytes of all files together.
  static let limit = 64 << 20

  /// - Throws: `Problem` if a name is missing, leads out of the document's folder, or occurs twice.
  init(_ parts: [MultipartForm.Part]) throws(Problem) {
    guard parts.reduce(0, { $0 + $1.count }) <= Self.limit else {
      throw Problem(.bodyTooLarge, "the files have more than \(Self.limit) bytes")
    }
    var files: [String: MultipartForm.Part] = [:]
    for part in parts {
      guard let name = part.fileName, !name.isEmpty, name.utf8.count <= 500, !name.utf8.contains(where: { $0 < 0x20 }),
        name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ !["", ".", ".."].contains($0) })
      else { throw Problem(.invalidBody, "a file needs a name such as logo.png or images/logo.png", field: part.name) }
      guard files[name] == nil else { throw Problem(.invalidBody, "two files have the same name", field: name) }
      files[name] = part
    }
    self.parts = files
  }

  func bytes() throws -> [String: [UInt8]] { try parts.mapValues { try $0.bytes() } }
}
