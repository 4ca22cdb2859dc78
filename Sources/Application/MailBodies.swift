import ArtifactStore
import Composition
import Delivery
import Logging
import Rendering

/// Composes documents as bodies of mails, in separate renderer processes: templates and payloads are not trusted.
package final class MailBodies: MailBodyComposer {
  private let kinds: JobKinds
  private let settings: RendererSettings
  private let deliveries: DeliveryQueue
  private let artifacts: ArtifactStore
  private let renderers: IdleRenderers
  private let sandbox: SandboxReport

  /// - Parameters:
  ///   - deliveries: names the files that documents refer to.
  ///   - artifacts: has these files.
  ///   - count: renderers at the same time; each is started with the first mail that needs it.
  package init(
    kinds: JobKinds, settings: RendererSettings, deliveries: DeliveryQueue, artifacts: ArtifactStore, count: Int = 2,
    log: Logger
  ) {
    self.kinds = kinds
    self.settings = settings
    self.deliveries = deliveries
    self.artifacts = artifacts
    renderers = IdleRenderers(settings: settings, limit: count)
    sandbox = SandboxReport(log)
  }

  package func mailBody(of document: DeliveredDocument) async throws(SendError) -> ComposedMailBody {
    guard let kind = kinds[document.kind] else {
      throw SendError(
        code: "unknown_kind", message: "this process does not have the job kind \(document.kind); see Jobs/",
        retry: .never)
    }
    guard ![.archive, .binder].contains(kind.composer) else {
      throw SendError(
        code: ComposedMailBody.impossible,
        message:
          "documents of the kind \(kind.name) are PDF files and cannot be the body of a mail; use content: attachment",
        retry: .never)
    }
    let request = try await request(for: document, kind)
    let renderer = try await renderers.acquire()
    let outcome: Result<RenderOutcome, any Error>
    do {
      outcome = .success(
        try await artifacts.withLocalArtifacts(Set(request.assets.values).sorted()[...]) { files in
          await renderer.render(request, payload: document.payload, artifacts: files, timeout: kind.timeout)
        })
    } catch {
      outcome = .failure(error)
    }
    sandbox.add(await renderer.sandboxProblems)
    await renderers.release(renderer)
    switch outcome {
    case .success(let outcome): return try Self.body(outcome)
    case .failure(let error): throw Self.unreadable(error)
    }
  }

  private func request(for document: DeliveredDocument, _ kind: JobKind) async throws(SendError) -> RenderRequest {
    var request = RenderRequest(
      kind: kind.name, created: Int64(document.completedAt.timeIntervalSince1970),
      cpuSeconds: max(1, Int(kind.timeout.components.seconds)), memory: settings.memory(for: kind.name))
    request.output = .mail
    do {
      request.assets = try await deliveries.assets(ofDelivered: document.job)
      request.defaults = try await deliveries.payloadDefaults(ofDelivered: document.job)
      if let source = try await deliveries.source(ofDelivered: document.job) {
        // The same time and template version as in the worker, so that the mail and the document have the same date and
        // layout.
        request.created = Int64(source.enqueuedAt.timeIntervalSince1970.rounded(.down))
        request.version = source.template
        if let version = source.template { request.versionArchive = try await artifacts.read(version) }
      }
    } catch {
      throw Self.unreadable(error)
    }
    return request
  }

  private static func unreadable(_ error: any Error) -> SendError {
    SendError(
      code: "assets_unreadable", message: "the files of the document cannot be read now: \(error)",
      retry: .later(notBefore: nil))
  }

  private static func body(_ outcome: RenderOutcome) throws(SendError) -> ComposedMailBody {
    switch outcome {
    case .rendered(let report, let bytes):
      do throws(RenderingError) {
        return ComposedMailBody(try MailBody(report, bytes))
      } catch {
        throw SendError(code: "mail_body_failed", message: error.message, retry: .later(notBefore: nil))
      }
    case .failed(let failure):
      throw SendError(
        code: failure.code, message: "the document cannot be the body of a mail: \(failure.description)",
        retry: failure.isPermanent ? .never : .later(notBefore: nil))
    case .interrupted, .done:
      throw SendError(
        code: "cancelled", message: "the composition of the mail was cancelled", retry: .later(notBefore: nil))
    case .unavailable(let error):
      throw SendError(
        code: "no_renderer", message: "no renderer can be started: \(error.message)", retry: .later(notBefore: nil))
    }
  }
}

extension ComposedMailBody {
  package init(_ body: MailBody) {
    self.init(
      html: body.html, text: body.text,
      images: body.images.map { .init(name: $0.name, mediaType: $0.mediaType, bytes: $0.bytes) })
  }
}

/// The idle renderers, and the tasks that wait for one.
private actor IdleRenderers {
  private let settings: RendererSettings
  private let limit: Int
  private var idle: [Renderer] = []
  private var count = 0
  private var waiters: [CheckedContinuation<Renderer, Never>] = []

  init(settings: RendererSettings, limit: Int) {
    self.settings = settings
    self.limit = max(1, limit)
  }

  func acquire() async throws(SendError) -> Renderer {
    if let renderer = idle.popLast() { return renderer }
    guard count < limit else { return await withCheckedContinuation { waiters.append($0) } }
    do throws(RenderingError) {
      let renderer = try Renderer(settings, name: "mail renderer")
      count += 1
      return renderer
    } catch {
      throw SendError(
        code: "no_renderer", message: "no renderer can be started: \(error.message)", retry: .later(notBefore: nil))
    }
  }

  func release(_ renderer: Renderer) {
    if waiters.isEmpty { idle.append(renderer) } else { waiters.removeFirst().resume(returning: renderer) }
  }
}
