/// Addresses that are not assigned to hosts on the Internet.
enum SpecialNetworks {
  /// The kind of special address, for messages; nil if the address is global.
  ///
  /// Follows the IANA registries of special-purpose addresses (RFC 6890) and is stricter where that is simpler: of
  /// IPv6, only the allocated global unicast addresses (`2000::/3`) without tunnels are global. An address that is
  /// translated to IPv4 (RFC 6052) is judged by its IPv4 address.
  static func kind(of address: IPAddress) -> String? {
    switch address.family {
    case .v4:
      return v4.first { $0.network.contains(address) }?.kind
    case .v6:
      if translated.contains(address) { return kind(of: IPAddress(v4: UInt32(truncatingIfNeeded: address.value))) }
      if let entry = v6.first(where: { $0.network.contains(address) }) { return entry.kind }
      return globalUnicast.contains(address) ? nil : "a reserved address"
    }
  }

  private static let v4 = table([
    ("0.0.0.0/8", "an address of this host"),
    ("10.0.0.0/8", "a private address"),
    ("100.64.0.0/10", "a shared address"),
    ("127.0.0.0/8", "a loopback address"),
    // Agents of Azure virtual machines, although the range is global.
    ("168.63.129.16/32", "a metadata address"),
    ("169.254.0.0/16", "a link-local address"),
    ("172.16.0.0/12", "a private address"),
    ("192.0.0.0/24", "a reserved address"),
    ("192.0.2.0/24", "an address for documentation"),
    ("192.88.99.0/24", "a tunnel"),
    ("192.168.0.0/16", "a private address"),
    ("198.18.0.0/15", "an address for benchmarks"),
    ("198.51.100.0/24", "an address for documentation"),
    ("203.0.113.0/24", "an address for documentation"),
    ("224.0.0.0/4", "a multicast address"),
    ("240.0.0.0/4", "a reserved address"),
  ])

  private static let v6 = table([
    ("::/128", "an address of this host"),
    ("::1/128", "a loopback address"),
    ("fc00::/7", "a private address"),
    ("fe80::/10", "a link-local address"),
    ("ff00::/8", "a multicast address"),
    ("2001::/23", "a reserved address"),
    ("2001:db8::/32", "an address for documentation"),
    ("2002::/16", "a tunnel"),
    ("3fff::/20", "an address for documentation"),
  ])

  private static let translated = network("64:ff9b::/96")
  private static let globalUnicast = network("2000::/3")

  private static func table(_ rows: [(String, String)]) -> [(network: IPNetwork, kind: String)] {
    rows.map { (network($0.0), $0.1) }
  }

  private static func network(_ text: String) -> IPNetwork {
    do { return try IPNetwork(text) } catch { preconditionFailure("\(error.place): \(error.message)") }
  }
}
