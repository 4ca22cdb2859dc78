import Networking

/// A failed operation of a printer.
enum PrintError: Error, Hashable, Sendable {
  case network(NetworkError)
  case httpStatus(Int)
  /// The status of an IPP response, such as `server-error-busy`.
  case status(String)
  case invalidAnswer(String)
  /// A value is longer than the 32,767 bytes that IPP allows.
  case requestTooLong
  /// libcups, which encodes the requests, cannot be loaded or has no memory.
  case libraryMissing

  /// The error of the delivery.
  func sendError(_ printer: String, isOutcomeUnknown: Bool = false) -> SendError {
    switch self {
    case .network(let error):
      SendError(
        code: error.code.rawValue, message: "\(printer): \(error.message)", retry: .later(notBefore: nil),
        isOutcomeUnknown: isOutcomeUnknown && error.mayHaveTakenEffect, isDestinationDown: error.code != .cancelled)
    case .httpStatus(let status):
      SendError(
        code: status == 401 || status == 403 ? "access_denied" : "http_\(status)",
        message: "\(printer): the printer answers with the HTTP status \(status)", retry: .later(notBefore: nil),
        isDestinationDown: true)
    case .status(let status):
      SendError(
        code: status.replacing("-", with: "_"), message: "\(printer): the printer answers \(status)",
        retry: Self.isFinal(status) ? .never : .later(notBefore: nil), isDestinationDown: !Self.isFinal(status))
    case .invalidAnswer(let what):
      SendError(
        code: "protocol_violation", message: "\(printer): the answer does not follow IPP (\(what))",
        retry: .later(notBefore: nil), isDestinationDown: true)
    case .requestTooLong:
      SendError(
        code: "request_too_long", message: "a value of the print job is longer than IPP allows (32,767 bytes)",
        retry: .never)
    case .libraryMissing:
      SendError(
        code: "library_missing", message: "\(printer): libcups.so.2 cannot be loaded (Debian package libcups2)",
        retry: .later(notBefore: nil))
    }
  }

  /// Whether the printer would refuse the document again.
  private static func isFinal(_ status: String) -> Bool {
    [
      "client-error-document-format-not-supported", "client-error-attributes-or-values-not-supported",
      "client-error-conflicting-attributes", "client-error-request-value-too-long",
      "client-error-request-entity-too-large", "client-error-document-format-error", "client-error-bad-request",
    ].contains(status)
  }
}
