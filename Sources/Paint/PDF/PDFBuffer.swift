import CZlib

/// PDF syntax as bytes, appended piece by piece.
struct PDFBuffer {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  mutating func append(bytes more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

  mutating func append(_ number: Int) {
    guard number >= 0 else { return append(text: String(number)) }
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(0x30 + rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// An indirect reference (ISO 32000-1 §7.3.10).
  mutating func append(reference number: Int) {
    append(number)
    append(" 0 R")
  }

  /// A number in big-endian bytes.
  mutating func append(_ number: Int, width: Int) {
    for byte in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }
}

extension Collection<UInt8> {
  /// As a zlib stream (RFC 1950), for FlateDecode; nil where zlib refuses, as it does for more than 4 GB.
  var deflated: [UInt8]? {
    guard count < Int(UInt32.max) else { return nil }
    let source = Array(self)
    var length = compressBound(UInt(source.count))
    let output = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, initialized in
      let status = compress2(buffer.baseAddress, &length, source, UInt(source.count), Z_DEFAULT_COMPRESSION)
      initialized = status == Z_OK ? Int(length) : 0
    }
    return output.isEmpty ? nil : output
  }
}
