/// Comparison of secrets.
package enum ConstantTime {
  /// Compares without revealing by its duration where the bytes differ.
  package static func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    var difference: UInt8 = 0
    for index in a.indices { difference |= a[index] ^ b[index] }
    return difference == 0
  }

  package static func isEqual(_ a: String, _ b: String) -> Bool { isEqual(Array(a.utf8), Array(b.utf8)) }
}
