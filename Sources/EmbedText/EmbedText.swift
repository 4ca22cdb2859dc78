import Foundation

/// Writes a Swift file with a constant for the text of each file, named after it: `claim.sql` is
/// `EmbeddedText.claim_sql`. `EmbeddedText.files_in_functions` is a list of the texts of all files in folders with
/// the name `functions`, in the order of their paths.
///
/// Usage: embed-text OUTPUT FILE…
///
/// The compiler reads a string literal at once; the array of numbers of SwiftPM's `embedInCode` costs it a hundred
/// times as much.
@main enum EmbedText {
  static func main() {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      guard let output = arguments.first else { throw EmbedError(message: "usage: embed-text OUTPUT FILE...") }
      try Data(source(of: arguments.dropFirst().sorted()).utf8).write(to: URL(fileURLWithPath: output))
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func source(of paths: [String]) throws -> String {
    var pathOfName: [String: String] = [:]
    var namesInFolder: [String: [String]] = [:]
    var lines = ["enum EmbeddedText {"]
    for path in paths {
      let url = URL(fileURLWithPath: path)
      let name = constantName(of: url.lastPathComponent)
      if let other = pathOfName.updateValue(path, forKey: name) {
        throw EmbedError(message: "\(path) and \(other) have the same name; rename one of them")
      }
      lines.append("  static let \(name): String = \(try literal(ofFile: path))")
      namesInFolder[constantName(of: "files in " + url.deletingLastPathComponent().lastPathComponent), default: []]
        .append(name)
    }
    for (list, names) in namesInFolder.sorted(by: { $0.key < $1.key }) {
      lines.append("  static let \(list): [String] = [\(names.joined(separator: ", "))]")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// Characters that cannot be in a name, and a digit at the beginning, become `_`.
  private static func constantName(of file: String) -> String {
    var name = String(file.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    if name.first?.isNumber == true { name = "_" + name.dropFirst() }
    return name
  }

  /// A raw multi-line string literal, whose delimiter does not occur in the text.
  private static func literal(ofFile path: String) throws -> String {
    guard let text = String(data: try Data(contentsOf: URL(fileURLWithPath: path)), encoding: .utf8) else {
      throw EmbedError(message: "\(path) is not UTF-8 text")
    }
    // A literal would contain them as line feeds.
    if text.utf8.contains(UInt8(ascii: "\r")) { throw EmbedError(message: "\(path) has carriage returns") }
    var hashes = "#"
    while text.contains("\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
    return "\(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)"
  }
}

private struct EmbedError: Error, CustomStringConvertible {
  var message: String

  var description: String { message }
}
