import Application
import ArtifactStore
import Delivery
import JobQueue
import Logging
import Monitoring
import Rendering
import Web

/// The optional parts of a service other than the API and the dashboard: renderers for documents that a request waits
/// for, Gotenberg's routes, share links and probes.
package struct ServiceParts: Sendable {
  package let routes: [Route]
  /// Counts answered requests; nil without metrics.
  package let observer: (@Sendable (AnsweredRequest) -> Void)?
  package let readiness: Readiness
  /// Works on PDF files.
  package let files: FileTaskRunner
  private let pool: RenderPool
  private let sandbox: SandboxReport

  /// - Parameters:
  ///   - links: nil if share links are not configured: then there are no pages for them.
  ///   - files: works on PDF files.
  ///   - pictures: nil if pages cannot be drawn.
  ///   - requireSandbox: whether renderers must not start without a layer of their sandbox.
  ///   - registry: nil without metrics.
  /// - Throws: errors of the kinds' files; `RenderingError` and `SystemError` if the system cannot create a thread.
  package init(
    installation: Installation, queue: JobQueue, artifacts: ArtifactStore, links: ShareLinks?,
    files: FileTaskRunner, pictures: (any PagePictures)?, rendering: RenderPool.Settings = RenderPool.Settings(),
    requireSandbox: Bool = false, registry: MetricsRegistry?, log: Logger
  ) throws {
    self.files = files
    sandbox = SandboxReport(log)
    let kinds = try installation.kinds()
    pool = try RenderPool(
      installation.rendererSettings(kinds, requireSandbox: requireSandbox), settings: rendering, metrics: registry)
    readiness = Readiness(queue: queue, store: artifacts, log: log)
    var routes = OperationsRoutes.probes(readiness) + RenderRoutes(pool: pool, kinds: kinds, queue: queue).routes
    routes += GotenbergRoutes(pool: pool, files: files, kinds: kinds).routes
    if let links {
      routes += LinkRoutes(links: links, store: artifacts, files: files, pictures: pictures, log: log).routes
    }
    self.routes = routes
    observer = registry.map { registry in
      let metrics = HTTPMetrics(in: registry)
      return { metrics.record($0) }
    }
  }

  /// Starts the renderers before the first request, and logs the layers of the sandbox that they lack.
  /// - Throws: `RenderingError` if one does not start.
  package func warmUp() async throws {
    try await pool.warmUp()
    sandbox.add(await pool.sandboxProblems)
  }

  /// Refuses further documents. Those that wait or are rendered are finished.
  package func drain() async { await pool.drain() }

  /// Ends the renderers, after the last request.
  package func stop() async { await pool.stop() }
}
