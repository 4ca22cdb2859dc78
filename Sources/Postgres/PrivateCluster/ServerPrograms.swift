import Glibc
import OperatingSystem

/// The installed server programs of one PostgreSQL version.
struct ServerPrograms: Equatable {
  var folder: String
  var major: Int

  func path(_ program: String) -> String { folder + "/" + program }

  /// Finds the newest installed version, or the version of an existing cluster.
  /// - Parameter major: the version of the cluster, nil for a new one.
  /// - Throws: `PostgresError` `.serverNotInstalled`.
  static func find(major: Int?) throws(PostgresError) -> ServerPrograms {
    let installed = all()
    let suitable = installed.filter { major == nil || $0.major == major }
    if let newest = suitable.max(by: { $0.major < $1.major }) { return newest }
    guard let major else {
      throw PostgresError(
        code: .serverNotInstalled, message: "no PostgreSQL server is installed",
        hint: "install one (Debian: apt-get install postgresql), or set DATABASE_URL to use a running one")
    }
    let others = installed.map { String($0.major) }.joined(separator: ", ")
    throw PostgresError(
      code: .serverNotInstalled,
      message: "the private cluster was created by PostgreSQL \(major), whose server programs are not installed",
      hint: "install version \(major)" + (others.isEmpty ? "" : " (installed: \(others))")
        + ", or remove the cluster's folder to create a new cluster, or set DATABASE_URL")
  }

  private static func all() -> [ServerPrograms] {
    var folders = Files.names(in: "/usr/lib/postgresql").map { "/usr/lib/postgresql/\($0)/bin" }
    folders += Files.names(in: "/usr").filter { $0.hasPrefix("pgsql-") }.map { "/usr/\($0)/bin" }
    folders.append("/usr/local/pgsql/bin")
    if let outcome = try? ServerCommand.run(["pg_config", "--bindir"]), outcome.status == 0 {
      folders.append(outcome.output)
    }
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    folders += path.split(separator: ":").map(String.init)
    var found: [ServerPrograms] = []
    for folder in folders where !found.contains(where: { $0.folder == folder }) {
      guard ["postgres", "initdb", "pg_ctl"].allSatisfy({ access("\(folder)/\($0)", X_OK) == 0 }),
        let major = version(of: "\(folder)/postgres")
      else { continue }
      found.append(ServerPrograms(folder: folder, major: major))
    }
    return found
  }

  /// The major version from `postgres (PostgreSQL) 15.20 (Debian …)`.
  private static func version(of program: String) -> Int? {
    guard let outcome = try? ServerCommand.run([program, "--version"]), outcome.status == 0 else { return nil }
    return outcome.output.split(separator: " ").lazy.compactMap { Int($0.prefix { $0.isNumber }) }.first
  }
}
