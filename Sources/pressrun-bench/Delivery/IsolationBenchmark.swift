import ArtifactStore
import Delivery
import Foundation
import JobQueue
import Logging
import Relay
import Synchronization

/// The time from the request of a delivery until it is sent, while another destination of the same relay has many
/// deliveries and is slow or dead.
struct IsolationBenchmark: Sendable {
  enum Neighbour: String, CaseIterable, Sendable {
    /// The other destination has no deliveries.
    case idle
    /// A destination whose attempts do not end.
    case slow
    /// A destination whose attempts fail immediately, because it cannot be reached.
    case dead
  }

  let server: BenchmarkServer
  let folder: String
  let rounds: Int
  /// Measured deliveries of a run.
  let deliveries = 300
  /// Deliveries to the other destination.
  private static let load = 500
  private static let warmUp = 20

  func run(progress: (String) -> Void) async throws -> [Measurement] {
    var times: [Neighbour: [Double]] = [:]
    for round in 1...rounds {
      for neighbour in Neighbour.allCases {
        let run = try await latencies(beside: neighbour)
        times[neighbour, default: []].append(run.percentile(0.99))
        progress("isolation, round \(round): \(neighbour.rawValue) \(run.percentile(0.99)) ms")
      }
    }
    let idle = times[.idle] ?? []
    return [Neighbour.slow, .dead].map { neighbour in
      let values = times[neighbour] ?? []
      return Measurement(
        name: "p99 beside a \(neighbour.rawValue) destination", unit: "ms", value: values.median, samples: values,
        against: "idle", reference: idle.median, referenceSamples: idle, goal: 1.5, isMost: true)
    }
  }

  /// - Returns: milliseconds from the request of each delivery until the sender has it.
  private func latencies(beside neighbour: Neighbour) async throws -> [Double] {
    let store = ArtifactStore(root: folder + "/artifacts")
    return try await server.withQueue { queue, _ in
      let deliveries = DeliveryQueue(queue)
      let (sent, measured) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
      let destinations = DestinationConfigurations([
        Self.destination("s3:measured") { () throws(SendError) in _ = measured.yield(.now) },
        Self.destination("s3:other") { () async throws(SendError) in
          switch neighbour {
          case .idle: break
          case .slow: while (try? await Task.sleep(for: .seconds(3600))) != nil {}
          case .dead:
            throw SendError(
              code: "connect_failed", message: "no connection", retry: .later(notBefore: nil), isDestinationDown: true)
          }
        },
      ])
      try await deliveries.register(destinations)
      try await PolicyStore(queue: queue).set(Policy(allowed: ["*"], denied: []), for: "default")
      let job = try await Self.completedJob(queue, try await store.put(Array("%PDF-1.7 a document".utf8)))
      let relay = Relay(
        queue: queue, store: store, destinations: destinations, settings: RelaySettings(gracePeriod: .zero),
        log: Self.log)
      let running = Task { try await relay.run() }
      if neighbour != .idle {
        for number in 0..<Self.load { _ = try await deliveries.share(job, with: "s3:other/\(number)") }
      }
      var iterator = sent.makeAsyncIterator()
      var times: [Double] = []
      for number in 0..<(self.deliveries + Self.warmUp) {
        let start = ContinuousClock.now
        _ = try await deliveries.share(job, with: "s3:measured/\(number)")
        guard let end = await iterator.next() else { break }
        if number >= Self.warmUp { times.append((end - start).seconds * 1000) }
        // The relay becomes idle again.
        try await Task.sleep(for: .milliseconds(Int.random(in: 5...25)))
      }
      await relay.stop()
      await relay.stop()
      _ = try await running.value
      return times
    }
  }

  private static var log: Logger {
    var log = Logger(label: "bench") { StreamLogHandler.standardError(label: $0) }
    log.logLevel = .critical
    return log
  }

  private static func destination(
    _ name: String, _ send: @escaping @Sendable () async throws(SendError) -> Void
  ) -> DestinationConfiguration {
    DestinationConfiguration(name: name, limits: DestinationLimits(), sender: ClosureConfiguration(send))
  }

  private static func completedJob(_ queue: JobQueue, _ artifact: ArtifactRef) async throws -> JobID {
    let job = try await queue.enqueue(NewJob(kind: "empty", payload: Array("{}".utf8), destination: "none")).id
    let worker = try await queue.register(worker: WorkerDescription(host: "bench", pid: 1, version: "", slots: 1))
    guard let claimed = try await queue.claim(worker: worker, limit: 1, lease: .seconds(60)).first else {
      throw BenchmarkError("the job cannot be claimed")
    }
    _ = try await queue.complete(
      claimed.ref, Completion(artifact: Artifact(sha256: artifact.sha256, bytes: Int64(artifact.bytes), pages: [])))
    try await queue.unregister(worker: worker)
    return job
  }
}

/// A destination whose sender calls a closure for each document.
private struct ClosureConfiguration: SenderConfiguration {
  private let send: @Sendable () async throws(SendError) -> Void

  init(_ send: @escaping @Sendable () async throws(SendError) -> Void) { self.send = send }

  init(from decoder: any Decoder) throws { throw BenchmarkError("a closure cannot be configured by a file") }

  func makeSender(name: String?, limits: DestinationLimits) throws(DeliveryError) -> any Sender {
    ClosureSender(send: send)
  }
}

private struct ClosureSender: Sender {
  let send: @Sendable () async throws(SendError) -> Void

  func send(_ request: DeliveryRequest) async throws(SendError) -> Receipt {
    try await send()
    return Receipt(
      protocol: "bench", address: request.destination.description, time: Date(), bytes: request.document.bytes,
      sha256: request.document.sha256)
  }

  func close() async {}
}
