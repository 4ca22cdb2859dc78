/// The network addresses that a connection may be made to. The host is resolved once, and the connection is made to the
/// address that was checked.
package struct AddressPolicy: Hashable, Sendable {
  /// Networks in CIDR notation, such as `10.1.0.0/16` or `127.0.0.1/32`, that are allowed although they are private, loopback,
  /// link-local or otherwise not global (RFC 6890).
  package var allowedNetworks: [String]

  package init(allowedNetworks: [String] = []) { self.allowedNetworks = allowedNetworks }

  /// Global addresses only.
  package static let publicOnly = AddressPolicy()
}
