import Foundation

/// Small text files of the installation: kinds, templates, stylesheets.
enum SmallFile {
  static let maximumBytes = 4 << 20

  /// - Throws: `code` if the file cannot be read, is too large or is not UTF-8.
  static func text(_ path: String, or code: CompositionError.Code) throws(CompositionError) -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CompositionError(code, "the file cannot be read", at: path)
    }
    guard data.count <= maximumBytes else {
      throw CompositionError(code, "the file is larger than \(maximumBytes) bytes", at: path)
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CompositionError(code, "the file is not UTF-8", at: path)
    }
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }
}
