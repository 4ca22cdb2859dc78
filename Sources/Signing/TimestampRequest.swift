import CCMS
import OperatingSystem

/// A request for a timestamp (RFC 3161), with SHA-256, a random nonce, and the certificate of the authority asked for.
final class TimestampRequest {
  private let request: OpaquePointer
  /// The request in DER.
  let encoded: [UInt8]

  /// - Parameters:
  ///   - digest: the digest of the bytes whose existence the timestamp proves.
  ///   - policy: the object identifier of the policy that the timestamp must follow; nil for the authority's default.
  init(of digest: SHA256Digest, policy: String?) throws(SigningError) {
    ERR_clear_error()
    guard let request = TS_REQ_new() else { throw Self.failure() }
    guard Self.fill(request, digest.bytes, policy), let encoded = LibCrypto.encoded({ i2d_TS_REQ(request, $0) }) else {
      TS_REQ_free(request)
      throw Self.failure()
    }
    self.request = request
    self.encoded = encoded
  }

  deinit { TS_REQ_free(request) }

  private static func failure() -> SigningError {
    SigningError(code: .timestamp, message: "The request for a timestamp cannot be made: \(LibCrypto.takeError()).")
  }

  /// The functions `TS_REQ_set_…` copy their arguments.
  private static func fill(_ request: OpaquePointer, _ digest: [UInt8], _ policy: String?) -> Bool {
    let algorithm = X509_ALGOR_new()
    let imprint = TS_MSG_IMPRINT_new()
    let nonce = ASN1_INTEGER_new()
    let identifier = policy.flatMap { OBJ_txt2obj($0, 1) }
    defer {
      X509_ALGOR_free(algorithm)
      TS_MSG_IMPRINT_free(imprint)
      ASN1_INTEGER_free(nonce)
      ASN1_OBJECT_free(identifier)
    }
    var bytes = digest
    return X509_ALGOR_set0(algorithm, OBJ_nid2obj(NID_sha256), V_ASN1_NULL, nil) == 1
      && TS_MSG_IMPRINT_set_algo(imprint, algorithm) == 1
      && TS_MSG_IMPRINT_set_msg(imprint, &bytes, Int32(bytes.count)) == 1
      && ASN1_INTEGER_set_uint64(nonce, .random(in: 1...UInt64(Int64.max))) == 1
      && TS_REQ_set_version(request, 1) == 1
      && TS_REQ_set_msg_imprint(request, imprint) == 1
      && TS_REQ_set_nonce(request, nonce) == 1
      && TS_REQ_set_cert_req(request, 1) == 1
      && (policy == nil || identifier != nil && TS_REQ_set_policy_id(request, identifier) == 1)
  }

  /// The token of an authority's answer (RFC 3161, 2.4.2), after checking that it is granted, that imprint, nonce and
  /// policy are those of the request, and that a trusted authority signed it.
  ///
  /// - Parameter trusted: certificates in PEM; nil for those of the system.
  func token(from answer: [UInt8], trusted: [UInt8]?) throws(SigningError) -> [UInt8] {
    ERR_clear_error()
    let response = LibCrypto.reading(answer) { d2i_TS_RESP_bio($0, nil) }
    defer { TS_RESP_free(response) }
    guard let response else {
      throw SigningError(
        code: .timestamp, message: "The authority's answer is not a timestamp: \(LibCrypto.takeError()).")
    }
    let store = try TrustStore.make(trusted)
    guard let context = TS_REQ_to_TS_VERIFY_CTX(request, nil) else {
      X509_STORE_free(store)
      throw Self.failure()
    }
    // Frees the store too.
    defer { TS_VERIFY_CTX_free(context) }
    TS_VERIFY_CTX_add_flags(context, Int32(TS_VFY_SIGNATURE))
    TS_VERIFY_CTX_set_store(context, store)
    guard TS_RESP_verify_response(context, response) == 1, let token = TS_RESP_get_token(response),
      let encoded = LibCrypto.encoded({ i2d_PKCS7(token, $0) })
    else {
      throw SigningError(code: .timestamp, message: "The timestamp is refused: \(LibCrypto.takeError()).")
    }
    return encoded
  }
}
