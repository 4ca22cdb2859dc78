/// Comparison of secrets.
package enum ConstantTime {
  /// Compares without revealing by its duration where the texts differ.
  package static func isEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
