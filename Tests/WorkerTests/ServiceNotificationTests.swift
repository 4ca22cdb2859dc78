import Application
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import Worker

/// The notifications of a worker to systemd (sd_notify(3)).
@Suite(.hangLimit) struct ServiceNotificationTests {
  @Test func aWorkerReportsThatItIsReadyAliveAndStopping() async throws {
    let socket = try NotifySocket(isAbstract: true)
    try await withWorkerFixture { fixture in
      let manager = ServiceManager(environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "20000"])
      let worker = try fixture.worker(manager: manager)
      var messages = socket.listen().makeAsyncIterator()
      func hear(_ fits: (String) -> Bool) async -> Bool {
        while let message = await messages.next() { if fits(message) { return true } }
        return false
      }
      let run = Task { try await worker.run() }
      #expect(await hear { $0 == "READY=1" })
      #expect(await hear { $0 == "WATCHDOG=1" })
      await worker.quiet()
      #expect(await hear { $0.hasPrefix("STATUS=quiet") })
      await worker.resume()
      #expect(await hear { $0.hasPrefix("STATUS=working") })
      await worker.stop()
      #expect(await hear { $0 == "STOPPING=1" })
      _ = try await run.value
    }
  }
}
