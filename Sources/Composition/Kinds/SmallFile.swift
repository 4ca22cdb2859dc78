/// The text of small files of the installation: kinds, templates, stylesheets.
enum SmallFile {
  static let maximumBytes = 4 << 20

  /// - Throws: `code` if the file is too large or is not UTF-8.
  static func text(
    _ bytes: [UInt8], or code: CompositionError.Code, at place: String
  ) throws(CompositionError) -> String {
    guard bytes.count <= maximumBytes else {
      throw CompositionError(code, "the file is larger than \(maximumBytes) bytes", at: place)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CompositionError(code, "the file is not UTF-8", at: place)
    }
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }
}
