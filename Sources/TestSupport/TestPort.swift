import CLinux
import Foundation
import Glibc

extension ServerProcess {
  /// A port of 127.0.0.1 on which nothing listens, reserved for this process until its end: no other call, in this or
  /// another test process, returns it. It is below the range of ports that the kernel gives to sockets without a chosen
  /// port (`ip_local_port_range`, ip(7)), so that no connection takes it either.
  /// - Throws: `ServerProcessError` if no port is free.
  package static func freePort() throws -> Int {
    guard let port = ports.shuffled().first(where: { isFree($0) && reserve($0) }) else {
      throw ServerProcessError(message: "no free port", output: "")
    }
    return port
  }

  private static var ports: Range<Int> {
    let range = try? String(contentsOfFile: "/proc/sys/net/ipv4/ip_local_port_range", encoding: .utf8)
    let first = range?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) } ?? 0
    return 12_000..<(first > 13_000 ? first : 32_768)
  }

  /// Binds a name in the abstract namespace (unix(7)), which the kernel releases at the end of this process.
  /// - Returns: false if the port is reserved already.
  private static func reserve(_ port: Int) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = [0] + Array("pressrun-test-port-\(port)".utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(2 + name.count)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    if result != 0 { close(descriptor) }
    return result == 0
  }

  private static func isFree(_ port: Int) -> Bool { withSocket(port) { bind($0, $1, $2) == 0 } }

  /// Whether a server accepts connections on this port of 127.0.0.1.
  static func accepts(_ port: Int) -> Bool { withSocket(port) { connect($0, $1, $2) == 0 } }

  /// Calls `body` with a new TCP socket and the address of the port.
  private static func withSocket(
    _ port: Int, _ body: (_ socket: Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
