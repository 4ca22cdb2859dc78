import Networking

extension SendError {
  /// The error of a delivery whose transfer failed, with its code, and whether to try again.
  /// - Parameter isFixedAddress: whether the job's destination is an IP address, which neither the name service nor a
  ///   destination's configuration can change.
  package init(_ error: NetworkError, isFixedAddress: Bool = false) {
    let isPermanent: Bool
    let isDestinationDown: Bool
    switch error.code {
    case .invalidURL, .invalidRequest, .invalidNetwork: (isPermanent, isDestinationDown) = (true, false)
    // The name service may be wrong for a time, and the allowed networks can be corrected while deliveries wait.
    case .addressForbidden: (isPermanent, isDestinationDown) = (isFixedAddress, !isFixedAddress)
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
