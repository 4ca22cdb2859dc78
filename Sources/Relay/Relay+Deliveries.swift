import ArtifactStore
import Delivery
import JobQueue
import Logging

/// What a relay does with one delivery before its outcome is recorded.
enum DeliveryStep: Sendable {
  case ended(Attempt.Outcome)
  /// There can be no attempt at present: the destination is not configured, or its configuration has an error.
  case putOff(reason: String)
  /// The relay cannot make attempts at present, whatever the destination.
  case unable(reason: String)
}

extension Relay {
  /// Sends one document and records the outcome. Cancelling the task interrupts the attempt, never the recording.
  func run(_ delivery: ClaimedDelivery) async {
    log.debug("delivering", metadata: describe(delivery))
    let step = await attempt(delivery)
    // The task may have been cancelled during the attempt; database calls would then fail.
    if Task.isCancelled {
      await Task { await conclude(delivery, step) }.value
    } else {
      await conclude(delivery, step)
    }
  }

  private func conclude(_ delivery: ClaimedDelivery, _ step: DeliveryStep) async {
    finish(delivery, counting: await record(step, of: delivery))
  }

  private func attempt(_ delivery: ClaimedDelivery) async -> DeliveryStep {
    let destination: Destination
    do throws(DeliveryError) {
      destination = try Destination(delivery.destination)
    } catch {
      freeSlot(of: delivery.queue, after: nil)
      return .ended(.failed(SendError(code: "invalid_destination", message: error.message, retry: .never)))
    }
    guard let configuration = pool.configurations.configuration(for: destination) else {
      freeSlot(of: delivery.queue, after: nil)
      unconfigured.insert(delivery.ref.job)
      return .putOff(
        reason:
          "the destination \"\(delivery.destination)\" is not configured: add it to destinations.yaml of the relay")
    }
    unconfigured.remove(delivery.ref.job)
    let use: SenderPool.Use
    do throws(DeliveryError) {
      use = try pool.acquire(configuration)
    } catch {
      freeSlot(of: delivery.queue, after: nil)
      log.error("\(configuration.name): \(error.message)")
      return .putOff(reason: "the configuration of \"\(configuration.name)\" cannot be used: \(error.message)")
    }
    do throws(ArtifactError) {
      let file = try await artifacts.file(delivery.sha256, bytes: Int(delivery.bytes))
      failureDelay.reset()
      return .ended(await send(delivery, to: destination, use, file))
    } catch {
      freeSlot(of: delivery.queue, after: nil)
      await release(use)
      return Self.step(error)
    }
  }

  /// The slot, the sender and the file are freed when the sender has ended, which it does later if it was abandoned.
  private func send(
    _ delivery: ClaimedDelivery, to destination: Destination, _ use: SenderPool.Use, _ file: LocalArtifact
  ) async -> Attempt.Outcome {
    let attempt = Attempt(
      sender: use.sender, request: delivery.request(to: destination, path: file.path),
      timeout: use.limits.timeout ?? delivery.timeout, cancelTime: settings.cancelTime)
    let start = ContinuousClock.now
    return await attempt.run { [self] in
      await freeSlot(of: delivery.queue, after: .now - start)
      await release(use)
    }
  }

  /// Lets the next delivery of the queue start.
  private func freeSlot(of queue: String, after time: Duration?) {
    load.freeSlot(of: queue, after: time)
    start(queue: queue)
    if load.claimable > 0 { wakeup.signal() }
  }

  private func release(_ use: SenderPool.Use) async { await pool.release(use, at: .now)?.close() }

  private static func step(_ error: ArtifactError) -> DeliveryStep {
    switch error.code {
    case .missing:
      .ended(.failed(SendError(code: "artifact_missing", message: "\(error)", retry: .later(notBefore: nil))))
    case .damaged:
      .ended(.failed(SendError(code: "artifact_damaged", message: "\(error)", retry: .later(notBefore: nil))))
    case .invalidDigest: .ended(.failed(SendError(code: "artifact_missing", message: "\(error)", retry: .never)))
    case .full, .notWritable, .io: .unable(reason: "\(error)")
    }
  }
}
