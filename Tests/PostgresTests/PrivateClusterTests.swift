import Glibc
import TestSupport
import TestTraits
import Testing

@testable import Postgres

/// Each test creates its own clusters. They run one after the other, because creating a cluster takes a second of CPU
/// time.
@Suite(.serialized, .hangLimit) struct PrivateClusterTests {
  private static let settings = ["fsync": "off", "shared_buffers": "1MB", "max_connections": "10"]

  private func cluster(in folder: String) -> PrivateCluster {
    PrivateCluster(folder: folder + "/postgres", settings: Self.settings)
  }

  private func answer(_ url: String, _ sql: Statement) async throws -> String {
    let database = Database(DatabaseConfiguration(url: url, poolLimit: 1))
    let answer = try await database.query(sql).single().decode(0, as: String.self)
    await database.close()
    return answer
  }

  @Test func startingAndStoppingMayBeRepeatedAndKeepsTheData() async throws {
    let cluster = cluster(in: try Reaper.makeFolder())
    #expect(throws: PostgresError.self) { try cluster.url() }
    try await cluster.stop()
    let url = try await cluster.start()
    #expect(try await cluster.start() == url)
    #expect(try cluster.url() == url)
    #expect(try await cluster.isRunning())
    let database = Database(url: url)
    try await database.execute(script: "create table t as select 'kept' as word")
    await database.close()
    try await cluster.stop()
    try await cluster.stop()
    #expect(try await cluster.isRunning() == false)
    #expect(try await answer(try await cluster.start(), "select word from t") == "kept")
    try await cluster.stop()
  }

  /// A command waited without limit for a server that was stopped.
  @Test func aServerThatDoesNotAnswerIsAnError() async throws {
    var cluster = cluster(in: try Reaper.makeFolder())
    try await cluster.start()
    let server = try #require(cluster.process())
    cluster.answerTimeout = .seconds(2)
    kill(server, SIGSTOP)
    await #expect { try await cluster.start() } throws: {
      ($0 as? PostgresError)?.code == .clusterFailed && "\($0)".contains("does not answer")
    }
    kill(server, SIGCONT)
    cluster.answerTimeout = .seconds(3600)
    try await cluster.start()
    try await cluster.stop()
  }

  @Test func clusterIsReachedThroughItsSocketOnlyAndHoldsUTF8() async throws {
    let cluster = cluster(in: try Reaper.makeFolder())
    let url = try await cluster.start()
    #expect(try await answer(url, "show listen_addresses") == "")
    #expect(try await answer(url, "show server_encoding") == "UTF8")
    #expect(try await answer(url, "show lc_collate") == "C.UTF-8")
    let place = try #require(ClusterPlace.existing(cluster.folder))
    for folder in [place.folder, place.socketFolder, place.data] {
      #expect(try #require(Files.info(folder)).st_mode & 0o777 == 0o700)
    }
    try await cluster.stop()
  }

  @Test func processesThatStartItAtOnceShareOneServer() async throws {
    let cluster = cluster(in: try Reaper.makeFolder())
    let started = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<4 {
        group.addTask { try await answer(try await cluster.start(), "select pg_postmaster_start_time()::text") }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(started.count == 1)
    try await cluster.stop()
  }

  @Test func serverWhoseSocketIsGoneIsStartedAgain() async throws {
    let cluster = cluster(in: try Reaper.makeFolder())
    try await cluster.start()
    let place = try #require(ClusterPlace.existing(cluster.folder))
    #expect(unlink(place.socketFolder + ClusterPlace.socketName) == 0)
    #expect(try await answer(try await cluster.start(), "select 'back'") == "back")
    try await cluster.stop()
  }

  // Regression: the old server noticed after up to a minute that its folder was gone, and then removed the new server's
  // socket.
  @Test func serverWhoseFolderWasRemovedIsReplaced() async throws {
    let cluster = cluster(in: try Reaper.makeFolder())
    try await cluster.start()
    let place = try #require(ClusterPlace.existing(cluster.folder))
    let pid = try #require(
      Files.text(place.data + "/postmaster.pid")?.split(separator: "\n").first.flatMap { pid_t($0) })
    _ = try ServerCommand.run(["rm", "-rf", cluster.folder])
    #expect(try await answer(try await cluster.start(), "select 'new'") == "new")
    #expect(Files.linkTarget("/proc/\(pid)/cwd") == nil, "the old server is gone")
    #expect(Files.exists(place.socketFolder + ClusterPlace.socketName))
    try await cluster.stop()
  }

  @Test func crashedClusterStartsAgain() async throws {
    let cluster = cluster(in: try Reaper.makeFolder())
    try await cluster.start()
    let place = try #require(ClusterPlace.existing(cluster.folder))
    let pid = try #require(
      Files.text(place.data + "/postmaster.pid")?.split(separator: "\n").first.flatMap { pid_t($0) })
    let end = ProcessEnd(of: pid)
    kill(pid, SIGKILL)
    await end.wait()
    #expect(try await answer(try await cluster.start(), "select 'up'") == "up")
    try await cluster.stop()
    // After a crash, another process may have the number in the lock file.
    try Files.write("\(getpid())\n\(place.data)\n", to: place.data + "/postmaster.pid", owner: .running(cluster.folder))
    #expect(try await cluster.isRunning() == false)
    #expect(try await answer(try await cluster.start(), "select 'up'") == "up")
    try await cluster.stop()
  }

  @Test func socketOfALongPathLiesInTheTemporaryFolder() async throws {
    let folder = try Reaper.makeFolder()
    let cluster = PrivateCluster(
      folder: folder + "/" + String(repeating: "deep/", count: 20) + "postgres", settings: Self.settings)
    #expect(try await answer(try await cluster.start(), "select 'up'") == "up")
    let place = try #require(ClusterPlace.existing(cluster.folder))
    #expect(place.socketFolder.hasPrefix("/tmp/pressrun-"))
    try await cluster.stop()
    rmdir(place.socketFolder)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, who cannot run a server"))
  func folderThatTheServerCannotReachIsALink() async throws {
    let folder = try Reaper.makeFolder()
    chmod(folder, 0o700)
    let cluster = cluster(in: folder)
    let url = try await cluster.start()
    #expect(try await answer(url, "select 'up'") == "up")
    #expect(Files.kind(of: cluster.folder) == .link)
    let first = try #require(Files.realPath(cluster.folder))
    #expect(try await cluster.start() == url)
    // A new clone at the same path gets a new cluster, and the old one is removed.
    unlink(cluster.folder)
    #expect(try await answer(try await cluster.start(), "select 'new'") == "new")
    #expect(!Files.exists(first))
    try await cluster.stop()
  }

  @Test func missingServerVersionIsNamed() {
    let error = #expect(throws: PostgresError.self) { try ServerPrograms.find(major: 7) }
    #expect(error?.code == .serverNotInstalled)
    #expect(error?.message.contains("PostgreSQL 7") == true)
  }

  @Test func homeIsTakenFromTheEnvironment() {
    #expect(PrivateCluster(environment: [:], workingFolder: "/w").folder == "/w/.pressrun/postgres")
    #expect(PrivateCluster(environment: ["PRESSRUN_DATA": "/h"], workingFolder: "/w").folder == "/h/postgres")
    #expect(PrivateCluster(environment: ["PRESSRUN_DATA": "h"], workingFolder: "/w").folder == "/w/h/postgres")
  }
}
