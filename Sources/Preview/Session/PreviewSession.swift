import Composition
import Foundation
import Rendering

/// One open preview: a source, the renderer that makes its documents, and the events for its page.
///
/// Each change of a file makes a new document, with the next version number. A change while a document is made replaces
/// it: steps that take longer than `grace` are cancelled, which ends the renderer process.
package actor PreviewSession {
  /// A random name, by which requests find the session.
  package nonisolated let id = PreviewSession.randomName()
  package nonisolated let source: PreviewSource
  package nonisolated let events = EventQueue()
  let renderer: Renderer
  private let inputs: SessionInputs
  private let changes: AsyncStream<Void>
  private let changed: AsyncStream<Void>.Continuation
  private var queue = StepQueue()
  private var running: Task<RenderOutcome, Never>?
  /// The number of the last document that was begun.
  private var version = 0
  /// The last document that was made; 0 if there is none.
  private var shown = 0
  private var mail: MailParts?
  private var checking: Task<Void, Never>?

  /// The time that a step may take after a change makes it superfluous.
  static let grace = Duration.milliseconds(250)
  /// The time without changes after which the PDF is made, for the warnings of painting.
  static let checkDelay = Duration.milliseconds(400)

  init(_ source: PreviewSource, inputs: SessionInputs, renderer: Renderer) {
    self.source = source
    self.inputs = inputs
    self.renderer = renderer
    (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Makes documents until `end`, the first one at once.
  func run(catalog: PreviewCatalog) async {
    events.append(.hello(catalog, session: id))
    changed.yield()
    for await _ in changes { await makeDocument() }
    checking?.cancel()
    events.finish()
  }

  /// Makes the document again, because files have changed. A new renderer is started if it cannot read the files any
  /// more.
  func filesChanged(replacedRoots: Bool, catalog: PreviewCatalog?) async {
    if let catalog { events.append(.catalog(catalog)) }
    if replacedRoots { await renderer.stop() }
    supersede()
    changed.yield()
  }

  func end() {
    running?.cancel()
    changed.finish()
  }

  /// Cancels the running step after a while, unless it ends before.
  private func supersede() {
    checking?.cancel()
    guard let running else { return }
    Task {
      try? await Task.sleep(for: Self.grace)
      running.cancel()
    }
  }

  // MARK: - Documents

  private func makeDocument() async {
    version += 1
    let version = version
    events.append(.rendering)
    do throws(PreviewError) {
      let (answer, body) = try await perform(
        .layOut(try inputs.document(source), version: version), body: try inputs.body(source), isUrgent: true)
      show(answer, body, version)
    } catch {
      if error.code != .outdated {
        events.append(
          .failed(PreviewDiagnostic(.error, code: error.code.rawValue, message: error.message, source: error.place)))
      }
    }
  }

  private func show(_ answer: PreviewResponse, _ body: [UInt8], _ version: Int) {
    switch answer {
    case .document(let summary):
      (shown, mail) = (version, nil)
      events.append(.document(summary, version: version))
      check(version)
    case .mail(let summary):
      shown = version
      mail = MailParts(summary, body)
      events.append(.mail(summary, version: version))
    case .failed(var problem):
      // The renderer does not know the file of a payload.
      if problem.isAboutPayloadText, let path = inputs.payloadPath(source) { problem.source = path }
      events.append(.failed(problem))
    default: events.append(.failed(Self.unexpected))
    }
  }

  /// Makes the PDF some time after the last change, and reports its problems.
  private func check(_ version: Int) {
    checking?.cancel()
    checking = Task {
      guard (try? await Task.sleep(for: Self.checkDelay)) != nil else { return }
      guard let (answer, body) = try? await perform(.pdf(version: version)), case .pdf(let problems) = answer else {
        return
      }
      events.append(.checked(bytes: body.count, problems: problems, version: version))
    }
  }

  private static let unexpected = PreviewDiagnostic(
    .error, code: "protocol", message: "the renderer has given an unexpected answer")

  // MARK: - Parts of a document

  /// The picture of a page, from 0, as PNG; nil if its digest is `known`.
  /// - Throws: `outdated` unless this version is shown, `notFound` if there is no such page.
  package func picture(
    version: Int, page: Int, scale: Double, known: String?
  ) async throws(PreviewError) -> (png: [UInt8], digest: String)? {
    let step = PreviewStep.picture(version: version, page: page, scale: scale, known: known)
    switch try await part(step, of: version) {
    case (.picture(let digest, _), let png): return (png, digest)
    case (.unchanged, _): return nil
    case (let answer, _): throw Self.error(answer)
    }
  }

  /// The boxes of a page, from 0.
  package func outline(version: Int, page: Int) async throws(PreviewError) -> PageOutline {
    let (answer, _) = try await part(.outline(version: version, page: page), of: version)
    guard case .outline(let outline) = answer else { throw Self.error(answer) }
    return outline
  }

  package func structure(version: Int) async throws(PreviewError) -> [StructureLine] {
    let (answer, _) = try await part(.structure(version: version), of: version)
    guard case .structure(let lines) = answer else { throw Self.error(answer) }
    return lines
  }

  package func pdf(version: Int) async throws(PreviewError) -> [UInt8] {
    let (answer, body) = try await part(.pdf(version: version), of: version)
    guard case .pdf = answer else { throw Self.error(answer) }
    return body
  }

  /// The composed HTML of a document, before it is laid out.
  package func html(version: Int) async throws(PreviewError) -> [UInt8] {
    let (answer, body) = try await part(.html(version: version), of: version)
    guard case .html = answer else { throw Self.error(answer) }
    return body
  }

  package func mail(version: Int) throws(PreviewError) -> MailParts {
    guard version == shown else { throw Self.outdated }
    guard let mail else { throw PreviewError(.notFound, "this is not the body of a mail") }
    return mail
  }

  private func part(_ step: PreviewStep, of version: Int) async throws(PreviewError) -> (PreviewResponse, [UInt8]) {
    guard version == shown else { throw Self.outdated }
    let (answer, body) = try await perform(step) { [weak self] in await self?.shown == version }
    if case .outdated = answer, version == shown {
      // The renderer was started again: it has no document.
      changed.yield()
    }
    return (answer, body)
  }

  private static func error(_ answer: PreviewResponse) -> PreviewError {
    switch answer {
    case .failed(let problem): PreviewError(.notFound, problem.message, at: problem.source)
    default: outdated
    }
  }

  private static let outdated = PreviewError(.outdated, "the document has changed")

  // MARK: - The renderer

  /// - Parameter isWanted: called before the step starts; returns whether it is still needed.
  private func perform(
    _ step: PreviewStep, body: [UInt8] = [], isUrgent: Bool = false,
    isWanted: @Sendable () async -> Bool = { true }
  ) async throws(PreviewError) -> (PreviewResponse, [UInt8]) {
    if !queue.enter() {
      await withCheckedContinuation { queue.wait($0, isUrgent: isUrgent) }
    }
    defer { queue.leave() }
    guard await isWanted(), !Task.isCancelled else { throw Self.outdated }
    let request: RenderRequest
    let payload: [UInt8]
    do throws(RenderingError) {
      (request, payload) = (inputs.request(source), try PreviewFrame.encoded(step, body: body))
    } catch { throw PreviewError(.noRenderer, error.message, at: error.place) }
    let task = Task { [renderer, timeout = inputs.timeout(source)] in
      await renderer.render(request, payload: payload, timeout: timeout)
    }
    running = task
    let outcome = await task.value
    running = nil
    return try answer(outcome)
  }

  private func answer(_ outcome: RenderOutcome) throws(PreviewError) -> (PreviewResponse, [UInt8]) {
    switch outcome {
    case .rendered(_, let bytes):
      do throws(RenderingError) {
        return try PreviewFrame.decoded(PreviewResponse.self, bytes)
      } catch { throw PreviewError(.noRenderer, error.message) }
    case .failed(let failure):
      return (
        .failed(PreviewDiagnostic(.error, code: failure.code, message: failure.message, source: failure.place)), []
      )
    case .interrupted, .done: throw Self.outdated
    case .unavailable(let error):
      throw PreviewError(.noRenderer, "no renderer can be started: \(error.message)", at: error.place)
    }
  }

  private static func randomName() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
  }
}
