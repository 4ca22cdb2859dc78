import ArtifactStore
import Delivery
import Foundation
import JobQueue
import Logging
import OperatingSystem
import Postgres
import Relay

/// A relay process of the run: the product's relay, which delivers to a folder and to the receiver of webhooks.
enum ChaosRelay {
  static let destinations = ["webhook:hooks", "folder:out"]

  static func run(url: String, artifacts: String, lease: Double, receiver: Int, folder: String) async throws {
    signal(SIGXFSZ, SIG_IGN)
    let database = Database(DatabaseConfiguration(url: url, poolLimit: 4))
    let settings = RelaySettings(
      concurrency: 8, lease: .seconds(lease), pollInterval: .milliseconds(500), rescueInterval: .milliseconds(500),
      gracePeriod: .seconds(1), cancelTime: .seconds(1))
    let log = Logger(label: "chaos") { StreamLogHandler.standardError(label: $0) }
    let relay = Relay(
      queue: JobQueue(database: database), store: ArtifactStore(root: artifacts),
      destinations: try configurations(receiver: receiver, folder: folder), settings: settings, log: log)
    let listener = Task { [signals = signals([SIGTERM])] in for await _ in signals { await relay.stop() } }
    _ = try await relay.run()
    listener.cancel()
    await database.close()
  }

  static func configurations(receiver: Int, folder: String) throws -> DestinationConfigurations {
    var limits = DestinationLimits()
    limits.concurrency = 4
    limits.addresses = .withLoopback
    limits.breaker.pause = .seconds(1)
    limits.breaker.maximumPause = .seconds(2)
    let secret = folder + "/../webhook-secret"
    try Data("whsec_\(Data(repeating: 7, count: 32).base64EncodedString())".utf8)
      .write(to: URL(fileURLWithPath: secret))
    var webhook = WebhookConfiguration(url: "http://127.0.0.1:\(receiver)/hook", secrets: [.file(secret)])
    webhook.artifact = .inline
    return DestinationConfigurations([
      DestinationConfiguration(name: destinations[0], limits: limits, sender: webhook),
      DestinationConfiguration(name: destinations[1], limits: limits, sender: try FolderConfiguration(root: folder)),
    ])
  }
}
