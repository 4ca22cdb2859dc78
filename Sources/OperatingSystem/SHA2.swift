import COpenSSL

/// Digests of the SHA-2 family (FIPS 180-4) of bytes in memory.
package enum SHA2 {
  case sha256, sha384, sha512

  package func hash(_ data: [UInt8]) -> [UInt8] {
    let algorithm =
      switch self {
      case .sha256: EVP_sha256()
      case .sha384: EVP_sha384()
      case .sha512: EVP_sha512()
      }
    return [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
      var size: UInt32 = 0
      // Fails only if memory cannot be allocated.
      precondition(EVP_Digest(data, data.count, buffer.baseAddress, &size, algorithm, nil) == 1)
      count = Int(size)
    }
  }
}
