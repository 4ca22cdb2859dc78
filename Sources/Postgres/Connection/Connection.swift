/// One connection, lent by `Database`. All its work happens on a thread of its own.
package actor Connection {
  package func query(_ statement: Statement, _ parameters: [Parameter] = []) async throws -> Rows {
    throw PostgresError(code: .closed, message: "")
  }
  package func execute(script: String, name: String? = nil) async throws {}
}
