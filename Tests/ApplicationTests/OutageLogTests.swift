import Logging
import Postgres
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Application

@Suite(.hangLimit) struct OutageLogTests {
  @Test func anOutageIsOneLineWhenItBeginsAndOneWhenItEnds() async throws {
    let lines = TestLog()
    var log = Logger(label: "test") { _ in lines }
    log.logLevel = .notice
    let outages = OutageLog(log)
    let unreachable = PostgresError(code: .connectionFailed, message: "no route to host")
    outages.succeeded()
    for _ in 0..<2 {
      for _ in 0..<100 { outages.failed("heartbeat", unreachable) }
      outages.failed("maintenance", unreachable)
      for _ in 0..<3 { outages.succeeded() }
    }
    let written = await lines.remaining()
    #expect(written.count == 4, "\(written)")
    #expect(written.first == "heartbeat: the database is out of reach: no route to host")
    #expect(written.last?.hasPrefix("the database is in reach again") == true)
  }

  /// Regression: each refusal of a server without space on its disk was logged, because other calls succeeded.
  @Test func aServerThatLacksResourcesIsLoggedUntilItRefusesNothingForSomeTime() async {
    let lines = TestLog()
    var log = Logger(label: "test") { _ in lines }
    log.logLevel = .notice
    let time = Mutex(ContinuousClock.now)
    let outages = OutageLog(log) { time.withLock { $0 } }
    let full = PostgresError(code: .statementFailed, message: "No space left on device", sqlState: "53100")
    for _ in 0..<100 {
      outages.failed("complete", full)
      outages.succeeded()
      time.withLock { $0 += .seconds(5) }
      outages.succeeded()
    }
    time.withLock { $0 += OutageLog.quietTime }
    outages.succeeded()
    let written = await lines.remaining()
    #expect(written.count == 2, "\(written)")
    #expect(written.first == "complete: the database lacks resources: No space left on device")
    #expect(written.last?.hasPrefix("the database is in reach again") == true)
  }

  @Test func otherErrorsAreAllLogged() async {
    let lines = TestLog()
    let outages = OutageLog(Logger(label: "test") { _ in lines })
    for _ in 0..<2 { outages.failed("rescue", CancellationError()) }
    #expect(await lines.remaining().count == 2)
  }
}
