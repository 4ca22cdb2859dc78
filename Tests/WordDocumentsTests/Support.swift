import CZip
import Composition
import Diagnostics
import Foundation
import OperatingSystem
import ProgramTesting
import TestSupport

/// A document written for a test, with its parts.
struct TestDocument {
  let bytes: [UInt8]
  let warnings: [Diagnostic]
  private let parts: [String: String]

  /// - Parameter css: an author style sheet.
  init(_ html: String, css: String = "", prepare: (inout HTMLDocument) -> Void = { _ in }) throws {
    var source = HTMLDocument(html: Array("<!doctype html>\(html)".utf8))
    source.stylesheets = [.init(css: css, source: "test.css")]
    prepare(&source)
    let written = try withLargeStack(64 << 20) { [source] in
      Result { try Typesetter().word(source) }
    }.get()
    bytes = written.bytes
    warnings = written.warnings
    parts = Self.unpack(written.bytes)
  }

  /// A part as text, without its XML declaration; empty if there is none.
  func part(_ name: String) -> String { parts[name] ?? "" }
  var names: Set<String> { Set(parts.keys) }
  var body: String { part("word/document.xml") }
  var styles: String { part("word/styles.xml") }
  var codes: [String] { warnings.map(\.code) }

  /// The elements `w:name` of a part, with their content; not nested ones.
  func elements(_ name: String, of part: String = "word/document.xml") -> [String] {
    var rest = Substring(self.part(part))
    var found: [String] = []
    while let start = rest.range(of: "<w:\(name)[ >/]", options: .regularExpression) {
      let tail = rest[start.lowerBound...]
      guard let close = tail.range(of: ">") else { break }
      if tail[..<close.lowerBound].hasSuffix("/") {
        found.append(String(tail[..<close.upperBound]))
        rest = tail[close.upperBound...]
        continue
      }
      guard let end = tail.range(of: "</w:\(name)>") else { break }
      found.append(String(tail[..<end.upperBound]))
      rest = tail[end.upperBound...]
    }
    return found
  }

  /// The style with a name, as XML.
  func style(_ name: String) -> String? {
    elements("style", of: "word/styles.xml").first { $0.contains("<w:name w:val=\"\(name)\"/>") }
  }

  /// The paragraph that contains a text.
  func paragraph(_ text: String) -> String { elements("p").first { $0.contains(text) } ?? "" }

  private static func unpack(_ bytes: [UInt8]) -> [String: String] {
    var result: [String: String] = [:]
    var copy = bytes
    copy.withUnsafeMutableBytes { buffer in
      guard let source = zip_source_buffer_create(buffer.baseAddress, UInt64(buffer.count), 0, nil),
        let archive = zip_open_from_source(source, ZIP_RDONLY, nil)
      else { return }
      defer { zip_discard(archive) }
      for index in 0..<UInt64(max(0, zip_get_num_entries(archive, 0))) {
        var status = zip_stat_t()
        guard zip_stat_index(archive, index, 0, &status) == 0, let file = zip_fopen_index(archive, index, 0) else {
          continue
        }
        defer { zip_fclose(file) }
        var content = [UInt8](repeating: 0, count: Int(status.size))
        guard zip_fread(file, &content, status.size) == Int64(status.size) else { continue }
        result[String(cString: status.name)] = String(decoding: content, as: UTF8.self)
      }
    }
    return result
  }
}

/// Runs programs on a document in a temporary folder.
final class TestFiles {
  let folder = FileManager.default.temporaryDirectory.path + "/word-" + UUID().uuidString

  init(_ files: [String: [UInt8]]) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name)) }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Runs a program in the folder.
  func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let run = try TestProgram([program] + arguments, in: folder, errors: .collected)
    return (run.status, run.text)
  }
}

/// A picture of 2 by 1 px as a `data:` URL.
let pngURL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP8z8DAwMAAAAYIAQHLR3Z1AAAAAElFTkSuQmCC"
