import CCMS
import FoundationEssentials
import OperatingSystem

/// Timestamp tokens (RFC 3161) that were issued before.
package enum TimestampToken {
  /// Checks that a token is for these data, and that a trusted authority signed it.
  ///
  /// If the certificate of the authority has expired, it must have been valid at the time of the token. Revocation
  /// lists are not consulted.
  /// - Parameters:
  ///   - token: in DER.
  ///   - trusted: certificates that issue the authority's certificate, in PEM; nil for the certificates of the system.
  ///   - now: the current time in seconds since 1970.
  /// - Returns: the time of the token, such as `Nov 23 09:00:00 2026 GMT`, and a remark if the certificate is not valid
  ///   now.
  /// - Throws: `SigningError` `.timestamp`, `.certificate`.
  package static func verify(
    _ token: [UInt8], of data: [UInt8], trusted: [UInt8]?, at now: Int = Int(Date().timeIntervalSince1970)
  ) throws(SigningError) -> String {
    ERR_clear_error()
    let message = LibCrypto.reading(token) { d2i_PKCS7_bio($0, nil) }
    defer { PKCS7_free(message) }
    guard let message, let information = PKCS7_to_TS_TST_INFO(message) else {
      throw SigningError(code: .timestamp, message: "The token is not a timestamp: \(LibCrypto.takeError()).")
    }
    defer { TS_TST_INFO_free(information) }
    let time = TS_TST_INFO_get_time(information)
    do throws(SigningError) {
      try verify(message, of: data, trusted, at: now)
      return text(time)
    } catch {
      // The clock of the authority can be ahead of this one.
      guard let issued = seconds(time), issued <= now + 300 else { throw error }
      do throws(SigningError) { try verify(message, of: data, trusted, at: issued) } catch _ { throw error }
      return text(time) + " (the certificate of the authority is not valid now)"
    }
  }

  private static func verify(
    _ message: UnsafeMutablePointer<PKCS7>, of data: [UInt8], _ trusted: [UInt8]?, at time: Int
  ) throws(SigningError) {
    let store = try TrustStore.make(trusted)
    let parameters = X509_VERIFY_PARAM_new()
    X509_VERIFY_PARAM_set_time(parameters, time_t(time))
    X509_STORE_set1_param(store, parameters)
    X509_VERIFY_PARAM_free(parameters)
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
  }

  private static func seconds(_ time: UnsafePointer<ASN1_GENERALIZEDTIME>?) -> Int? {
    var parts = tm()
    guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
    return timegm(&parts)
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
