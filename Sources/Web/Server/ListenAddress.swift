/// The address and port at which a server accepts connections, such as `127.0.0.1:8080`, `[::1]:8080` or `:8080` (all
/// addresses).
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// An IP address or the name of a host; `0.0.0.0` for all IPv4 addresses.
  package var host: String
  /// 0 lets the system choose a free port.
  package var port: Int

  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Fails unless the text is `HOST:PORT`, `[IPV6]:PORT` or `:PORT`, with a port from 0 to 65535.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") || host.contains("[") || host.contains("]") {
      return nil
    }
    self.init(host: host.isEmpty ? "0.0.0.0" : String(host), port: Int(port))
  }

  /// Whether only programs on this machine can connect.
  package var isLoopback: Bool { ["127.0.0.1", "::1", "localhost"].contains(host.lowercased()) }

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
