/// Compares secrets without revealing by its duration where they differ.
func isEqualInConstantTime(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
  a.count == b.count && zip(a, b).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
}
