import Application
import Web

extension Service {
  /// Serves until `stops` has an element. Then no more connections are accepted, and running requests are finished
  /// within `ServerLimits.stopTime`.
  /// - Parameters:
  ///   - stops: the signals that ask this process to end.
  ///   - manager: is notified when the process is ready and when it stops.
  /// - Throws: errors of `WebServer.run`.
  package func run(until stops: AsyncStream<Int32>, manager: ServiceManager?) async throws {
    let server = server()
    let listener = Task {
      for await _ in stops {
        manager?.stopping()
        await parts?.drain()
        await server.stop()
      }
    }
    let announcement = Task {
      guard let port = await server.waitUntilListening() else { return }
      log.notice("serving", metadata: ["address": "\(ListenAddress(host: settings.listen.host, port: port))"])
      manager?.ready()
    }
    defer {
      listener.cancel()
      announcement.cancel()
    }
    // A renderer that does not start is reported by the requests that need it.
    let warmUp = Task { try? await parts?.warmUp() }
    try await server.run()
    _ = await warmUp.value
    await parts?.stop()
    log.notice("service ended")
  }
}
