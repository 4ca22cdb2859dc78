import Networking
import TestTraits
import Testing

@testable import ObjectStorage

/// Requests that fail because the storage is overloaded or out of reach.
@Suite(.hangLimit) struct RetryTests {
  private static func put(_ storage: ScriptedStorage) async throws -> ObjectStorageError? {
    let bucket = try storage.bucket()
    do throws(ObjectStorageError) {
      try await bucket.put(.bytes([1]), to: "k", ObjectOptions(mustBeNew: true))
      return nil
    } catch {
      return error
    }
  }

  @Test func anOverloadedStorageIsAskedAgainLater() async throws {
    let storage = ScriptedStorage([.error(503, "SlowDown"), .error(500, "InternalError"), .response(200)])
    #expect(try await Self.put(storage) == nil)
    #expect(storage.requests.count == 3)
    #expect(storage.delays.count == 2)
    #expect((.milliseconds(100) ... .milliseconds(200)).contains(storage.delays[0]))
    #expect((.milliseconds(200) ... .milliseconds(400)).contains(storage.delays[1]))
  }

  @Test func everyAttemptIsSignedAnew() async throws {
    let storage = ScriptedStorage([.error(503, "SlowDown"), .response(200)])
    _ = try await Self.put(storage)
    let signatures = storage.requests.map { $0.headers.first { $0.name == "Authorization" }?.value }
    #expect(signatures[0] != signatures[1])
  }

  /// Regression: the answer of a server that asks for a login counted as that of a storage, and the document was lost.
  @Test func anObjectIsStoredOnlyIfTheStorageConfirmsIt() async throws {
    let page = ScriptedStorage([.response(200, headers: ["Content-Type": "text/html"], body: "Log in")])
    let error = await #expect(throws: ObjectStorageError.self) { try await page.bucket().put(.bytes([1]), to: "a") }
    #expect(error?.code == .invalidAnswer)
    let checksum = "S/XxK1ajAVFNP+eYSynBEsbT2cfTNt3OSjL+UWjTFh8="
    let other = ScriptedStorage([.response(200, headers: ["x-amz-checksum-sha256": checksum])])
    await #expect(throws: ObjectStorageError.self) { try await other.bucket().put(.bytes([1]), to: "a") }
  }

  @Test func attemptsAreLimited() async throws {
    let storage = ScriptedStorage(Array(repeating: .error(503, "SlowDown"), count: 9))
    #expect(try await Self.put(storage)?.code == .unavailable)
    #expect(storage.requests.count == 4)
  }

  /// The request was refused for good.
  @Test func unknownStatusesOfServersAreTriedAgain() async throws {
    let storage = ScriptedStorage([.response(521), .response(200)])
    #expect(try await Self.put(storage) == nil)
    #expect(storage.requests.count == 2)
  }

  @Test func retryAfterIsObeyedWithinTheLimit() async throws {
    let storage = ScriptedStorage([
      .response(503, headers: ["Retry-After": "3"]), .response(503, headers: ["Retry-After": "3600"]), .response(200),
    ])
    #expect(try await Self.put(storage) == nil)
    #expect(storage.delays == [.seconds(3), .seconds(5)])
  }

  /// Regression: only numbers were supported.
  @Test func datesInRetryAfterAreObeyed() async throws {
    let storage = ScriptedStorage([
      .response(503, headers: ["Retry-After": "Fri, 24 May 2013 00:00:04 GMT"]), .response(200),
    ])
    #expect(try await Self.put(storage) == nil)
    #expect(storage.delays == [.seconds(4)])
  }

  @Test func aLostAnswerLeavesTheOutcomeUnknown() async throws {
    let storage = ScriptedStorage([
      .failure(.connectionLost, mayHaveTakenEffect: true), .error(412, "PreconditionFailed"),
    ])
    let error = try await Self.put(storage)
    #expect(error?.code == .preconditionFailed && error?.mayHaveTakenEffect == true)
  }

  @Test(arguments: [
    (403, "AccessDenied", ObjectStorageError.Code.accessDenied), (403, "SignatureDoesNotMatch", .accessDenied),
    (404, "NoSuchBucket", .bucketMissing), (404, "NoSuchKey", .notFound),
    (412, "PreconditionFailed", .preconditionFailed),
    (400, "BadDigest", .checksumMismatch), (400, "EntityTooLarge", .tooLarge), (400, "InvalidRequest", .refused),
    (507, "Anything", .full), (301, "PermanentRedirect", .refused),
    (501, "NotImplemented", .refused),
  ])
  func otherErrorsAreFinal(status: Int, name: String, code: ObjectStorageError.Code) async throws {
    let storage = ScriptedStorage([.error(status, name)])
    let error = try #require(try await Self.put(storage))
    #expect(error.code == code && storage.requests.count == 1)
    #expect(error.message.contains(name) && error.place == "s3://reports/k")
  }

  @Test(arguments: [
    (NetworkError.Code.connectFailed, ObjectStorageError.Code.unavailable), (.timedOut, .unavailable),
    (.addressForbidden, .unavailable), (.notTrusted, .notTrusted), (.cancelled, .cancelled),
  ])
  func networkErrorsAreMapped(code: NetworkError.Code, expected: ObjectStorageError.Code) async throws {
    let storage = ScriptedStorage(Array(repeating: .failure(code), count: 4))
    #expect(try await Self.put(storage)?.code == expected)
  }

  @Test func noMessageContainsASecret() async throws {
    let storage = ScriptedStorage([.error(403, "SignatureDoesNotMatch")])
    let error = try #require(try await Self.put(storage))
    #expect(!error.description.contains("secret") && !error.description.contains("Signature="))
  }

  @Test func aMalformedResponseIsAnError() async throws {
    for body in ["", "<html>", "<Other/>"] {
      let storage = ScriptedStorage([.response(200, body: body)])
      let error = await #expect(throws: ObjectStorageError.self) { try await storage.bucket().list(prefix: "") }
      #expect(error?.code == .invalidAnswer)
    }
  }

  @Test func aRepeatedTokenEndsAListing() async throws {
    let page =
      "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>"
    let storage = ScriptedStorage([.response(200, body: page), .response(200, body: page)])
    #expect(try await storage.bucket().list(prefix: "").next == "t")
    let error = await #expect(throws: ObjectStorageError.self) {
      try await storage.bucket().list(prefix: "", from: "t")
    }
    #expect(error?.code == .invalidAnswer)
  }
}
