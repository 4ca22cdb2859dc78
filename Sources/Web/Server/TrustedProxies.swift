import NIOCore

/// The reverse proxies before a server, whose header fields about clients are believed.
package struct TrustedProxies: Hashable, Sendable {
  /// IP addresses. Empty: no header field is believed.
  package var addresses: Set<String>

  package init(_ addresses: Set<String> = []) { self.addresses = addresses }

  /// Whether the text is an IP address in the form in which addresses of connections are compared.
  package static func isAddress(_ text: String) -> Bool {
    (try? SocketAddress(ipAddress: text, port: 0))?.ipAddress == text
  }

  package func contains(_ peer: String?) -> Bool {
    peer.map { addresses.contains($0) || addresses.contains(Self.unmapped($0)) } ?? false
  }

  /// Converts an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2), which peers of a server that listens on `[::]` have, to
  /// the IPv4 address. Other addresses are returned unchanged.
  private static func unmapped(_ address: String) -> String {
    address.hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst("::ffff:".count)) : address
  }

  /// The address of the client of a request.
  /// - Parameter forwardedFor: the field `X-Forwarded-For`. Each proxy appends the address of its peer, so that the
  ///   last address that is not one of a trusted proxy is the client. The addresses before it may be forged. Some
  ///   proxies append the port too, which is another one for each connection of the same client.
  func client(peer: String?, forwardedFor: String?) -> String? {
    let sender = peer.map(Self.unmapped)
    guard contains(peer), let forwardedFor else { return sender }
    let stated = forwardedFor.split(separator: ",").suffix(20).map {
      Self.withoutPort($0.filter { $0 != " " && $0 != "\t" })
    }
    return stated.last { !contains($0) }.map { String($0.prefix(64)) } ?? sender
  }

  /// `192.0.2.7` for `192.0.2.7:1234`, and `2001:db8::7` for `[2001:db8::7]:1234` and `[2001:db8::7]`.
  private static func withoutPort(_ text: String) -> String {
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[..<end].dropFirst()) }
    guard text.contains("."), let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon else {
      return text
    }
    return String(text[..<colon])
  }
}
