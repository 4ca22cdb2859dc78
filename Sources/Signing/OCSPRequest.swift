import CCMS

/// A certificate whose status is asked for.
struct OCSPQuestion {
  var certificate: OpaquePointer
  var issuer: OpaquePointer
  /// A stack with the path of the certificate.
  var path: OpaquePointer?
  /// The trusted certificates.
  var store: OpaquePointer
  /// Seconds since 1970, at which the response must be valid.
  var time: Int
}

/// A request for the status of one certificate, and the check of the response (RFC 6960, 4).
final class OCSPRequest {
  private let question: OCSPQuestion
  private let request: OpaquePointer
  /// Part of `request`.
  private let id: OpaquePointer
  /// The request in DER.
  let encoded: [UInt8]

  /// Seconds by which clocks may differ.
  private static let tolerance = 300
  /// Seconds for which a response without an end of validity is valid.
  private static let lifetime = 86_400

  init(_ question: OCSPQuestion) throws(SigningError) {
    self.question = question
    ERR_clear_error()
    // Responders may support no digest other than SHA-1 (RFC 5019, 2.1.1).
    guard let request = OCSP_REQUEST_new(), let id = OCSP_cert_to_id(EVP_sha1(), question.certificate, question.issuer)
    else { throw Self.failure() }
    guard OCSP_request_add0_id(request, id) != nil, OCSP_request_add1_nonce(request, nil, -1) == 1,
      let encoded = LibCrypto.encoded({ i2d_OCSP_REQUEST(request, $0) })
    else {
      OCSP_REQUEST_free(request)
      throw Self.failure()
    }
    self.request = request
    self.id = id
    self.encoded = encoded
  }

  deinit { OCSP_REQUEST_free(request) }

  /// Checks that a response answers this request, that the issuer of the certificate or its delegate signed it, that it
  /// is in force, and that the certificate is not revoked.
  /// - Parameter address: the address of the responder, for messages.
  func check(_ bytes: [UInt8], of address: String) throws(SigningError) {
    ERR_clear_error()
    defer { ERR_clear_error() }
    let response = bytes.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      return d2i_OCSP_RESPONSE(nil, &place, buffer.count)
    }
    defer { OCSP_RESPONSE_free(response) }
    guard let response else { throw .revocation("The OCSP responder \(address) sent no valid response.") }
    let status = OCSP_response_status(response)
    guard status == OCSP_RESPONSE_STATUS_SUCCESSFUL else {
      let isTemporary = status == OCSP_RESPONSE_STATUS_TRYLATER || status == OCSP_RESPONSE_STATUS_INTERNALERROR
      let text = String(cString: OCSP_response_status_str(Int(status)))
      throw SigningError(
        code: isTemporary ? .unreachable : .revocation, message: "The OCSP responder \(address) refused: \(text).")
    }
    let basic = OCSP_response_get1_basic(response)
    defer { OCSP_BASICRESP_free(basic) }
    guard let basic, OCSP_basic_verify(basic, question.path, question.store, 0) == 1 else {
      throw .revocation("The signature of the OCSP responder \(address) is not valid: \(LibCrypto.takeError()).")
    }
    // Zero if both have a nonce and these differ. Responders may omit it.
    guard OCSP_check_nonce(request, basic) != 0 else {
      throw .revocation("The response of the OCSP responder \(address) is for another request.")
    }
    try checkStatus(in: basic, of: address)
  }

  private func checkStatus(in basic: OpaquePointer, of address: String) throws(SigningError) {
    let subject = LibCrypto.subject(question.certificate)
    var (status, reason) = (Int32(-1), Int32(-1))
    var revoked: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    var start: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    var end: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    guard OCSP_resp_find_status(basic, id, &status, &reason, &revoked, &start, &end) == 1 else {
      throw .revocation("The response of the OCSP responder \(address) is not about the certificate of \(subject).")
    }
    switch status {
    case V_OCSP_CERTSTATUS_GOOD: break
    case V_OCSP_CERTSTATUS_REVOKED: throw .revocation("The certificate of \(subject) is revoked.")
    default: throw .revocation("The OCSP responder \(address) does not know the certificate of \(subject).")
    }
    guard isInForce(from: start, to: end) else {
      throw .revocation("The response of the OCSP responder \(address) is not in force now.")
    }
  }

  private func isInForce(
    from start: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?, to end: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
  ) -> Bool {
    /// Whether a time is at or before another, in seconds since 1970.
    func isBefore(_ time: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?, _ limit: Int) -> Bool {
      var limit = limit
      return X509_cmp_time(time, &limit) < 0
    }
    guard start != nil, isBefore(start, question.time + Self.tolerance) else { return false }
    guard end != nil else { return !isBefore(start, question.time - Self.lifetime) }
    return !isBefore(end, question.time - Self.tolerance)
  }

  private static func failure() -> SigningError {
    .revocation("A request to an OCSP responder cannot be made: \(LibCrypto.takeError()).")
  }
}
