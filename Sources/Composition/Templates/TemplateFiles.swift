import Foundation

/// The files of a template: a folder in `Templates/`, read as a whole.
package struct TemplateFiles: Hashable, Sendable {
  /// The folder's name.
  package let name: String
  /// The contents of files, by path in the folder.
  package let contents: [String: [UInt8]]

  package init(name: String, contents: [String: [UInt8]]) {
    self.name = name
    self.contents = contents
  }

  /// - Throws: `templateMissing` if there is no such folder; `templateBroken` if a file cannot be read.
  package init(folder: String) throws(CompositionError) {
    let url = URL(fileURLWithPath: folder)
    name = url.lastPathComponent
    guard FileManager.default.fileExists(atPath: folder) else { throw Self.missing(name) }
    var contents: [String: [UInt8]] = [:]
    let found = try FileStates(template: folder)
    if let (path, problem) = found.problems.min(by: { $0.key < $1.key }) {
      throw CompositionError(.templateBroken, problem, at: path)
    }
    let prefix = InstalledFiles.templatesFolder.count + name.count + 1
    for (path, state) in found.files {
      guard let data = FileManager.default.contents(atPath: state.location) else {
        throw CompositionError(.templateBroken, "the file cannot be read", at: path)
      }
      contents[String(path.dropFirst(prefix))] = [UInt8](data)
    }
    self.contents = contents
  }

  /// `template`, or else the folder's name, if there is such an HTML file.
  var main: String? { ["template", name].first { contents[$0 + ".html"] != nil } }

  /// The files in the folder itself.
  var names: [String] { contents.keys.filter { !$0.contains("/") }.sorted() }

  /// The text of a file; nil if there is none.
  /// - Throws: `templateBroken` if it is too large or not UTF-8.
  func text(_ file: String) throws(CompositionError) -> String? {
    guard let bytes = contents[file] else { return nil }
    return try SmallFile.text(bytes, or: .templateBroken, at: "\(name)/\(file)")
  }

  static func missing(_ name: String) -> CompositionError {
    CompositionError(.templateMissing, "no template.html or \(name).html in the folder", at: "Templates/\(name)")
  }
}
