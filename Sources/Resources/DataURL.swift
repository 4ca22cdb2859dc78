/// `data:` URLs (RFC 2397), decoded as in browsers: white space is ignored and padding may be missing.
enum DataURL {
  static func decode(_ address: String, maximumBytes: Int) throws(ResourceError) -> Resource {
    let utf8 = address.utf8
    guard let comma = utf8.firstIndex(of: UInt8(ascii: ",")) else {
      throw ResourceError(code: .malformed, message: "The data: URL has no comma before its data.", address: address)
    }
    let (mediaType, isBase64) = header(address[address.index(address.startIndex, offsetBy: 5)..<comma])
    var body = utf8[utf8.index(after: comma)...]
    if let fragment = body.firstIndex(of: UInt8(ascii: "#")) { body = body[..<fragment] }
    // A decoded byte has at most three encoded bytes, so this limits the work of decoding.
    guard body.count / 3 <= maximumBytes else { throw tooLarge(address, maximumBytes) }

    let decoded: [UInt8]
    if isBase64 {
      // Base64 rarely has a '%'; without one, no copy is needed.
      let bytes = body.contains(UInt8(ascii: "%")) ? base64(PercentEncoding.bytes(body)) : base64(body)
      guard let bytes else {
        throw ResourceError(code: .malformed, message: "The data: URL is not valid base64.", address: address)
      }
      decoded = bytes
    } else {
      decoded = PercentEncoding.bytes(body)
    }
    guard decoded.count <= maximumBytes else { throw tooLarge(address, maximumBytes) }
    return Resource(bytes: decoded, mediaType: mediaType)
  }

  /// `[type][;parameter=value]*[;base64]`; the default type is `text/plain`.
  private static func header(_ header: Substring) -> (mediaType: String, isBase64: Bool) {
    let parts = header.split(separator: ";", omittingEmptySubsequences: false).map { trimmed($0).lowercased() }
    let type = parts.first ?? ""
    return (type.isEmpty ? "text/plain" : type, parts.dropFirst().last == "base64")
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }

  private static func tooLarge(_ address: String, _ limit: Int) -> ResourceError {
    ResourceError(code: .tooLarge, message: "The data: URL holds more than \(limit) bytes.", address: address)
  }

  /// Forgiving base64 (WHATWG Infra §"forgiving-base64 decode"); `nil` for a character outside the alphabet, data
  /// after padding, or a single remaining digit.
  private static func base64<Bytes: Sequence<UInt8>>(_ encoded: Bytes) -> [UInt8]? {
    let decoded: [UInt8]?? = encoded.withContiguousStorageIfAvailable { base64(contiguous: $0) }
    if let decoded { return decoded }
    return Array(encoded).withUnsafeBufferPointer { base64(contiguous: $0) }
  }

  private static func base64(contiguous encoded: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(encoded.count / 4 * 3 + 3)
    var group: UInt32 = 0
    var digits = 0
    var padding = 0
    for byte in encoded {
      let digit = digitValues[Int(byte)]
      if digit < 64 {
        guard padding == 0 else { return nil }
        group = group << 6 | UInt32(digit)
        digits += 1
        if digits == 4 {
          decoded.append(UInt8(truncatingIfNeeded: group >> 16))
          decoded.append(UInt8(truncatingIfNeeded: group >> 8))
          decoded.append(UInt8(truncatingIfNeeded: group))
          group = 0
          digits = 0
        }
      } else if byte == UInt8(ascii: "=") {
        padding += 1
      } else if digit == invalidDigit {
        return nil
      }
    }
    guard padding == 0 || digits + padding == 4 else { return nil }
    switch digits {
    case 0: break
    case 2: decoded.append(UInt8(truncatingIfNeeded: group >> 4))
    case 3:
      decoded.append(UInt8(truncatingIfNeeded: group >> 10))
      decoded.append(UInt8(truncatingIfNeeded: group >> 2))
    default: return nil
    }
    return decoded
  }

  private static let whiteSpaceDigit: UInt8 = 254
  private static let invalidDigit: UInt8 = 255

  private static let digitValues: [UInt8] = {
    var values = [UInt8](repeating: invalidDigit, count: 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, byte) in alphabet.utf8.enumerated() { values[Int(byte)] = UInt8(value) }
    for byte in " \t\n\u{C}\r".utf8 { values[Int(byte)] = whiteSpaceDigit }
    return values
  }()
}
