import TestSupport
import TestTraits
import Testing

@testable import Postgres

@Suite(.hangLimit) struct ListenerTests {
  @Test func listenerReceivesNotificationsOnceItListens() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      var heard: [Notification] = []
      for await notification in test.database.notifications(on: ["Odd \"name\""]) {
        heard.append(notification)
        if notification == .listening {
          _ = try await test.database.query("select pg_notify('Odd \"name\"', 'hello')")
        } else {
          break
        }
      }
      #expect(heard == [.listening, .message(channel: "Odd \"name\"", payload: "hello")])
    }
  }

  @Test func listenerConnectsAgainWhenItsConnectionBreaks() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let kill: Statement = """
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen%'
        """
      var connections = 0
      for await notification in test.database.notifications(on: ["c"]) where notification == .listening {
        connections += 1
        if connections == 2 { break }
        _ = try await test.database.query(kill)
      }
      #expect(connections == 2)
    }
  }

  @Test func closingTheDatabaseEndsItsListeners() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let database = Database(url: test.url)
      for await notification in database.notifications(on: ["c"]) where notification == .listening {
        await database.close()
      }
      for await _ in database.notifications(on: ["c"]) { Issue.record("a closed database listened") }
    }
  }
}
