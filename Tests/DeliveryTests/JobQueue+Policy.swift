import JobQueue

@testable import Delivery

extension JobQueue {
  /// Sets the policy of a tenant.
  func setPolicy(of tenant: String, sharing: Bool, allowed: [String], denied: [String]) async throws {
    let policy = try Policy(isSharingEnabled: sharing, allowed: allowed, denied: denied)
    try await PolicyStore(queue: self).set(policy, for: tenant)
  }
}

extension JobQueue {
  /// Registers destinations.
  /// - Parameter json: as `pressrun.register_destinations` takes it.
  func register(destinations json: String) async throws {
    _ = try await query(Statements.registerDestinations, [.text(json)])
  }
}
