import Application
import Delivery
import JobQueue
import Logging
import Postgres

extension DeliveryQueue {
  /// Registers the destinations if the login may. If not, those that `pressrun migrate` has registered are used.
  package func registerIfAllowed(_ destinations: DestinationConfigurations, log: Logger) async throws {
    do {
      try await register(destinations)
    } catch let error as PostgresError where error.sqlState == Self.insufficientPrivilege {
      log.info("this login may not register destinations: the registrations of the last 'pressrun migrate' are used")
    }
  }

  private static let insufficientPrivilege = "42501"

  /// Registers the destinations if the login may, and waits until the database can be reached and has been migrated.
  package func registerWhenMigrated(_ destinations: DestinationConfigurations, log: Logger) async throws {
    try await jobs.whenMigrated(log: log) { try await self.registerIfAllowed(destinations, log: log) }
  }
}
