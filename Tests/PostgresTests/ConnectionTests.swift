import FoundationEssentials
import TestSupport
import TestTraits
import Testing

@testable import Postgres

@Suite(.hangLimit) struct ConnectionTests {
  @Test func everyParameterTypeIsDecodedAsItWasSent() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let date = Date(timeIntervalSince1970: 1_747_744_496.789)
      let row = try await test.database.query(
        """
        select $1::bigint a, $2::float8 b, $3::bool c, $4::text d, $5::json e, $6::timestamptz f, $7::bigint[] g,
          $8::text[] h, $9::text i
        """,
        [
          .integer(.min), .double(0.1), .boolean(true), .text("ü\"\\ 𝛑"), .utf8(Array(#"{"a" :1}"#.utf8)),
          .timestamp(date),
          .integers([1, -2]), .texts(["", "a b", #"q"u\o"#, "NULL", "{,}"]), .null,
        ]
      ).single()
      #expect(try row.decode("a", as: Int64.self) == .min)
      #expect(try row.decode("b", as: Double.self) == 0.1)
      #expect(try row.decode("c", as: Bool.self))
      #expect(try row.decode("d", as: String.self) == "ü\"\\ 𝛑")
      #expect(try row.decode("e", as: [UInt8].self) == Array(#"{"a" :1}"#.utf8))
      #expect(abs(try row.decode("f", as: Date.self).timeIntervalSince(date)) < 1e-6)
      #expect(try row.decode("g", as: [Int64].self) == [1, -2])
      #expect(try row.decode("h", as: [String].self) == ["", "a b", #"q"u\o"#, "NULL", "{,}"])
      #expect(try row.decode("i", as: String?.self) == nil)
    }
  }

  /// Requests and commands waited for a locked table without limit.
  @Test func aLockOfAnotherTransactionIsAwaitedForALimitedTime() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      try await test.database.execute(script: "create table locked ()")
      var configuration = DatabaseConfiguration(url: test.url, poolLimit: 1)
      configuration.lockTimeout = .milliseconds(20)
      let database = Database(configuration)
      try await test.database.transaction { holder in
        try await holder.execute(script: "lock table locked in access exclusive mode")
        await #expect {
          try await database.query("select from locked")
        } throws: { error in
          guard let error = error as? PostgresError else { return false }
          return error.lacksLock && error.isTransient
        }
      }
      _ = try await database.query("select from locked")
      await database.close()
    }
  }

  /// With the limit a statement is the second one of a pipeline.
  @Test(arguments: [true, false]) func statementsWithALimitForLocksSucceedAndFailAsOthers(prepared: Bool) async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      try await test.database.execute(
        script: "create table checked (id int unique deferrable initially deferred); insert into checked values (1)")
      var configuration = DatabaseConfiguration(url: test.url, poolLimit: 1, preparedStatements: prepared)
      configuration.lockTimeout = .seconds(10)
      let database = Database(configuration)
      for _ in 0..<3 {
        let row = try await database.query("select $1::int + 1, current_setting('lock_timeout')", [.integer(1)])
          .single()
        #expect(try row.decode(0, as: Int.self) == 2)
        #expect(try row.decode(1, as: String.self) == "10s")
        await #expect { try await database.query("select 1/0") } throws: { ($0 as? PostgresError)?.sqlState == "22012" }
        await #expect { try await database.query("no SQL") } throws: { ($0 as? PostgresError)?.sqlState == "42601" }
        // It fails when the transaction ends.
        await #expect { try await database.query("insert into checked values (1)") } throws: {
          ($0 as? PostgresError)?.sqlState == "23505"
        }
      }
      _ = try await database.query("select pg_advisory_lock(1)")
      let task = Task { try await database.query("select pg_advisory_unlock(1), pg_sleep(3600)") }
      // The statement has begun.
      _ = try await test.database.query("select pg_advisory_lock(1)")
      task.cancel()
      await #expect { _ = try await task.value } throws: { ($0 as? PostgresError)?.code == .cancelled }
      let after = try await database.transaction { connection in
        try await connection.query("select current_setting('lock_timeout')").single().decode(0, as: String.self)
      }
      #expect(after == "10s")
      await database.close()
    }
  }

  /// With `array_nulls = off` for the database, an absent number in an array was the text "null", and heartbeats failed.
  @Test func settingsOfTheDatabaseDoNotChangeTheMeaningOfValues() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let name = try await test.database.query("select current_database()").single().decode(0, as: String.self)
      for setting in ["array_nulls to off", "standard_conforming_strings to off", "datestyle to 'German'"] {
        try await test.database.execute(script: "alter database \"\(name)\" set \(setting)")
      }
      let database = Database(url: test.url)
      let row = try await database.query(
        "select $1::int[] is distinct from null, '\\d' = chr(92) || 'd', now()::text", [.text("{1,null}")]
      ).single()
      #expect(try row.decode(0, as: Bool.self) && row.decode(1, as: Bool.self))
      #expect(try row.decode(2, as: String.self).hasPrefix("2"))
      await database.close()
    }
  }

  @Test(arguments: [true, false]) func statementsRunPreparedAndUnprepared(prepared: Bool) async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let database = Database(DatabaseConfiguration(url: test.url, poolLimit: 1, preparedStatements: prepared))
      for number in 0..<3 {
        #expect(
          try await database.query("select $1::int + 1", [.integer(number)]).single().decode(0, as: Int.self) == number
            + 1)
      }
      let count = try await database.query("select count(*) from pg_prepared_statements where name like 'pressrun%'")
      #expect(try count.single().decode(0, as: Int.self) == (prepared ? 2 : 0))
      await database.close()
    }
  }

  @Test func statementLostByAPoolerRunsUnprepared() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      try await test.database.withConnection { connection in
        _ = try await connection.query("select 1")
        try await connection.execute(script: "deallocate all")
        #expect(try await connection.query("select 1").count == 1)
      }
    }
  }

  @Test func statementWhoseResultWasChangedIsPreparedAgain() async throws {
    try await TestDatabase.withDatabase(migrated: false, poolLimit: 1) { test in
      try await test.database.execute(script: "create table t (a int)")
      func columns() async throws -> [String] { try await test.database.query("select * from t").columns }
      #expect(try await columns() == ["a"])
      _ = try await test.database.query("select 1")
      try await test.database.execute(script: "alter table t add b int")
      #expect(try await columns() == ["a", "b"])
      // Regression: the new name was that of another statement.
      #expect(try await columns() == ["a", "b"])
      #expect(try await test.database.query("select 2").count == 1)
    }
  }

  @Test func statementWhoseResultWasChangedFailsOneTransaction() async throws {
    try await TestDatabase.withDatabase(migrated: false, poolLimit: 1) { test in
      try await test.database.execute(script: "create table t (a int)")
      func columns() async throws -> [String] {
        try await test.database.transaction { try await $0.query("select * from t").columns }
      }
      #expect(try await columns() == ["a"])
      try await test.database.execute(script: "alter table t add b int")
      await #expect(throws: PostgresError.self) { try await columns() }
      #expect(try await columns() == ["a", "b"])
    }
  }

  @Test func nullIsRefusedForATypeThatIsNotOptional() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let row = try await test.database.query("select null::int as n").single()
      let error = #expect(throws: PostgresError.self) { try row.decode("n", as: Int.self) }
      #expect(error?.code == .undecodable)
      #expect(throws: PostgresError.self) { try row.decode("m", as: Int.self) }
    }
  }

  @Test func serverErrorCarriesStateMessageAndStatement() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let error = await #expect(throws: PostgresError.self) {
        try await test.database.query(Statement("select 1 from nowhere", name: "lookup"))
      }
      #expect(error?.sqlState == "42P01")
      #expect(error?.statement == "lookup")
      #expect(error?.message.contains("nowhere") == true)
    }
  }

  @Test func nulInTextIsRefusedRatherThanCutOff() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let error = await #expect(throws: PostgresError.self) {
        try await test.database.query("select $1::text", [.text("a\0b")])
      }
      #expect(error?.code == .invalidParameter)
    }
  }

  @Test func passwordIsInNoErrorAndNoDescription() async throws {
    let secret = "tops3cret"
    for url in [
      "postgresql://u:\(secret)@127.0.0.1:1/db", "postgresql://u:\(secret)@[bad/db?x=y",
      "password=\(secret) host=/nowhere =",
    ] {
      let configuration = DatabaseConfiguration(url: url, connectTimeout: .seconds(600))
      let error = await #expect(throws: PostgresError.self) { try await Database(configuration).query("select 1") }
      #expect(!"\(String(describing: error)) \(String(reflecting: error))".contains(secret))
      var dumped = ""
      dump(configuration, to: &dumped)
      #expect(!"\(configuration) \(String(reflecting: configuration)) \(dumped)".contains(secret))
    }
  }

  /// Regression: connections to a database that was read-only for some time were kept, and failed ever after.
  @Test func readOnlyConnectionsAreReplaced() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let database = Database(DatabaseConfiguration(url: test.url, poolLimit: 1))
      _ = try await database.query("set default_transaction_read_only to on")
      let error = await #expect(throws: PostgresError.self) { try await database.query("create table t ()") }
      #expect(error?.isTransient == true && error?.isReadOnly == true)
      _ = try await database.query("create table t ()")
      await database.close()
    }
  }

  @Test func transactionsHaveTheirOwnIsolationLevel() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let database = Database(DatabaseConfiguration(url: test.url, poolLimit: 1))
      _ = try await database.query("set default_transaction_isolation to serializable")
      let level = try await database.transaction {
        try await $0.query("show transaction_isolation").single().decode(0, as: String.self)
      }
      #expect(level == "read committed")
      await database.close()
    }
  }

  @Test func unreachableServerIsTransient() async throws {
    let database = Database(url: "postgresql://127.0.0.1:1/db")
    let error = await #expect(throws: PostgresError.self) { try await database.query("select 1") }
    #expect(error?.code == .connectionFailed)
    #expect(error?.isTransient == true)
    // libpq's message has two lines, the second of which begins with a tab.
    #expect(error?.message.contains { $0.isNewline || $0 == "\t" } == false)
  }

  @Test func cancellingTheTaskCancelsTheStatementAndKeepsTheConnection() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let database = Database(DatabaseConfiguration(url: test.url, poolLimit: 1))
      let pid = try await database.query("select pg_backend_pid()").single().decode(0, as: Int.self)
      // The statement unlocks before it sleeps, so that this test knows when it runs.
      _ = try await database.query("select pg_advisory_lock(1)")
      let sleeper = Task { try await database.query("select pg_advisory_unlock(1), pg_sleep(3600)") }
      _ = try await test.database.query("select pg_advisory_lock(1)")
      sleeper.cancel()
      let error = await #expect(throws: PostgresError.self) { try await sleeper.value }
      #expect(error?.code == .cancelled)
      #expect(try await database.query("select pg_backend_pid()").single().decode(0, as: Int.self) == pid)
      await database.close()
    }
  }

  @Test func waitingStatementsDoNotBlockOthers() async throws {
    try await TestDatabase.withDatabase(migrated: false, poolLimit: 40) { test in
      try await test.database.transaction { holder in
        _ = try await holder.query("select pg_advisory_xact_lock(1)")
        // Many more than the threads of Swift's cooperative pool.
        var waiting: [Task<Rows, any Error>] = []
        for number in 2..<32 {
          let (locked, lock) = AsyncStream.makeStream(of: Void.self)
          waiting.append(
            Task {
              try await test.database.transaction { connection in
                _ = try await connection.query("select pg_advisory_lock($1)", [.integer(number)])
                lock.finish()
                return try await connection.query(
                  "select pg_advisory_unlock($1), pg_advisory_xact_lock_shared(1)", [.integer(number)])
              }
            })
          for await _ in locked {}
          // Acquired when the task's last statement runs.
          _ = try await holder.query("select pg_advisory_xact_lock($1)", [.integer(number)])
        }
        for task in waiting { task.cancel() }
        for task in waiting { await #expect(throws: PostgresError.self) { try await task.value } }
      }
    }
  }

  @Test func idleConnectionThatTheServerClosedIsReplaced() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let database = Database(DatabaseConfiguration(url: test.url, poolLimit: 1))
      for isTransaction in [false, true] {
        let pid = try await database.query("select pg_backend_pid()").single().decode(0, as: Int.self)
        _ = try await test.database.query("select pg_terminate_backend($1, 600000)", [.integer(pid)])
        let other =
          isTransaction
          ? try await database.transaction {
            try await $0.query("select pg_backend_pid()").single().decode(0, as: Int.self)
          }
          : try await database.query("select pg_backend_pid()").single().decode(0, as: Int.self)
        #expect(other != pid)
      }
      await database.close()
    }
  }

  @Test func connectionThatBreaksDuringAStatementIsAnError() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let error = await #expect(throws: PostgresError.self) {
        try await test.database.query("select pg_terminate_backend(pg_backend_pid())")
      }
      #expect(error?.code == .connectionLost)
      let rows = try await test.database.query("select 1")
      #expect(rows.count == 1)
    }
  }

  @Test func copyStoresEveryCharacter() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let texts = ["plain", "tab\tand\nline\r\\", "", "ü𝛑"]
      let stored = try await test.database.withConnection { connection in
        try await connection.execute(script: "create temp table t (n bigint, a text, b text)")
        var copy = CopyText()
        for (index, text) in texts.enumerated() {
          copy.append(Int64(index))
          copy.append(text)
          copy.appendNull()
          copy.endRow()
        }
        #expect(try await connection.copy("copy t (n, a, b) from stdin", [copy.take()]) == 4)
        return try await connection.query("select a, b from t order by n").map {
          #expect(try $0.decode("b", as: String?.self) == nil)
          return try $0.decode("a", as: String.self)
        }
      }
      #expect(stored == texts)
    }
  }

  @Test func copyOfBadRowsLeavesTheConnectionUsable() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      try await test.database.withConnection { connection in
        try await connection.execute(script: "create temp table t (n bigint)")
        await #expect(throws: PostgresError.self) {
          try await connection.copy("copy t from stdin", [Array("x\n".utf8)])
        }
        await #expect(throws: PostgresError.self) { try await connection.copy("select 1", [[]]) }
        #expect(try await connection.query("select from t").isEmpty)
      }
    }
  }
}
