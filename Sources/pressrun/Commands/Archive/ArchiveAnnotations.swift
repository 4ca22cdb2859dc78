import Annotations
import Application
import ArgumentParser
import PDF

struct ArchiveAnnotations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "annotations",
    abstract: "List the annotations of a PDF or a document, or write them as XFDF or Instant JSON.")

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, xfdf
    case instantJSON = "instant-json"
  }

  @Argument(help: "A PDF, or a document's name.")
  var target: String

  @Option(help: "As they were after this revision or segment; 0 is the base. The newest by default.")
  var at: Int?

  @Option(help: "text (a table, answers under what they answer), json (an object a line), xfdf or instant-json.")
  var format = Format.text

  @Option(name: .shortAndLong, help: "The file to write; \"-\" is stdout.")
  var output = "-"

  func validate() throws {
    guard at.map({ $0 >= 0 }) ?? true else { throw ValidationError("--at is a number from 0.") }
  }

  func run() async throws {
    switch ArchiveTarget(target) {
    case .file(let path): try show(try file(path))
    case .bag(let path):
      throw Failure("is a bag: its files lie open in it", place: path, status: Failure.badInput)
    case .document(let id):
      let installation = Installation()
      let archive = try await installation.withQueue { queue in
        try await ArchiveInDatabase(id, through: at, queue, installation.artifactStore)
      }
      try show(archive.build().file)
    }
  }

  private func file(_ path: String) throws -> PDFFile {
    guard let at else { return try about(path) { () throws(PDFError) in try PDFFile(path: path) } }
    let (bytes, revisions) = try about(path) { () throws(PDFError) in
      let bytes = try PDFBytes(path: path)
      return (bytes, try PDFFile(bytes).revisions())
    }
    guard at < revisions.count else {
      throw Failure("has revisions 0 to \(revisions.count - 1)", place: path, status: Failure.badInput)
    }
    return try about(path) { () throws(PDFError) in try PDFFile(bytes, length: revisions[at].range.upperBound) }
  }

  private func show(_ pdf: PDFFile) throws {
    let document: (text: String, warnings: [AnnotationWarning])
    do throws(AnnotationError) {
      switch format {
      case .text, .json:
        let threads = try AnnotationThreads(pdf)
        document = (format == .json ? threads.lines : threads.table, threads.warnings)
      case .xfdf:
        let written = try XFDFWriter.document(of: pdf)
        document = (written.xfdf, written.warnings)
      case .instantJSON:
        let written = try InstantJSONWriter.document(of: pdf)
        document = (written.json, written.warnings)
      }
    } catch {
      throw Failure(error, source: target)
    }
    for warning in document.warnings { complain("warning: \(target): \(warning)") }
    try write(Array(document.text.utf8), to: output)
  }
}

/// A file's annotations for people: each with the answers to it under it, however deep these go.
struct AnnotationThreads {
  private var entries: [(annotation: Annotation, depth: Int)] = []
  private(set) var warnings: [AnnotationWarning] = []

  init(_ file: PDFFile) throws(AnnotationError) {
    var reader = AnnotationReader(file)
    let pages: [PDFPage]
    do throws(PDFError) {
      pages = try file.pages()
    } catch {
      throw AnnotationError(.base, error.description)
    }
    for page in pages {
      let found = try reader.annotations(of: page)
      warnings += found.warnings
      add(found.annotations)
    }
  }

  /// The annotations of one page: those that answer none in their order, and behind each what answers it.
  private mutating func add(_ annotations: [Annotation]) {
    var answers: [String: [Int]] = [:]
    let names = Set(annotations.compactMap(\.name))
    var beginnings: [Int] = []
    for (index, annotation) in annotations.enumerated() {
      if let parent = annotation.reply?.name, names.contains(parent), parent != annotation.name {
        answers[parent, default: []].append(index)
      } else {
        beginnings.append(index)
      }
    }
    var isShown = [Bool](repeating: false, count: annotations.count)
    // What answers in a circle has no beginning, and comes last.
    for beginning in beginnings + Array(annotations.indices) {
      var waiting = [(index: beginning, depth: 0)]
      while let (index, depth) = waiting.popLast() {
        guard !isShown[index] else { continue }
        isShown[index] = true
        entries.append((annotations[index], depth))
        let answering = annotations[index].name.flatMap { answers[$0] } ?? []
        waiting += answering.reversed().map { ($0, depth + 1) }
      }
    }
  }

  var table: String {
    var table = Table(
      ("PAGE", .right), ("ANNOTATION", .left), ("NAME", .left), ("AUTHOR", .left), ("CHANGED", .left),
      ("CONTENTS", .left))
    for (annotation, depth) in entries {
      let kind = String(repeating: "  ", count: min(depth, 10)) + annotation.kind.subtype.text
      let state = annotation.state.map { "[\($0.state)] " } ?? ""
      table.add(
        "\(annotation.page + 1)", kind, annotation.name ?? "-", annotation.author ?? "-", annotation.modified ?? "-",
        state + String((annotation.contents ?? "-").prefix(60)))
    }
    return table.text
  }

  /// One JSON object a line.
  var lines: String {
    entries.reduce(into: "") { text, entry in text += entry.annotation.listing.text + "\n" }
  }
}
