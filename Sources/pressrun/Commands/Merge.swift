import ArgumentParser
import Foundation
import PDF

struct Merge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge PDF files into one.",
    discussion: """
      Links, destinations, outlines, tags, attachments, form fields and layers are kept, and fonts and images that several \
      files contain are written once. The outline has an item for each file, with the file's own outline below it. For a cover, \
      a table of contents or page numbers, see docs/binders.md.
      """)

  @Argument(help: "The PDF files, in their order; '-' for stdin.")
  var files: [String] = []

  @Option(help: "A text file with the names of further files, one on each line; '-' for stdin.")
  var filesFrom: String?

  @Option(name: .shortAndLong, help: "The file to write; it appears complete or not at all. '-' for stdout.")
  var output: String

  @Option(help: "The title of the new file. Default: the first file's.")
  var title: String?

  @Flag(inversion: .prefixedNo, help: "Add an item to the outline for each file.")
  var outline = true

  @Flag(help: "Record how 'pressrun artifacts split' restores each file byte for byte.")
  var restorable = false

  func run() throws {
    let names = try files + listedFiles()
    guard !names.isEmpty else { throw ValidationError("Name the files to merge, or a list of them with --files-from.") }
    var merge = FileMerge()
    var information: PDFDictionary?
    for name in names {
      let input = name == "-" ? PDFBytes(try readAll(.standardInput)) : nil
      try about(name, as: .part) { () throws(PDFError) in
        let file = if let input { try PDFFile(input) } else { try PDFFile(path: name) }
        if information == nil { information = try file.information().texts() }
        var part = FileMerge.Part(file)
        if outline { part.title = try file.title() ?? Self.title(of: name) }
        part.isRestorable = restorable
        try merge.add(part)
      }
    }
    if let title { information?["Title"] = .text(title) }
    let merged = try about(output, as: .part) { () throws(PDFError) in
      try merge.finish(information: information ?? [:])
    }
    try write(merged, to: output)
  }

  private func listedFiles() throws -> [String] {
    guard let filesFrom else { return [] }
    // File names may contain the other line breaks of Unicode.
    return String(decoding: try read(filesFrom), as: UTF8.self).split { $0 == "\n" || $0 == "\r\n" }.map(String.init)
  }

  /// A file's name without folder and extension.
  private static func title(of path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }
}
