import OperatingSystem

/// An update with the space for a signature or a timestamp of the document.
struct SignaturePlace {
  let update: [UInt8]
  /// The hexadecimal string with its brackets in `update`.
  let contents: Range<Int>
  /// The digest of all bytes of the document and the update except `contents`.
  let digest: SHA256Digest

  /// The value of `/Contents`: the signature, and zeros.
  func value(_ signature: [UInt8]) throws(SigningError) -> [UInt8] {
    let reserved = contents.count / 2 - 1
    guard signature.count <= reserved else {
      throw SigningError(code: .signature, message: "The signature needs \(signature.count) bytes, not \(reserved).")
    }
    return signature + [UInt8](repeating: 0, count: reserved - signature.count)
  }

  /// The update with the signature.
  func filled(with signature: [UInt8]) throws(SigningError) -> [UInt8] {
    var update = update
    update.replaceSubrange(
      contents.lowerBound + 1..<contents.upperBound - 1, with: Hexadecimal.text(try value(signature)).utf8)
    return update
  }
}
