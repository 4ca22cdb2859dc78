import COpenSSL

/// MD5 digests (RFC 1321), for formats that prescribe them as checksums. Not for security.
package enum MD5 {
  /// 16 bytes; nil if OpenSSL's configuration forbids MD5.
  package static func digest(of data: [UInt8]) -> [UInt8]? {
    var length: UInt32 = 0
    let digest = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
      let isDone = EVP_Digest(data, data.count, buffer.baseAddress, &length, EVP_md5(), nil) == 1
      count = isDone ? Int(length) : 0
    }
    return digest.isEmpty ? nil : digest
  }
}
