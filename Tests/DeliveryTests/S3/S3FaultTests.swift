import ObjectStorage
import TestTraits
import Testing

@testable import Delivery

/// What a failed request means for a delivery.
@Suite(.hangLimit) struct S3FaultTests {
  /// What an administrator can correct while the delivery waits. An expired certificate ended deliveries for good.
  @Test(arguments: [
    ObjectStorageError.Code.bucketMissing, .accessDenied, .notTrusted, .unavailable, .full, .invalidAnswer,
  ])
  func faultsOfTheStorageAreTriedAgain(code: ObjectStorageError.Code) {
    let error = SendError(ObjectStorageError(code: code, message: "m", place: "s3://reports/k"))
    #expect(error.code == code.rawValue && error.retry == .later(notBefore: nil) && error.isDestinationDown)
  }

  @Test(arguments: [ObjectStorageError.Code.invalidURL, .preconditionFailed, .tooLarge, .refused])
  func faultsOfTheDocumentAreFinal(code: ObjectStorageError.Code) {
    let error = SendError(ObjectStorageError(code: code, message: "m", place: "s3://reports/k"))
    #expect(error.retry == .never && !error.isDestinationDown)
  }
}
