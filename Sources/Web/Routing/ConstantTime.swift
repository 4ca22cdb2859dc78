/// Comparison of secrets.
package enum ConstantTime {
  /// Compares without revealing by its duration where the bytes differ.
  package static func isEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
    a.count == b.count && zip(a, b).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }

  package static func isEqual(_ a: String, _ b: String) -> Bool { isEqual(a.utf8, b.utf8) }
}
