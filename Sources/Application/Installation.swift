import ArtifactStore
import Composition
import Foundation
import JobQueue
import OperatingSystem
import Postgres
import Rendering

/// The folders and the database of one installation.
///
/// - The home contains `Jobs/` and `Templates/`: `$PRESSRUN_HOME`, else the working folder or its nearest ancestor that
///   has both, else the nearest ancestor of the program, else `share/pressrun` next to the program's `bin`.
/// - The file of destinations: `$PRESSRUN_DESTINATIONS`, else `Jobs/destinations.yaml` in the home.
/// - The file of signers: `$PRESSRUN_SIGNERS`, else `signers.yaml` in the home.
/// - The file of timestamps: `$PRESSRUN_TIMESTAMPS`, else `timestamps.yaml` in the home.
/// - The data folder contains the artifacts and the private cluster: `$PRESSRUN_DATA`, else `.pressrun` in the home if
///   that was found from the working folder, else `.pressrun` in the working folder.
package struct Installation: Sendable {
  /// It is nil if none was found; commands that need no templates work without it.
  package let home: String?
  /// The path of the data folder, which may not exist yet.
  package let data: String
  private let environment: [String: String]

  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    workingFolder: String = FileManager.default.currentDirectoryPath,
    program: String = Installation.program
  ) {
    self.environment = environment
    let programFolder = URL(fileURLWithPath: program).deletingLastPathComponent().path
    let around = Self.ancestors(of: workingFolder).first(where: Self.isHome)
    home =
      environment["PRESSRUN_HOME"].flatMap { $0.isEmpty ? nil : Self.absolute($0, in: workingFolder) }
      ?? around
      ?? Self.ancestors(of: programFolder).lazy.flatMap { [$0, $0 + "/share/pressrun"] }.first(where: Self.isHome)
    data =
      environment["PRESSRUN_DATA"].flatMap { $0.isEmpty ? nil : Self.absolute($0, in: workingFolder) }
      ?? (around ?? workingFolder) + "/.pressrun"
  }

  /// The path of the running program.
  package static var program: String { RunningProgram.path }

  /// The job kinds in `Jobs/`: those that can be used, and the problems of the others.
  package func kinds() throws -> JobKinds { try kindFolders().read().kinds }

  /// The folders with the files of the job kinds.
  package func kindFolders() throws(ApplicationError) -> KindFolders {
    guard let home else {
      throw ApplicationError(
        code: .invalidSettings,
        message: "no folder with Jobs/ and Templates/ was found at or above the working folder or the program; "
          + "set PRESSRUN_HOME to it")
    }
    return KindFolders(jobs: home + "/Jobs", templates: home + "/Templates")
  }

  /// The file that configures destinations, whether or not it exists; nil without a home.
  package var destinationsFile: String? { givenDestinationsFile ?? home.map { $0 + "/Jobs/destinations.yaml" } }

  /// The file of destinations that was named explicitly, which must exist.
  package var givenDestinationsFile: String? {
    environment["PRESSRUN_DESTINATIONS"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The file of signers that was named explicitly.
  var givenSignersFile: String? { environment["PRESSRUN_SIGNERS"].flatMap { $0.isEmpty ? nil : $0 } }

  /// The file of timestamps that was named explicitly.
  var givenTimestampsFile: String? { environment["PRESSRUN_TIMESTAMPS"].flatMap { $0.isEmpty ? nil : $0 } }

  /// The folder or bucket of artifacts: `$PRESSRUN_ARTIFACTS`, else `artifacts` in the data folder.
  package var artifacts: String {
    environment["PRESSRUN_ARTIFACTS"].flatMap { $0.isEmpty ? nil : $0 } ?? data + "/artifacts"
  }

  /// The artifact store for reading.
  package func artifactStore() throws(ArtifactError) -> ArtifactStore {
    try ArtifactStore(location: artifacts, environment: environment)
  }

  /// The artifact store for writing; creates its folder if it does not exist. A bucket must exist.
  package func writableArtifactStore() throws -> ArtifactStore {
    let store = try artifactStore()
    if case .folder(let folder) = store.backend {
      try FileManager.default.createDirectory(atPath: folder.root, withIntermediateDirectories: true)
    }
    return store
  }

  /// Folders that renderers read: job kinds and templates. Artifacts are sent to them by the worker.
  package var rendererFiles: [String] { home.map { [$0 + "/Jobs", $0 + "/Templates"] } ?? [] }

  /// The private cluster in the data folder, which is used without `DATABASE_URL`.
  package var cluster: PrivateCluster { PrivateCluster(folder: data + "/postgres") }

  /// Creates the private cluster if it does not exist, and starts it.
  /// - Returns: its URL.
  package func startCluster() async throws -> String {
    try makeDataFolder()
    return try await cluster.start()
  }

  /// The URL of the database that commands use, whether or not it can be reached.
  package func databaseURL() throws -> String { try givenURL ?? cluster.url() }

  /// Runs `body` with the queue in the database `DATABASE_URL`; if that is not set, in the private cluster, which is
  /// started if it does not run.
  /// - Parameter lockTimeout: how long a statement waits for a lock of another transaction; nil for any time.
  package func withQueue<Value: Sendable>(
    connections: Int = 2, lockTimeout: Duration? = .seconds(10), _ body: (JobQueue) async throws -> Value
  ) async throws -> Value {
    let url: String
    if let givenURL { url = givenURL } else { url = try await startCluster() }
    var configuration = DatabaseConfiguration(url: url, poolLimit: connections)
    configuration.lockTimeout = lockTimeout
    let database = Database(configuration)
    do {
      let value = try await body(JobQueue(database: database))
      await database.close()
      return value
    } catch {
      await database.close()
      throw error
    }
  }

  private var givenURL: String? { environment["DATABASE_URL"].flatMap { $0.isEmpty ? nil : $0 } }

  /// Settings by which this program starts itself as a renderer. The renderer's environment contains only what it
  /// needs: no database URL and no other secrets.
  /// - Parameter requireSandbox: whether a renderer must not start without the system call filter.
  package func rendererSettings(_ kinds: JobKinds, requireSandbox: Bool = false) -> RendererSettings {
    let passed = ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "LD_LIBRARY_PATH"]
    var visible = environment.filter { name, _ in
      passed.contains(name) || name.hasPrefix("FONTCONFIG_") || name.hasPrefix("XDG_")
    }
    visible["PRESSRUN_HOME"] = home
    visible["PRESSRUN_DATA"] = data
    visible["SWIFT_BACKTRACE"] = "enable=no"
    let memory = Dictionary(uniqueKeysWithValues: kinds.names.compactMap { kinds[$0] }.map { ($0.name, $0.memory) })
    return RendererSettings(
      program: ProgramCommand(
        path: Self.program, arguments: ["renderer"] + (requireSandbox ? ["--require-sandbox"] : []),
        environment: visible),
      memory: memory)
  }

  /// Other users must be able to search the folder: started by root, the private cluster runs as the user `postgres`.
  private func makeDataFolder() throws {
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
  }

  private static func isHome(_ folder: String) -> Bool {
    ["/Jobs", "/Templates"].allSatisfy { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder) && isFolder.boolValue
    }
  }

  private static func absolute(_ path: String, in folder: String) -> String {
    URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)).standardized.path
  }

  /// The folder and its ancestors, without the root.
  private static func ancestors(of folder: String) -> [String] {
    var found: [String] = []
    var parts = folder.split(separator: "/")
    while !parts.isEmpty {
      found.append("/" + parts.joined(separator: "/"))
      parts.removeLast()
    }
    return found
  }
}
