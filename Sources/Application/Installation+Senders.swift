import ArtifactStore
import Delivery
import JobQueue

extension Installation {
  /// Composes documents as bodies of mails. Renderers are started with the first mail that needs one. Nil if there are
  /// no job kinds.
  package func mailBodies(
    _ queue: JobQueue, _ artifacts: ArtifactStore, requireSandbox: Bool = false
  ) -> MailBodies? {
    guard let kinds = try? kinds() else { return nil }
    return MailBodies(
      kinds: kinds, settings: rendererSettings(kinds, requireSandbox: requireSandbox), deliveries: DeliveryQueue(queue),
      artifacts: artifacts)
  }
}
