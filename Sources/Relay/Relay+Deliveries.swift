import ArtifactStore
import Delivery
import Glibc
import JobQueue
import Logging

extension Relay {
  /// Sends one document and records the outcome. Cancelling the task interrupts the attempt, never the recording.
  func run(_ delivery: ClaimedDelivery) async {
    log.debug("delivering", metadata: describe(delivery))
    let start = ContinuousClock.now
    let outcome = await attempt(delivery)
    metrics?.record(outcome, of: delivery.destination, duration: .now - start)
    // The task may have been cancelled during the attempt; database calls would then fail.
    if Task.isCancelled {
      await Task { await conclude(delivery, outcome) }.value
    } else {
      await conclude(delivery, outcome)
    }
  }

  private func conclude(_ delivery: ClaimedDelivery, _ outcome: Attempt.Outcome) async {
    finish(delivery, counting: await record(outcome, of: delivery))
  }

  private func attempt(_ delivery: ClaimedDelivery) async -> Attempt.Outcome {
    let request: DeliveryRequest
    let use: SenderPool.Use
    do throws(DeliveryError) {
      let destination = try Destination(delivery.destination)
      guard let configuration = pool.configurations.configuration(for: destination) else {
        unconfigured.insert(delivery.ref.job)
        freeSlot(of: delivery.queue, after: nil)
        return .putOff(
          reason:
            "the destination \"\(delivery.destination)\" is not configured: add it to the relay's destinations.yaml")
      }
      unconfigured.remove(delivery.ref.job)
      request = delivery.request(to: destination)
      use = try pool.acquire(configuration)
    } catch {
      freeSlot(of: delivery.queue, after: nil)
      return Self.outcome(of: error, delivery)
    }
    let start = ContinuousClock.now
    let attempt = Attempt(
      operation: { [self] in
        let outcome = await use.sender.send(request, from: store)
        if case .failed(let error) = outcome, error.isDestinationDown { await destinationIsDown(for: delivery) }
        // If the attempt was abandoned, this is later than the recording of its outcome.
        await freeSlot(of: delivery.queue, after: .now - start)
        await release(use)
        return outcome
      }, timeout: use.limits.timeout ?? delivery.timeout, cancelTime: settings.cancelTime,
      sleep: sleep)
    return await attempt.run()
  }

  private static func outcome(of error: DeliveryError, _ delivery: ClaimedDelivery) -> Attempt.Outcome {
    guard error.code == .invalidDestination else {
      return .putOff(
        reason: "the configuration of \"\(delivery.destination)\" cannot be used: \(error.place): \(error.message)")
    }
    return .failed(SendError(code: "invalid_destination", message: error.message, retry: .never))
  }

  private func destinationIsDown(for delivery: ClaimedDelivery) { settle(load.destinationIsDown(for: delivery.ref)) }

  /// Lets the next delivery of the queue start.
  private func freeSlot(of queue: String, after time: Duration?) {
    load.freeSlot(of: queue, after: time)
    start(queue: queue)
    if load.claimable > 0 { wakeup.signal() }
  }

  private func release(_ use: SenderPool.Use) async { await pool.release(use, at: .now)?.close() }
}

extension DeliveryRequest {
  /// The request with local files.
  /// - Parameter paths: the paths of the documents, followed by the path of the mail's body.
  fileprivate func reading(_ paths: [String]) -> DeliveryRequest {
    var request = self
    request.document.path = paths[0]
    for index in further.indices { request.further[index].path = paths[index + 1] }
    request.mailBody?.path = paths[paths.count - 1]
    return request
  }
}

extension Sender {
  /// Sends the documents of a request, which are local files until the sender has ended.
  fileprivate func send(_ request: DeliveryRequest, from store: ArtifactStore) async -> Attempt.Outcome {
    // The record of an event is in the options of its delivery.
    if WebhookMessage(eventOf: request) != nil { return await outcome(of: request) }
    do {
      let stored = request.documents + (request.mailBody.map { [$0] } ?? [])
      return try await store.withLocalFiles(of: stored.map(\.sha256)) { paths in
        for (document, path) in zip(stored, paths) { try Self.check(path, bytes: document.bytes) }
        return await outcome(of: request.reading(paths))
      }
    } catch let error as ArtifactError {
      return Self.outcome(of: error)
    } catch {
      return .unable(reason: "the artifact cannot be read: \(error)")
    }
  }

  private func outcome(of request: DeliveryRequest) async -> Attempt.Outcome {
    do throws(SendError) {
      return .delivered(try await send(request))
    } catch {
      return .failed(error)
    }
  }

  private static func check(_ path: String, bytes: Int) throws(ArtifactError) {
    var status = stat()
    guard stat(path, &status) == 0, Int(status.st_size) == bytes else {
      throw ArtifactError(
        code: .damaged, message: "The file does not have the artifact's \(bytes) bytes.", path: path,
        advice: "Restore the file from a backup, or retry the job that made it.")
    }
  }

  private static func outcome(of error: ArtifactError) -> Attempt.Outcome {
    let retry: SendError.Retry
    switch error.code {
    case .missing, .damaged: retry = .later(notBefore: nil)
    case .invalidDigest: retry = .never
    case .full, .notWritable, .unreachable, .denied, .invalidSettings, .io:
      return .unable(reason: "the artifact cannot be read: \(error)")
    }
    return .failed(
      SendError(
        code: error.code == .damaged ? "artifact_damaged" : "artifact_missing", message: "\(error)", retry: retry))
  }
}
