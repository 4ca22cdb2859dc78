import Composition
import Foundation
import Logging
import OperatingSystem
import Rendering

/// The open previews of one process: it watches files and gives each preview a renderer.
package actor PreviewHost {
  private let settings: PreviewSettings
  private let rendererSettings: RendererSettings
  private let catalog: SharedCatalog
  private let inputs: SessionInputs
  private let watcher: FolderWatcher
  private let log: Logger?
  private var sessions: [String: PreviewSession] = [:]
  /// Renderers whose preview was closed, for the next one.
  private var idle: [Renderer] = []

  /// The largest number of previews that are open at the same time.
  static let sessionLimit = 8
  private static let idleLimit = 2

  /// - Parameters:
  ///   - renderer: how renderers are started.
  ///   - log: for layers of the sandbox that are not in force.
  /// - Throws: `PreviewError`; `CompositionError` if a kind's file has an error.
  package init(_ settings: PreviewSettings, renderer: RendererSettings, log: Logger? = nil) throws {
    self.settings = settings
    self.log = log
    rendererSettings = renderer
    let payload = try settings.payload.map { path throws(PreviewError) in
      try ExamplePayload.named(path, kind: settings.kind)
    }
    catalog = SharedCatalog(
      home: settings.home, page: settings.page, extraPayload: payload, editor: settings.editor)
    if let error = catalog.reload() { throw error }
    inputs = SessionInputs(page: settings.page, catalog: catalog)
    try Self.check(settings, catalog)
    watcher = try FolderWatcher(settings.watchedFolders)
  }

  private static func check(_ settings: PreviewSettings, _ catalog: SharedCatalog) throws(PreviewError) {
    if let page = settings.page {
      _ = try ExamplePayload.read(page)
      return
    }
    guard settings.home != nil else {
      throw PreviewError(
        .invalidSource,
        "no folder with Jobs/ and Templates/ was found at or above the working folder or the program; "
          + "set PRESSRUN_HOME to it, or name an HTML file")
    }
    let names = catalog.kinds.map(\.name)
    guard let kind = settings.kind else {
      if names.isEmpty { throw PreviewError(.invalidSource, "no kind in Jobs/ has a template") }
      return
    }
    if names.contains(kind) { return }
    throw PreviewError(
      .invalidSource,
      catalog.kind(kind) == nil
        ? "unknown kind; there are \(names.joined(separator: ", "))"
        : "documents of this kind are PDF files and have no template", at: kind)
  }

  /// Whether all folders are watched.
  package nonisolated var watchesEverything: Bool { watcher.isComplete }

  /// The source of pages whose address selects none.
  package nonisolated var standardSource: PreviewSource {
    if settings.page != nil { return PreviewSource(.page) }
    let kind = settings.kind ?? settings.payload.flatMap { try? ExamplePayload.named($0, kind: nil).kind }
    return PreviewSource(.kind(kind ?? catalog.kinds.first?.name ?? ""))
  }

  /// Reports changes of files to the open previews until `stop`.
  package func run() async {
    for await change in watcher.changes {
      let before = catalog.contents
      catalog.reload()
      let after = catalog.contents
      for session in sessions.values {
        await session.filesChanged(replacedRoots: change.replacedRoots, catalog: before == after ? nil : after)
      }
    }
  }

  /// Opens a preview. Its first event is sent at once; `close` must be called.
  /// - Throws: `tooMany`, `noRenderer`.
  package func open(_ source: PreviewSource) throws(PreviewError) -> PreviewSession {
    guard sessions.count < Self.sessionLimit else {
      throw PreviewError(.tooMany, "\(Self.sessionLimit) previews are open; close one of them")
    }
    let renderer: Renderer
    if let waiting = idle.popLast() {
      renderer = waiting
    } else {
      do throws(RenderingError) {
        renderer = try Renderer(rendererSettings, name: "preview")
      } catch { throw PreviewError(.noRenderer, error.message, at: error.place) }
      Task { await reportSandbox(of: renderer) }
    }
    let session = PreviewSession(source, inputs: inputs, renderer: renderer)
    sessions[session.id] = session
    Task { [catalog] in await session.run(catalog: catalog.contents) }
    return session
  }

  private func reportSandbox(of renderer: Renderer) async {
    try? await renderer.warmUp()
    for problem in await renderer.sandboxProblems { log?.warning("the renderer's sandbox is incomplete: \(problem)") }
  }

  package func close(_ session: PreviewSession) async {
    guard sessions.removeValue(forKey: session.id) != nil else { return }
    await session.end()
    if idle.count < Self.idleLimit { idle.append(session.renderer) } else { await session.renderer.stop() }
  }

  /// - Throws: `outdated` if the preview was closed, which happens when the page selects another source.
  package func session(_ id: String) throws(PreviewError) -> PreviewSession {
    guard let session = sessions[id] else { throw PreviewError(.outdated, "this preview was closed") }
    return session
  }

  /// The lines of a file around a line. Only files of the previewed templates can be read.
  package nonisolated func excerpt(_ source: String, line: Int) throws(PreviewError) -> SourceExcerpt {
    try SourceExcerpt(file: source, line: line, in: settings)
  }

  /// Closes all previews, ends the renderers, and stops watching.
  package func stop() async {
    watcher.stop()
    for session in sessions.values { await close(session) }
    for renderer in idle { await renderer.stop() }
    idle = []
  }
}
