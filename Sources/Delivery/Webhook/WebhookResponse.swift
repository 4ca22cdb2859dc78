import Networking

/// The receiver's response to a webhook, and its consequences for the delivery.
struct WebhookResponse {
  /// Limits `Retry-After`.
  static let longestWait = Duration.seconds(24 * 3600)
  private static let textLimit = 1000

  let response: HTTPResponse
  /// The URL without query.
  let place: String

  /// `HTTP 200`, followed by the printable characters of the body, at most 1,000 in all.
  /// - Parameter hiding: texts that must not be kept, such as the link; a body that contains one of them, because the
  ///   receiver answers with what it received, is left out.
  func text(hiding secrets: [String]) -> String {
    let body = String(decoding: response.body, as: UTF8.self)
    let status = "HTTP \(response.status)"
    guard !secrets.contains(where: { !$0.isEmpty && body.contains($0) }) else { return status }
    let words = body.unicodeScalars.split { $0.properties.isWhitespace || !Self.isPrintable($0) }
    let text = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    return text.isEmpty ? status : String("\(status): \(text)".prefix(Self.textLimit))
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  /// The error of the delivery; nil if the message was accepted.
  /// - Parameter now: seconds since 1970.
  func failure(now: Int) -> SendError? {
    let status = response.status
    let wait = response.retryAfter(now: now).map { min($0, Self.longestWait) }
    switch status {
    case 200...299: return nil
    case 300...399:
      return refusal("redirected", "the receiver answers with a redirect (\(status)); configure the final URL")
    case 410:
      var error = refusal("gone", "the receiver asks for no further webhooks (410)")
      error.disablesDestination = true
      return error
    case 408, 425, 429, 500...599:
      return SendError(
        code: status == 429 ? "too_many_requests" : "receiver_failed",
        message: "\(place): the receiver answers \(status)",
        retry: .later(notBefore: wait), isDestinationDown: true)
    case 400...499: return refusal("receiver_refused", "the receiver refuses the webhook (\(status))")
    default:
      return SendError(
        code: "protocol_violation", message: "\(place): the receiver answers with the status \(status)",
        retry: .later(notBefore: nil), isDestinationDown: true)
    }
  }

  private func refusal(_ code: String, _ message: String) -> SendError {
    SendError(code: code, message: "\(place): \(message)", retry: .never)
  }
}
