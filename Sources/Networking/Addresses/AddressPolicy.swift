/// The network addresses that a connection may be made to. The host is resolved once, and the connection is made to an
/// address that was checked.
package struct AddressPolicy: Hashable, Sendable {
  /// Networks that are allowed although they are private, loopback, link-local or otherwise not global (RFC 6890).
  package var allowedNetworks: [IPNetwork]

  /// - Parameter allowedNetworks: in CIDR notation, such as `10.1.0.0/16` or `127.0.0.1/32`.
  /// - Throws: `NetworkError` `.invalidNetwork`.
  package init(allowedNetworks: [String]) throws(NetworkError) {
    self.allowedNetworks = []
    for text in allowedNetworks { self.allowedNetworks.append(try IPNetwork(text)) }
  }

  private init(_ networks: [IPNetwork]) { allowedNetworks = networks }

  /// Global addresses only.
  package static let publicOnly = AddressPolicy([])

  /// Global addresses and this host.
  package static let withLoopback = AddressPolicy([
    IPNetwork(address: IPAddress(v4: 0x7f00_0000), prefix: 8), IPNetwork(address: IPAddress(v6: 1), prefix: 128),
  ])

  /// Every address, for servers that the operator of the installation chooses.
  package static let all = AddressPolicy([
    IPNetwork(address: IPAddress(v4: 0), prefix: 0), IPNetwork(address: IPAddress(v6: 0), prefix: 0),
  ])

  /// The reason for refusing a connection to the address, such as `127.0.0.1 is a loopback address`; nil if it is
  /// allowed.
  package func refusal(of address: IPAddress) -> String? {
    if allowedNetworks.contains(where: { $0.contains(address) }) { return nil }
    return SpecialNetworks.kind(of: address).map { "\(address) is \($0)" }
  }
}

extension AddressPolicy: Decodable {
  /// Reads the allowed networks, a list of texts in CIDR notation.
  package init(from decoder: any Decoder) throws {
    allowedNetworks = []
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      do {
        allowedNetworks.append(try IPNetwork(try list.decode(String.self)))
      } catch let error as NetworkError {
        throw DecodingError.dataCorruptedError(in: list, debugDescription: "\(error.place): \(error.message)")
      }
    }
  }
}
