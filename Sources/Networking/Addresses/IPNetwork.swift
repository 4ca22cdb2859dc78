/// A range of IP addresses with a common prefix, such as `10.1.0.0/16`.
package struct IPNetwork: Hashable, Sendable {
  /// The first address.
  package let address: IPAddress
  /// The number of leading bits that all addresses share.
  package let prefix: Int

  /// Reads CIDR notation (RFC 4632 §3.1); an address without a prefix length is that address alone.
  /// - Throws: `NetworkError` `.invalidNetwork`.
  package init(_ text: String) throws(NetworkError) {
    func refuse(_ message: String) -> NetworkError {
      NetworkError(code: .invalidNetwork, message: message, place: String(text.prefix(60)))
    }
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ IPAddress(String($0)) }) else {
      throw refuse("not an address; write a network as 10.1.0.0/16 or fd00::/8")
    }
    var prefix = address.bits
    if parts.count > 1 {
      guard let number = Int(parts[1]), parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), number <= address.bits
      else {
        throw refuse("the prefix length is not a number from 0 to \(address.bits)")
      }
      prefix = number
    }
    self.init(address: address, prefix: prefix)
    guard self.address == address else { throw refuse("the network with this prefix length is \(self)") }
  }

  /// The network of this prefix length that contains the address.
  package init(address: IPAddress, prefix: Int) {
    let host = UInt128(address.bits - prefix)
    let first = host == 128 ? 0 : (address.value >> host) << host
    self.address = address.family == .v4 ? IPAddress(v4: UInt32(first)) : IPAddress(v6: first)
    self.prefix = prefix
  }

  /// Whether the address is in the network. Addresses of the other family never are.
  package func contains(_ other: IPAddress) -> Bool {
    guard other.family == address.family else { return false }
    let host = UInt128(address.bits - prefix)
    return host == 128 || other.value >> host == address.value >> host
  }
}

extension IPNetwork: CustomStringConvertible {
  package var description: String { "\(address)/\(prefix)" }
}
