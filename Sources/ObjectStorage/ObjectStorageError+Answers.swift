import Networking
import XMLTree

extension ObjectStorageError {
  /// The error that an answer reports: by the code in its XML body, or by its status (the answer to HEAD has no body).
  init(_ response: HTTPResponse, place: String) {
    let error = (try? XMLElement(response.body)).flatMap { $0.name.local == "Error" ? $0 : nil }
    self.init(status: response.status, error, place: place)
  }

  /// - Parameter error: the element `Error` of the answer.
  init(status: Int, _ error: XMLElement?, place: String) {
    let name = error?["Code"] ?? ""
    let code = Self.code(name) ?? Self.code(status: status)
    let stated = [name, Self.shortened(error?["Message"] ?? "")].filter { !$0.isEmpty }.joined(separator: ": ")
    self.init(
      code: code, message: "\(code.sentence) The storage answered \(status)\(stated.isEmpty ? "" : " \(stated)").",
      place: place, mayHaveTakenEffect: [500, 502, 504].contains(status))
  }

  /// The first line of the storage's message, at most 200 characters.
  private static func shortened(_ message: String) -> String {
    let line = message.split(whereSeparator: \.isNewline).first ?? ""
    return String(line.prefix(200)).trimmingSuffix(".")
  }

  private static func code(_ name: String) -> Code? {
    switch name {
    case "NoSuchBucket": .bucketMissing
    case "NoSuchKey", "NoSuchVersion", "NoSuchUpload": .notFound
    case "PreconditionFailed": .preconditionFailed
    case "AccessDenied", "AllAccessDisabled", "AccountProblem", "ExpiredToken", "InvalidAccessKeyId", "InvalidToken",
      "RequestTimeTooSkewed", "SignatureDoesNotMatch", "AuthorizationHeaderMalformed":
      .accessDenied
    case "BadDigest", "InvalidDigest", "XAmzContentSHA256Mismatch", "XAmzContentChecksumMismatch", "InvalidPart",
      "IncompleteBody":
      .checksumMismatch
    // A conditional request and another one at the same time: AWS asks for a retry.
    case "ConditionalRequestConflict", "OperationAborted", "InternalError", "RequestTimeout", "ServiceUnavailable",
      "SlowDown", "SlowDownRead", "SlowDownWrite", "Throttling", "TooManyRequests", "RequestLimitExceeded":
      .unavailable
    case "InsufficientStorage", "QuotaExceeded", "StorageFull", "XMinioStorageFull": .full
    case "EntityTooLarge": .tooLarge
    default: nil
    }
  }

  private static func code(status: Int) -> Code {
    switch status {
    case 401, 403: .accessDenied
    case 404: .notFound
    case 412: .preconditionFailed
    case 507: .full
    // Unknown statuses of servers are like 500 (RFC 9110, 15). 501 and 505 are answers to what is always sent.
    case 408, 429, 500, 502...504, 506...599: .unavailable
    default: .refused
    }
  }

  /// The error of a request that was not answered.
  init(_ error: NetworkError, place: String) {
    let code: Code =
      switch error.code {
      case .invalidURL: .invalidURL
      case .hostUnknown, .addressForbidden, .connectFailed, .connectionLost, .timedOut, .other: .unavailable
      case .authenticationFailed: .accessDenied
      case .notTrusted: .notTrusted
      case .protocolViolation: .invalidAnswer
      case .tooLarge: .tooLarge
      case .cancelled: .cancelled
      case .fileUnreadable: .file
      default: .refused
      }
    self.init(
      code: code, message: "\(error.place): \(error.message)", place: place,
      mayHaveTakenEffect: error.mayHaveTakenEffect)
  }
}

extension ObjectStorageError.Code {
  fileprivate var sentence: String {
    switch self {
    case .invalidURL: "The URL is invalid."
    case .notFound: "There is no such object."
    case .bucketMissing: "There is no such bucket; create it, or name another one."
    case .preconditionFailed: "The object exists already, or was changed meanwhile."
    case .accessDenied:
      "The credentials are wrong or do not allow this; check the access key and its rights to the bucket."
    case .checksumMismatch: "The received bytes differ from their checksum."
    case .notTrusted: "The certificate of the storage is not trusted."
    case .unavailable: "The storage is overloaded or out of reach."
    case .full: "The storage has no space left."
    case .tooLarge: "The object is too large."
    case .invalidAnswer, .file, .cancelled, .refused: "The request was refused."
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
