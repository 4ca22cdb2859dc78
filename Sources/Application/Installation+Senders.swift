import Delivery
import JobQueue

extension Installation {
  /// What this installation offers to senders. Renderers are started with the first mail whose body is a document; without job
  /// kinds there are none.
  /// - Throws: `DeliveryError` if share links are configured and their key cannot be read; `SystemError`.
  package func senderServices(
    _ destinations: DestinationConfigurations, _ queue: JobQueue, requireSandbox: Bool = false
  ) throws -> SenderServices {
    var services = SenderServices(links: try destinations.linkMaker(queue))
    if let kinds = try? kinds() {
      services.mailBodies = MailBodies(
        kinds: kinds, settings: rendererSettings(kinds, requireSandbox: requireSandbox))
    }
    return services
  }
}
