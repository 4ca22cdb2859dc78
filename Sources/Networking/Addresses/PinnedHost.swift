/// A host with the addresses that a connection may be made to.
package struct PinnedHost: Hashable, Sendable {
  /// The name or address as the URL states it, which certificates are checked for.
  package let host: String
  package let port: Int
  /// The resolved addresses, at least one; the policy allows all of them.
  package let addresses: [IPAddress]

  /// The value of `CURLOPT_RESOLVE`; nil if the host is an address. With `+` the entry expires like an answer of the
  /// name service.
  var resolveEntry: String? {
    if IPAddress(host) != nil { return nil }
    let list = addresses.map { $0.family == .v4 ? "\($0)" : "[\($0)]" }.joined(separator: ",")
    return "+\(host):\(port):\(list)"
  }
}
