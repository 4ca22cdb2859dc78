import ArtifactStore
import Foundation
import JobQueue
import Postgres
import TestSupport

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "worker", arguments.count == 5, let lease = Double(arguments[3]) {
  try WorkerClock.follow(arguments[4])
  try await ChaosWorker.run(url: arguments[1], artifacts: arguments[2], lease: lease)
  exit(0)
}
if arguments.first == "relay", arguments.count == 7, let lease = Double(arguments[3]), let port = Int(arguments[5]) {
  try WorkerClock.follow(arguments[4])
  try await ChaosRelay.run(
    url: arguments[1], artifacts: arguments[2], lease: lease, receiver: port, folder: arguments[6])
  exit(0)
}
guard let settings = Settings(arguments) else {
  FileHandle.standardError.write(Data((Settings.usage + "\n").utf8))
  exit(2)
}
do {
  exit(try await Chaos(settings).run() ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("chaos: seed \(settings.seed): \(error)\n".utf8))
  exit(1)
}
