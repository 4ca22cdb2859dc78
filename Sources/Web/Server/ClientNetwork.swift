import Glibc

/// The client to which an IP address belongs, for limits per client.
package enum ClientNetwork {
  /// An IPv4 address itself; of an IPv6 address the network of 64 bits, of which a client may use every address (RFC
  /// 6177).
  package static func name(of address: String) -> String {
    var parsed = in6_addr()
    guard inet_pton(AF_INET6, address, &parsed) == 1 else { return address }
    return withUnsafeBytes(of: parsed) { bytes in
      let isMappedIPv4 = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      if isMappedIPv4 { return bytes.dropFirst(12).map(String.init).joined(separator: ".") }
      let groups = stride(from: 0, to: 8, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
      return groups.map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
    }
  }
}
