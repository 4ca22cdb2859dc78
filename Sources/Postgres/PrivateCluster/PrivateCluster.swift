/// A PostgreSQL of Pressrun's own, for when no `DATABASE_URL` is set: started from the installed server programs, reachable
/// through a Unix socket only.
package struct PrivateCluster: Sendable {
  /// The folder that holds the cluster: `$PRESSRUN_HOME/postgres`, or `.pressrun/postgres` below the working folder.
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// - Parameter environment: where `PRESSRUN_HOME` is looked up.
  package init(environment: [String: String], workingFolder: String) {
    let home = environment["PRESSRUN_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? workingFolder + "/.pressrun"
    self.init(folder: home + "/postgres")
  }

  /// Makes the cluster if there is none, starts it if it is not running, and makes its database.
  /// - Returns: the connection URL.
  @discardableResult
  package func start() async throws -> String { throw PostgresError(code: .clusterFailed, message: "") }

  /// Stops the cluster, waiting for it. Nothing happens where it is not running.
  package func stop() async throws {}

  /// Whether a server runs on the cluster.
  package func isRunning() async throws -> Bool { false }

  /// The connection URL, whether or not the server runs.
  package func url() throws -> String { "" }
}
