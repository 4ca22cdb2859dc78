import OperatingSystem

/// One connection of a `Database`. It does its work on a dedicated thread.
public actor Connection {
  private let executor: ThreadExecutor
  private let interrupt: Interrupt
  private var wire: Wire?
  /// Names of the prepared statements by their SQL.
  private var prepared: [String: String] = [:]
  /// The number of names that were used. A name is used once, because a statement that is prepared again can still
  /// exist.
  private var usedNames = 0
  private var usesPreparedStatements: Bool
  /// Distinguishes the statement names from names of other clients that use the same server connection through a
  /// pooler.
  private let namePrefix = "pressrun_" + String(UInt64.random(in: .min ... .max), radix: 36)
  private static let preparedLimit = 200

  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init(_ configuration: DatabaseConfiguration) throws(PostgresError) {
    do throws(SystemError) {
      executor = try ThreadExecutor(name: "postgres")
      interrupt = try Interrupt()
    } catch {
      throw PostgresError(error, code: .connectionFailed)
    }
    usesPreparedStatements = configuration.preparedStatements
  }

  /// - Throws: `PostgresError`.
  static func open(_ configuration: DatabaseConfiguration) async throws -> Connection {
    let connection = try Connection(configuration)
    try await connection.connect(configuration)
    return connection
  }

  private func connect(_ configuration: DatabaseConfiguration) async throws {
    wire = try await interruptible { try Wire(connecting: configuration, interrupt: interrupt) }
  }

  /// Runs one statement.
  /// - Throws: `PostgresError`.
  public func query(_ statement: Statement, _ parameters: [Parameter] = []) async throws -> Rows {
    try await mappingStale { try await run(statement, parameters) }
  }

  /// Runs a script of several statements without parameters.
  package func execute(script: String, name: String? = nil) async throws {
    try await mappingStale {
      try await interruptible { _ = try openWire().run(script: script, name: name) }
    }
  }

  /// Stores rows by `COPY … FROM STDIN`.
  /// - Parameters:
  ///   - statement: such as `copy t (a, b) from stdin`.
  ///   - chunks: the rows in text form, in pieces of any size; see `CopyText`.
  /// - Returns: the number of rows stored.
  @discardableResult
  package func copy(_ statement: Statement, _ chunks: some Sequence<[UInt8]> & Sendable) async throws -> Int {
    try await mappingStale {
      try await interruptible { try openWire().copy(statement, chunks) }
    }
  }

  /// Returns and removes the latest 100 notices of the statements so far.
  package func takeNotices() -> [String] { wire?.notices.take() ?? [] }

  // MARK: Pool

  /// Runs a statement like `query`, but throws `Wire.Stale` if the connection was closed while it was idle.
  /// - Throws: `PostgresError` and `Wire.Stale`.
  func run(_ statement: Statement, _ parameters: [Parameter]) async throws -> Rows {
    let encoded = try EncodedParameters(parameters)
    return try await interruptible {
      let wire = try openWire()
      if wire.transactionState == .idle { try wire.checkStillOpen() }
      guard usesPreparedStatements else { return Rows(try wire.run(statement, encoded, cancellable: true)) }
      do {
        let name = try preparedName(of: statement, on: wire)
        return Rows(try wire.run(prepared: name, statement, encoded, cancellable: true))
      } catch let error as PostgresError where error.isLostPreparation {
        // 26000: a pooler has changed the server connection. 0A000: a migration has changed the result's columns.
        prepared[statement.sql] = nil
        if error.sqlState == "26000" { usesPreparedStatements = false }
        // A transaction has failed, and cannot go on.
        guard wire.transactionState == .idle else { throw error }
        return Rows(try wire.run(statement, encoded, cancellable: true))
      }
    }
  }

  /// Runs a statement outside of a transaction, and refuses one that starts a transaction.
  func runAlone(_ statement: Statement, _ parameters: [Parameter]) async throws -> Rows {
    let rows = try await run(statement, parameters)
    guard try openWire().transactionState == .idle else {
      _ = reset()
      throw PostgresError(
        code: .invalidParameter, message: "a transaction was begun outside of `transaction`", statement: statement.place
      )
    }
    return rows
  }

  private func preparedName(of statement: Statement, on wire: Wire) throws -> String {
    if let name = prepared[statement.sql] { return name }
    if prepared.count >= Self.preparedLimit {
      _ = try wire.run(script: "deallocate all")
      prepared.removeAll()
    }
    let name = "\(namePrefix)_\(usedNames)"
    usedNames += 1
    try wire.prepare(statement, as: name)
    prepared[statement.sql] = name
    return name
  }

  /// - Throws: `Wire.Stale`.
  func checkStillOpen() throws { try openWire().checkStillOpen() }

  func begin() async throws {
    try await interruptible {
      let wire = try openWire()
      try wire.checkStillOpen()
      try wire.begin()
    }
  }

  /// - Throws: `PostgresError`. If the connection broke, it is unknown whether the transaction was committed.
  func commit() throws {
    let wire = try openWire()
    guard wire.transactionState == .open else {
      throw PostgresError(code: .statementFailed, message: "the transaction had failed and was rolled back")
    }
    _ = try wire.run(script: "commit", cancellable: false)
  }

  /// Rolls back an open transaction, whether or not the task was cancelled.
  /// - Returns: whether the connection can still be used.
  func reset() -> Bool {
    guard let wire, !wire.isBroken else { return false }
    switch wire.transactionState {
    case .idle: return true
    case .open, .failed: return (try? wire.run(script: "rollback", cancellable: false)) != nil
    case .unknown: return false
    }
  }

  func close() { wire = nil }

  // MARK: -

  private func openWire() throws(PostgresError) -> Wire {
    guard let wire else { throw PostgresError(code: .closed, message: "the connection is closed") }
    return wire
  }

  /// Runs blocking work that is interrupted if the task is cancelled.
  private func interruptible<T>(_ body: () throws -> T) async throws -> T {
    let interrupt = interrupt
    return try await withTaskCancellationHandler {
      // The closure blocks, so it must run on the actor's thread. It does so only if it captures the actor.
      assertIsolated()
      // An earlier task may have been cancelled after its last call.
      interrupt.clear()
      if Task.isCancelled { throw PostgresError(code: .cancelled, message: "the task was cancelled") }
      return try body()
    } onCancel: {
      interrupt.raise()
    }
  }

  private func mappingStale<T>(_ body: () async throws -> T) async throws -> T {
    do {
      return try await body()
    } catch is Wire.Stale {
      throw PostgresError(code: .connectionLost, message: "the connection was closed")
    }
  }
}

extension PostgresError {
  fileprivate var isLostPreparation: Bool { sqlState == "26000" || sqlState == "0A000" }
}
