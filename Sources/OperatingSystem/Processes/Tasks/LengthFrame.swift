/// Bytes with their number before them, in eight bytes, as the processes for single tasks read and write them.
package enum LengthFrame {
  package static func frame(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt64(bytes.count)
    return (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) } + bytes
  }

  package static func count(_ header: some Sequence<UInt8>) -> UInt64 { header.reduce(0) { $0 << 8 | UInt64($1) } }

  /// The contents of frames that follow each other; nil if the bytes are anything else.
  package static func contents(of bytes: [UInt8]) -> [[UInt8]]? {
    var contents: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = count(rest.prefix(8))
      guard rest.count >= 8, count <= UInt64(rest.count - 8) else { return nil }
      contents.append(Array(rest.dropFirst(8).prefix(Int(count))))
      rest = rest.dropFirst(8 + Int(count))
    }
    return contents
  }
}
