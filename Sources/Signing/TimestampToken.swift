import CCMS
import OperatingSystem

/// Timestamp tokens (RFC 3161) that were issued before.
package enum TimestampToken {
  /// Checks that a token is for these data, and that a trusted authority signed it.
  /// - Parameters:
  ///   - token: in DER.
  ///   - trusted: certificates that issue the authority's certificate, in PEM; nil for those of the system.
  /// - Returns: the time of the token, such as `Nov 23 09:00:00 2026 GMT`.
  /// - Throws: `SigningError` `.timestamp`, `.certificate`.
  package static func verify(
    _ token: [UInt8], of data: [UInt8], trusted: [UInt8]?
  ) throws(SigningError) -> String {
    ERR_clear_error()
    let message = LibCrypto.reading(token) { d2i_PKCS7_bio($0, nil) }
    defer { PKCS7_free(message) }
    guard let message, let information = PKCS7_to_TS_TST_INFO(message) else {
      throw SigningError(code: .timestamp, message: "The token is not a timestamp: \(LibCrypto.takeError()).")
    }
    defer { TS_TST_INFO_free(information) }
    let store = try TrustStore.make(trusted)
    guard let context = TS_VERIFY_CTX_new() else {
      X509_STORE_free(store)
      throw SigningError(code: .timestamp, message: "The timestamp cannot be checked: \(LibCrypto.takeError()).")
    }
    // Frees the store and the imprint too.
    defer { TS_VERIFY_CTX_free(context) }
    TS_VERIFY_CTX_set_store(context, store)
    let digest = SHA256.hash(data: data).bytes
    let imprint = CRYPTO_malloc(digest.count, nil, 0)
    imprint?.copyMemory(from: digest, byteCount: digest.count)
    TS_VERIFY_CTX_set_imprint(
      context, imprint?.assumingMemoryBound(to: UInt8.self), imprint == nil ? 0 : Int(digest.count))
    TS_VERIFY_CTX_set_flags(context, Int32(TS_VFY_VERSION | TS_VFY_IMPRINT | TS_VFY_SIGNATURE))
    guard TS_RESP_verify_token(context, message) == 1 else {
      throw SigningError(code: .timestamp, message: "The timestamp is refused: \(LibCrypto.takeError()).")
    }
    return text(TS_TST_INFO_get_time(information))
  }

  private static func text(_ time: UnsafePointer<ASN1_GENERALIZEDTIME>?) -> String {
    guard let buffer = BIO_new(BIO_s_mem()) else { return "" }
    defer { BIO_free(buffer) }
    guard ASN1_GENERALIZEDTIME_print(buffer, time) == 1 else { return "" }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = BIO_read(buffer, &bytes, Int32(bytes.count))
    return String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
  }
}
