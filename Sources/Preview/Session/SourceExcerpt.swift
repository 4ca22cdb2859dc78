import Foundation

/// Some lines of a file.
package struct SourceExcerpt: Hashable, Sendable, Codable {
  /// The path of the file; nil for the composed document.
  package var path: String?
  /// The number of the first line, from 1.
  package var firstLine: Int
  package var lines: [String]

  /// Number of lines shown before and after the requested one.
  private static let context = 3
  /// Longer lines are cut off, in bytes.
  private static let lineLimit = 500

  /// - Parameter line: from 1; 0 for the start of the file.
  package init(of text: [UInt8], line: Int, path: String? = nil) {
    self.path = path
    firstLine = max(1, line - Self.context)
    let last = max(line, 1) + Self.context
    lines = []
    var number = 1
    for bytes in text.split(separator: 0x0A, maxSplits: last, omittingEmptySubsequences: false).prefix(last) {
      if number >= firstLine {
        let isCut = bytes.count > Self.lineLimit
        lines.append(String(decoding: bytes.prefix(Self.lineLimit), as: UTF8.self) + (isCut ? "…" : ""))
      }
      number += 1
    }
  }

  /// Reads a file that a problem names: a file of a template (`note/style.css`), of the installation
  /// (`Jobs/note.yaml`), or in the folder of the page. Other files are not read.
  /// - Throws: `notFound`.
  init(file name: String, line: Int, in settings: PreviewSettings) throws(PreviewError) {
    if let payload = settings.payload, name == payload {
      self.init(of: try ExamplePayload.read(payload), line: line, path: payload)
      return
    }
    var folders = settings.rendererFiles
    if let home = settings.home, settings.page == nil { folders.append(home) }
    for folder in folders {
      guard let path = Self.path(of: name, in: folder, allowed: settings.rendererFiles) else { continue }
      self.init(of: try ExamplePayload.read(path), line: line, path: path)
      return
    }
    throw PreviewError(.notFound, "there is no such file in the folders of the preview", at: name)
  }

  /// The path of an existing file without links, if it is in one of the allowed folders.
  private static func path(of name: String, in folder: String, allowed: [String]) -> String? {
    let path = URL(fileURLWithPath: name, relativeTo: URL(fileURLWithPath: folder, isDirectory: true))
      .resolvingSymlinksInPath().path
    let isAllowed = allowed.contains { path.hasPrefix(URL(fileURLWithPath: $0).resolvingSymlinksInPath().path + "/") }
    var isFolder: ObjCBool = false
    guard isAllowed, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      return nil
    }
    return path
  }
}
