import Delivery

extension Installation {
  /// What this installation offers to senders. Renderers are started with the first mail whose body is a document; without job
  /// kinds there are none.
  package func senderServices(requireSandbox: Bool = false) -> SenderServices {
    guard let kinds = try? kinds() else { return .none }
    return SenderServices(
      mailBodies: MailBodies(kinds: kinds, settings: rendererSettings(kinds, requireSandbox: requireSandbox)))
  }
}
