import Foundation
import OperatingSystem
import Rendering
import Testing

@testable import Preview

/// A temporary folder that is removed with its owner.
final class TemporaryFolder: Sendable {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/preview-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  /// Replaces a file by a new one, as editors do.
  func write(_ name: String, _ text: String) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url, options: .atomic)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A small installation with the kind `letter`.
func letterFiles(_ template: String = "<h1>{{title}}</h1>\n<p>{{strings.hello}}") -> [String: String] {
  [
    "Jobs/letter.yaml": "name: letter\ncomposer: html\ntemplate: letter\n",
    "Jobs/examples/a.json": #"{"kind": "letter", "payload": {"title": "First"}}"#,
    "Jobs/examples/b.json": #"{"kind": "letter", "payload": {"title": "Second", "locale": "de-DE"}}"#,
    "Templates/letter/template.html": template,
    "Templates/letter/style.css": "@page { size: 400px 300px; margin: 20px }",
    "Templates/letter/strings.yaml": "en:\n  hello: Hello\nde:\n  hello: Hallo\n",
  ]
}

/// The path of the built `pressrun`, which is next to the test bundle.
let pressrunPath: String = {
  let this = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
  return this.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("pressrun").path
}()

/// The built `pressrun` as the renderer of a preview.
func previewRenderer(home: String, folder: String? = nil) -> RendererSettings {
  var environment = ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("FONTCONFIG_") }
  environment["PRESSRUN_HOME"] = home
  environment["SWIFT_BACKTRACE"] = "enable=no"
  return RendererSettings(
    program: ProgramCommand(
      path: pressrunPath, arguments: ["preview-renderer"] + (folder.map { ["--folder", $0] } ?? []),
      environment: environment), startTimeout: .seconds(3600))
}

/// An open preview whose events are read one by one.
final class OpenPreview {
  let host: PreviewHost
  let session: PreviewSession
  private var waiting: [PreviewEvent] = []
  private let watching: Task<Void, Never>

  init(_ settings: PreviewSettings, _ source: PreviewSource? = nil) async throws {
    let folder = settings.page.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    host = try PreviewHost(settings, renderer: previewRenderer(home: settings.home ?? "", folder: folder))
    session = try await host.open(source ?? host.standardSource)
    watching = Task { [host] in await host.run() }
  }

  /// The next event other than `rendering` and `checked`.
  func next() async throws -> PreviewEvent {
    while true {
      let event = try await any()
      switch event {
      case .rendering, .checked: continue
      default: return event
      }
    }
  }

  private func any() async throws -> PreviewEvent {
    while waiting.isEmpty {
      guard let events = await session.events.next(atMost: .seconds(3600)) else {
        throw PreviewError(.notFound, "the events have ended")
      }
      waiting = events
    }
    return waiting.removeFirst()
  }

  /// The next document.
  func document() async throws -> (summary: DocumentSummary, version: Int) {
    while true {
      switch try await next() {
      case .document(let summary, let version): return (summary, version)
      case .failed(let problem): throw PreviewError(.notFound, problem.message, at: problem.place)
      default: continue
      }
    }
  }

  /// The next document with this text. One change of a file may be reported several times, and each report makes a
  /// document.
  func document(showing expected: [String]) async throws -> (summary: DocumentSummary, version: Int) {
    while true {
      let (summary, version) = try await document()
      do throws(PreviewError) {
        if try await text(version) == expected { return (summary, version) }
      } catch { guard error.code == .outdated else { throw error } }
    }
  }

  /// The next document whose pages have this size in px.
  func document(width: Double, height: Double) async throws -> (summary: DocumentSummary, version: Int) {
    while true {
      let document = try await document()
      if document.summary.pages == [.init(width: width, height: height)] { return document }
    }
  }

  /// The result of `body` for a document, or for the one that has replaced it meanwhile.
  func current<Result>(_ version: Int, _ body: (Int) async throws(PreviewError) -> Result) async throws -> Result {
    var version = version
    while true {
      do throws(PreviewError) {
        return try await body(version)
      } catch {
        guard error.code == .outdated else { throw error }
        version = try await document().version
      }
    }
  }

  /// The next error.
  func failure() async throws -> PreviewDiagnostic {
    while true { if case .failed(let problem) = try await next() { return problem } }
  }

  /// The problems after the PDF was made.
  func checked() async throws -> [PreviewDiagnostic] {
    while true {
      if case .checked(_, let problems, _) = try await any() { return problems }
    }
  }

  func text(_ version: Int) async throws(PreviewError) -> [String] {
    try await session.structure(version: version).map(\.text).filter { !$0.isEmpty }
  }

  func close() async {
    await host.stop()
    await watching.value
  }
}
