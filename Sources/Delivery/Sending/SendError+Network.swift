import Networking

extension SendError {
  /// The error of a delivery whose transfer failed, and whether to try again. The code is that of the transfer's error.
  package init(_ error: NetworkError) {
    let isPermanent: Bool
    let isDestinationDown: Bool
    switch error.code {
    case .invalidURL, .invalidRequest, .invalidNetwork, .addressForbidden:
      (isPermanent, isDestinationDown) = (true, false)
    case .cancelled, .fileUnreadable: (isPermanent, isDestinationDown) = (false, false)
    case .hostUnknown, .connectFailed, .notTrusted, .protocolViolation, .authenticationFailed, .connectionLost,
      .timedOut,
      .tooLarge, .other:
      (isPermanent, isDestinationDown) = (false, true)
    }
    self.init(
      code: error.code.rawValue, message: "\(error.place): \(error.message)",
      retry: isPermanent ? .never : .later(notBefore: nil), isOutcomeUnknown: error.mayHaveTakenEffect,
      isDestinationDown: isDestinationDown)
  }
}
