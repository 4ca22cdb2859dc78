import Dates
import Foundation
import Testing

@testable import Composition

/// The bundled kinds and templates.
enum Project {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  static func kinds() throws -> JobKinds {
    try JobKinds.load(folder: root + "/Jobs", templates: root + "/Templates")
  }

  static var job: JobContext { JobContext(created: Timestamp(seconds: 1_795_165_200)) }

  /// Composes a payload given as JSON text.
  static func compose(_ kind: String, _ payload: String, job: JobContext = job) throws -> HTMLDocument {
    guard
      case .html(let document) = try DocumentComposer(kinds: try kinds()).compose(
        kind: kind, payload: Array(payload.utf8), job: job)
    else { throw CompositionError(.renderingFailed, "not HTML") }
    return document
  }

  /// Composes the payload of `Jobs/examples`.
  static func example(_ name: String) throws -> ComposedDocument {
    let path = root + "/Jobs/examples/\(name).json"
    let job = try JobFile(Array(try #require(FileManager.default.contents(atPath: path))))
    return try DocumentComposer(kinds: try kinds()).compose(
      kind: job.kind, payload: Array(job.payload.text.utf8), job: self.job)
  }

  /// Typesets an example for a size of paper.
  static func example(_ name: String, on size: String) throws -> RenderedDocument {
    guard case .html(var document) = try example(name) else { throw Unexpected() }
    document.pageSize = try #require(PaperSize(size))
    return try Typesetter().render(.html(document))
  }

  /// The error of composing a payload.
  static func refusal(_ kind: String, _ payload: String, job: JobContext = job) throws -> CompositionError? {
    let composer = DocumentComposer(kinds: try kinds())
    do {
      _ = try composer.compose(kind: kind, payload: Array(payload.utf8), job: job)
      return nil
    } catch {
      return error
    }
  }
}

extension HTMLDocument {
  var text: String { String(decoding: html, as: UTF8.self) }
  var pageSheet: String { stylesheets.first { $0.source.hasSuffix("page.css") }?.css ?? "" }
}

/// A temporary folder that is removed with its owner.
final class TemporaryFolder {
  let path: String

  init(_ files: [String: String]) throws {
    path = FileManager.default.temporaryDirectory.path + "/composition-" + UUID().uuidString
    for (name, text) in files {
      let url = URL(fileURLWithPath: path + "/" + name)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

func error(_ body: () throws -> Void) -> CompositionError? {
  do {
    try body()
    return nil
  } catch {
    return error as? CompositionError
  }
}

struct Unexpected: Error {}
