import Dates
import Encodings
import OperatingSystem

/// Signature version 4 of Amazon Web Services ("AWS Signature Version 4 for API requests", Amazon S3 API Reference).
struct S3Signature {
  /// The parts of a request that are signed.
  struct Request {
    var method: String
    /// The value of the header `Host`.
    var host: String
    /// Percent-encoded.
    var path: String
    /// The query, not encoded.
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
  }

  let credentials: S3Credentials
  let region: String
  let service: String
  let time: Timestamp

  init(credentials: S3Credentials, region: String, service: String = "s3", time: Timestamp) {
    self.credentials = credentials
    self.region = region
    self.service = service
    self.time = time
  }

  private static let algorithm = "AWS4-HMAC-SHA256"

  /// The headers of the signed request: those given, the signature, and those that the signature adds.
  /// - Parameter payloadHash: the SHA-256 of the body in hexadecimal digits.
  func headers(of request: Request, payloadHash: String) -> [(name: String, value: String)] {
    var headers = request.headers
    headers.append(("x-amz-date", time.signatureTime))
    if service == "s3" { headers.append(("x-amz-content-sha256", payloadHash)) }
    if let token = credentials.sessionToken { headers.append(("x-amz-security-token", token)) }
    var signed = request
    signed.headers = headers
    let (names, canonical) = canonicalRequest(signed, payloadHash: payloadHash)
    let value =
      "\(Self.algorithm) Credential=\(credentials.accessKey)/\(scope), SignedHeaders=\(names), "
      + "Signature=\(signature(of: canonical))"
    return headers + [("Authorization", value)]
  }

  /// The query in the form that is signed and sent: encoded, and sorted by encoded names.
  static func encoded(_ query: [(name: String, value: String)]) -> String {
    query.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
      .sorted { $0 < $1 }
      .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  func canonicalRequest(_ request: Request, payloadHash: String) -> (names: String, text: String) {
    let headers = (request.headers + [("host", request.host)])
      .map { ($0.name.lowercased(), Self.trimmed($0.value)) }
      .sorted { $0.0 < $1.0 }
    let names = headers.map(\.0).joined(separator: ";")
    let lines =
      [request.method, request.path, Self.encoded(request.query)] + headers.map { "\($0.0):\($0.1)" }
      + ["", names, payloadHash]
    return (names, lines.joined(separator: "\n"))
  }

  /// The text without spaces at both ends, and with single spaces between words.
  private static func trimmed(_ value: String) -> String {
    value.split(separator: " ").joined(separator: " ")
  }

  private var scope: String { "\(time.signatureDay)/\(region)/\(service)/aws4_request" }

  private func signature(of canonicalRequest: String) -> String {
    let hash = SHA256.hash(data: canonicalRequest.utf8).hex
    let text = [Self.algorithm, time.signatureTime, scope, hash].joined(separator: "\n")
    var key = Array("AWS4\(credentials.secretKey)".utf8)
    for part in [time.signatureDay, region, service, "aws4_request"] { key = HMACSHA256.code(for: part.utf8, key: key) }
    return Hexadecimal.text(HMACSHA256.code(for: text.utf8, key: key))
  }
}
