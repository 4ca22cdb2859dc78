import CLinux
import Foundation
import Glibc

/// The service manager's end of sd_notify(3): a Unix socket that receives the messages.
package final class NotifySocket: Sendable {
  package let name: String
  private let descriptor: Int32

  package init(isAbstract: Bool) throws {
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
    guard result == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  deinit {
    close(descriptor)
    if name.hasPrefix("/") { unlink(name) }
  }

  /// The next message; waits for it.
  package func receive() -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// All messages from now on, received by a dedicated thread, because the socket drops messages if its queue is full.
  package func listen() -> AsyncStream<String> {
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
