import ArtifactStore
import Delivery
import JobQueue
import Logging

extension Installation {
  /// Composes documents as bodies of mails. Renderers are started with the first mail that needs one. Returns nil if
  /// there are no job kinds.
  /// - Parameter requireSandbox: whether a renderer must not start without a layer of the sandbox.
  package func mailBodies(
    _ queue: JobQueue, _ artifacts: ArtifactStore, requireSandbox: Bool = false, log: Logger
  ) -> MailBodies? {
    guard let kinds = try? kinds() else { return nil }
    return MailBodies(
      kinds: kinds, settings: rendererSettings(kinds, requireSandbox: requireSandbox), deliveries: DeliveryQueue(queue),
      artifacts: artifacts, log: log)
  }
}
