import ArtifactStore
import Foundation
import JobQueue
import Logging
import OperatingSystem
import Postgres
import Rendering
import Worker

/// A worker process of the run: the product's worker with the fake renderer.
enum ChaosWorker {
  static func run(url: String, artifacts: String, lease: Double) async throws {
    signal(SIGXFSZ, SIG_IGN)
    let database = Database(DatabaseConfiguration(url: url, poolLimit: 4))
    let program = ProgramCommand(
      path: sibling("fake-renderer"), arguments: [], environment: ["SWIFT_BACKTRACE": "enable=no"])
    let settings = WorkerSettings(
      concurrency: 2, renderer: RendererSettings(program: program, defaultMemory: 512 << 20, documentsPerProcess: 200),
      renderersPerDocument: 3, lease: .seconds(lease), pollInterval: .milliseconds(500),
      rescueInterval: .milliseconds(500), gracePeriod: .seconds(1))
    let log = Logger(label: "chaos") { StreamLogHandler.standardError(label: $0) }
    let worker = try Worker(
      queue: JobQueue(database: database), store: ArtifactStore(root: artifacts), settings: settings, log: log)
    let listener = Task { [signals = signals([SIGTERM])] in for await _ in signals { await worker.stop() } }
    _ = try await worker.run()
    listener.cancel()
    await database.close()
  }
}

/// The path of a program that was built together with this one.
func sibling(_ name: String) -> String {
  let this = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  return URL(fileURLWithPath: this).deletingLastPathComponent().appendingPathComponent(name).path
}
