import Logging
import OperatingSystem
import Synchronization

/// An event of a listener.
package enum Notification: Hashable, Sendable {
  /// `LISTEN` is in force. Notifications sent before, also while the connection was lost, may have been missed.
  case listening
  case message(channel: String, payload: String)
}

/// The listeners of one database.
final class ListenerSet: Sendable {
  private struct State {
    var listeners: [ObjectIdentifier: Listener] = [:]
    var isClosed = false
  }
  private let state = Mutex(State())

  func stream(_ configuration: DatabaseConfiguration, channels: [String], logger: Logger) -> AsyncStream<Notification> {
    // Notifications are hints, so it is safe to drop some if the consumer is slow.
    AsyncStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
      do {
        let listener = try Listener(configuration, channels: channels, logger: logger)
        let key = ObjectIdentifier(listener)
        let isClosed = state.withLock { state in
          if !state.isClosed { state.listeners[key] = listener }
          return state.isClosed
        }
        guard !isClosed else { return continuation.finish() }
        continuation.onTermination = { [weak self] _ in
          listener.stop()
          self?.state.withLock { $0.listeners[key] = nil }
        }
        try startThread(name: "postgres-listen") { listener.run(continuation) }
      } catch {
        logger.error("cannot listen: \(error)")
        continuation.finish()
      }
    }
  }

  func stopAll() {
    let listeners = state.withLock { state in
      state.isClosed = true
      defer { state.listeners.removeAll() }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.stop() }
  }
}

/// Waits for notifications on a dedicated thread and connection.
private final class Listener: Sendable {
  private let configuration: DatabaseConfiguration
  private let channels: [String]
  private let logger: Logger
  private let interrupt: Interrupt
  private let isStopped = Atomic(false)

  init(_ configuration: DatabaseConfiguration, channels: [String], logger: Logger) throws(PostgresError) {
    self.configuration = configuration
    self.channels = channels
    self.logger = logger
    do throws(SystemError) { interrupt = try Interrupt() } catch { throw PostgresError(error, code: .connectionFailed) }
  }

  func stop() {
    isStopped.store(true, ordering: .releasing)
    interrupt.raise()
  }

  func run(_ continuation: AsyncStream<Notification>.Continuation) {
    var pause = Duration.milliseconds(100)
    while !isStopped.load(ordering: .acquiring) {
      do {
        let wire = try Wire(connecting: configuration, interrupt: interrupt)
        for channel in channels {
          _ = try wire.run(script: "listen \(try wire.quoted(channel))", cancellable: false)
        }
        pause = .milliseconds(100)
        continuation.yield(.listening)
        while !isStopped.load(ordering: .acquiring) {
          for notification in try wire.notifications() { continuation.yield(notification) }
        }
      } catch {
        if isStopped.load(ordering: .acquiring) { break }
        logger.warning("listening stopped, trying again in \(pause): \(error)")
        interrupt.wait(atMost: pause)
        pause = min(pause * 2, .seconds(10))
      }
    }
    continuation.finish()
  }
}
