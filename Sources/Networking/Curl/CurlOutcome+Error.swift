import CCurl
import Glibc

extension CurlOutcome {
  /// The error of the transfer; nil if it completed. A response with an error status is a completed transfer.
  ///
  /// The messages do not come from libcurl, whose texts may contain URLs, except those about certificates.
  func error(place: String, wasSent: Bool) -> NetworkError? {
    if var failure {
      failure.mayHaveTakenEffect = failure.mayHaveTakenEffect || wasSent
      return failure
    }
    if code == CURLE_OK { return nil }
    let (kind, message) = explanation
    return NetworkError(code: kind, message: message, place: place, mayHaveTakenEffect: wasSent)
  }

  private var explanation: (NetworkError.Code, String) {
    switch code {
    case CURLE_URL_MALFORMAT: return (.invalidURL, "the URL cannot be parsed")
    case CURLE_COULDNT_RESOLVE_HOST: return (.hostUnknown, "the host is unknown")
    case CURLE_COULDNT_CONNECT: return (.connectFailed, "no connection" + systemReason)
    case CURLE_OPERATION_TIMEDOUT: return timeout
    case CURLE_PEER_FAILED_VERIFICATION:
      return (.notTrusted, "the server's certificate is not trusted: \(certificateProblem)")
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED:
      return (.notTrusted, "no TLS connection: \(certificateProblem)")
    case CURLE_SSL_CACERT_BADFILE: return (.fileUnreadable, "the file with trusted certificates cannot be read")
    case CURLE_SSL_CERTPROBLEM: return (.fileUnreadable, "the client certificate or its key cannot be used")
    case CURLE_LOGIN_DENIED, CURLE_REMOTE_ACCESS_DENIED, CURLE_AUTH_ERROR:
      return (.authenticationFailed, "the server refuses the credentials")
    case CURLE_GOT_NOTHING: return (.connectionLost, "the server closed the connection without an answer")
    case CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND: return (.connectionLost, "the connection was lost while sending")
    case CURLE_RECV_ERROR: return (.connectionLost, "the connection was lost while receiving" + systemReason)
    case CURLE_PARTIAL_FILE: return (.connectionLost, "the connection was lost before the end of the answer")
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLE_HTTP2_STREAM,
      CURLE_BAD_CONTENT_ENCODING:
      return (.protocolViolation, "the server's answer does not follow the protocol")
    case CURLE_FILESIZE_EXCEEDED: return (.tooLarge, "the answer exceeds the limit of bytes")
    default: return (.other, String(cString: curl_easy_strerror(code)).lowercased())
    }
  }

  private var timeout: (NetworkError.Code, String) {
    let seconds = (elapsed.components.seconds, elapsed.components.attoseconds / 100_000_000_000_000_000)
    let time = "\(seconds.0).\(seconds.1) seconds"
    return wasConnected
      ? (.timedOut, "the transfer was too slow, or not complete after \(time)")
      : (.connectFailed, "no connection after \(time)")
  }

  private var systemReason: String {
    systemError == 0 ? "" : ": " + String(cString: strerror(systemError))
  }

  /// The reason for refusing the certificate: at most 200 printable characters.
  private var certificateProblem: String {
    let text = problem.replacing("SSL certificate problem: ", with: "")
    let printable = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return text.isEmpty
      ? String(cString: curl_easy_strerror(code)) : String(String.UnicodeScalarView(printable.prefix(200)))
  }
}
