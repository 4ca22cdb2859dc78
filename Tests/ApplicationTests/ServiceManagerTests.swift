import Foundation
import TestSupport
import TestTraits
import Testing

@testable import Application

/// Notifications to systemd (sd_notify(3)).
@Suite(.hangLimit) struct ServiceManagerTests {
  @Test func withoutAValidSocketThereIsNoManager() {
    #expect(ServiceManager(environment: [:]) == nil)
    #expect(ServiceManager(environment: ["NOTIFY_SOCKET": "relative/path"]) == nil)
    #expect(ServiceManager(environment: ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)]) == nil)
  }

  @Test(arguments: [false, true]) func messagesArriveAtFileAndAbstractSockets(isAbstract: Bool) throws {
    let socket = try NotifySocket(isAbstract: isAbstract)
    let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": socket.name]))
    manager.ready()
    manager.status("two\nlines")
    manager.alive()
    manager.stopping()
    #expect(socket.receive() == "READY=1")
    #expect(socket.receive() == "STATUS=two lines")
    #expect(socket.receive() == "WATCHDOG=1")
    #expect(socket.receive() == "STOPPING=1")
  }

  @Test func theWatchdogAppliesToTheNamedProcessOnly() {
    func watchdog(_ more: [String: String]) -> Duration? {
      ServiceManager(environment: more.merging(["NOTIFY_SOCKET": "/nowhere"]) { $1 })?.watchdog
    }
    #expect(watchdog([:]) == nil)
    #expect(watchdog(["WATCHDOG_USEC": "30000000"]) == .seconds(30))
    #expect(watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "\(getpid())"]) == .seconds(30))
    #expect(watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"]) == nil)
    #expect(watchdog(["WATCHDOG_USEC": "soon"]) == nil)
  }
}
