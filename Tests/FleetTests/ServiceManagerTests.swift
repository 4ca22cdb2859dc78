import Foundation
import Testing

@testable import Fleet

/// What systemd is told (sd_notify(3)).
@Suite struct ServiceManagerTests {
  @Test func nobodyIsToldWhereNobodyAsked() {
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

  @Test func theWatchdogIsForTheProcessThatItNames() {
    func watchdog(_ more: [String: String]) -> Duration? {
      ServiceManager(environment: more.merging(["NOTIFY_SOCKET": "/nowhere"]) { $1 })?.watchdog
    }
    #expect(watchdog([:]) == nil)
    #expect(watchdog(["WATCHDOG_USEC": "30000000"]) == .seconds(30))
    #expect(watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "\(getpid())"]) == .seconds(30))
    #expect(watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"]) == nil)
    #expect(watchdog(["WATCHDOG_USEC": "soon"]) == nil)
  }

  @Test func aWorkerSaysThatItIsReadyAliveAndStopping() async throws {
    let socket = try NotifySocket(isAbstract: true)
    try await withFleet { fleet in
      let manager = ServiceManager(environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "20000"])
      let worker = try fleet.worker(manager: manager)
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

/// The service manager's end of the conversation.
private final class NotifySocket: Sendable {
  let name: String
  private let descriptor: Int32

  init(isAbstract: Bool) throws {
    let path = "/tmp/pressrun-notify-\(UUID().uuidString)"
    name = isAbstract ? "@" + path.dropFirst() : path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = isAbstract ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(2 + bytes.count)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    try #require(result == 0)
  }

  deinit {
    close(descriptor)
    if name.hasPrefix("/") { unlink(name) }
  }

  /// The next message; waits for it.
  func receive() -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// All messages from now on, received by a thread of its own: what finds no room in the socket's queue is dropped.
  func listen() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread {
        while true {
          let message = self.receive()
          guard case .enqueued = continuation.yield(message) else { return }
        }
      }.start()
    }
  }
}
