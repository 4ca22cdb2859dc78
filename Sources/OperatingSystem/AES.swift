import COpenSSL

/// The block cipher AES (FIPS 197) in the modes that PDF needs, by OpenSSL's libcrypto.
package enum AES {
  package static let blockSize = 16

  /// Encrypts with cipher block chaining (NIST SP 800-38A).
  /// - Parameters:
  ///   - key: 16 or 32 bytes.
  ///   - vector: 16 bytes.
  ///   - isPadded: whether the data are padded to whole blocks (RFC 8018, 6.1.1); otherwise they must be whole blocks.
  package static func encryptCBC(
    _ data: some Collection<UInt8>, key: [UInt8], vector: [UInt8], isPadded: Bool
  ) -> [UInt8] {
    precondition(key.count == 16 || key.count == 32)
    return encrypt(data, key.count == 16 ? EVP_aes_128_cbc() : EVP_aes_256_cbc(), key, vector, isPadded: isPadded)
  }

  /// Encrypts one block.
  /// - Parameter key: 32 bytes.
  package static func encryptBlock(_ block: [UInt8], key: [UInt8]) -> [UInt8] {
    precondition(key.count == 32 && block.count == blockSize)
    return encrypt(block, EVP_aes_256_ecb(), key, [], isPadded: false)
  }

  private static func encrypt(
    _ data: some Collection<UInt8>, _ cipher: OpaquePointer?, _ key: [UInt8], _ vector: [UInt8], isPadded: Bool
  ) -> [UInt8] {
    precondition(isPadded || data.count.isMultiple(of: blockSize))
    let data = Array(data)
    return [UInt8](unsafeUninitializedCapacity: data.count + blockSize) { buffer, count in
      // Fails only if memory cannot be allocated.
      let context = EVP_CIPHER_CTX_new()!
      defer { EVP_CIPHER_CTX_free(context) }
      var (written, last) = (Int32(0), Int32(0))
      precondition(
        EVP_EncryptInit_ex(context, cipher, nil, key, vector.isEmpty ? nil : vector) == 1
          && EVP_CIPHER_CTX_set_padding(context, isPadded ? 1 : 0) == 1)
      // The length of one call is an `Int32`.
      let step = 1 << 30
      data.withUnsafeBufferPointer { bytes in
        for start in stride(from: 0, to: bytes.count, by: step) {
          let length = Int32(min(step, bytes.count - start))
          precondition(
            EVP_EncryptUpdate(
              context, buffer.baseAddress! + count, &written, bytes.baseAddress! + start, length) == 1)
          count += Int(written)
        }
      }
      precondition(EVP_EncryptFinal_ex(context, buffer.baseAddress! + count, &last) == 1)
      count += Int(last)
    }
  }
}
