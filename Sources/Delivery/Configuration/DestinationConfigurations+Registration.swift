import Foundation
import JobQueue

extension DeliveryQueue {
  /// Makes the configured destinations known to the database, which refuses all others when jobs are enqueued, and sets
  /// the thresholds of their circuit breakers. Replaces what was registered before.
  /// - Throws: `PostgresError` with the SQLSTATE 42501 if the login is neither the owner nor a registrar.
  package func register(_ destinations: DestinationConfigurations) async throws {
    let all = destinations.names.compactMap { destinations[$0] }
    let registered = Dictionary(uniqueKeysWithValues: all.map { ($0.name, RegisteredDestination($0.limits)) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    _ = try await jobs.query(Statements.registerDestinations, [.utf8(Array(try encoder.encode(registered)))])
    for configuration in all {
      let breaker = configuration.limits.breaker
      try await setBreaker(
        of: configuration.queue, threshold: breaker.failures, firstProbe: breaker.pause, maxProbe: breaker.maximumPause)
    }
  }
}

extension DestinationConfiguration {
  /// The queue in which `pressrun.delivery_queue` puts the deliveries to this destination. Those to any URL have a
  /// queue for each host instead.
  package var queue: String { "deliveries." + name.replacing(":", with: ".") }
}

/// The description of a destination that every login that may share documents can read.
private struct RegisteredDestination: Encodable {
  struct Settings: Encodable {
    var description: String?
    var concurrency: Int
  }
  var settings: Settings

  init(_ limits: DestinationLimits) {
    settings = Settings(description: limits.description, concurrency: limits.concurrency)
  }
}
