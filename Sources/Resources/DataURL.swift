import Encodings

/// `data:` URLs (RFC 2397), decoded as in browsers: white space is ignored and padding may be missing.
package enum DataURL {
  /// - Parameter maximumBytes: of the decoded data; more fail with `tooLarge`.
  package static func decode(_ address: String, maximumBytes: Int) throws(ResourceError) -> Resource {
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
      let bytes =
        body.contains(UInt8(ascii: "%"))
        ? Base64.decode(PercentEncoding.decodeBytes(body)) : Base64.decode(Substring(body))
      guard let bytes else {
        throw ResourceError(code: .malformed, message: "The data: URL is not valid base64.", address: address)
      }
      decoded = bytes
    } else {
      decoded = PercentEncoding.decodeBytes(body)
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
}
