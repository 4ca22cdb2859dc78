import COpenSSL

/// A keyed hash with SHA-256 (RFC 2104), by OpenSSL's libcrypto.
package enum HMACSHA256 {
  /// The 32 bytes of the authentication code of `data`.
  package static func code(for data: some Sequence<UInt8>, key: [UInt8]) -> [UInt8] {
    let data = Array(data)
    return [UInt8](unsafeUninitializedCapacity: SHA256Digest.byteCount) { buffer, count in
      // Fails only if memory cannot be allocated.
      precondition(
        HMAC(EVP_sha256(), key, Int32(key.count), data, data.count, buffer.baseAddress, nil) != nil)
      count = SHA256Digest.byteCount
    }
  }
}
