import Encodings
import Networking
import OperatingSystem
import TestTraits
import Testing

@testable import ObjectStorage

/// Uploads in parts, with storages that fail.
@Suite(.hangLimit) struct UploadTests {
  private static var limits: TransferLimits {
    var limits = TransferLimits()
    (limits.largestPut, limits.part, limits.concurrentParts, limits.attempts) = (10, 8, 1, 2)
    return limits
  }
  private static let begun = ScriptedStorage.Response.response(200, body: "<R><UploadId>u1</UploadId></R>")
  private static let part = ScriptedStorage.Response.response(200, headers: ["ETag": "\"e\""])
  private static let bytes = [UInt8](repeating: 7, count: 20)
  private static let checksum: String = {
    let parts = [8, 8, 4].flatMap { SHA256.hash(data: [UInt8](repeating: 7, count: $0)).bytes }
    return Base64.encode(SHA256.hash(data: parts).bytes) + "-3"
  }()

  private static func upload(_ storage: ScriptedStorage) async throws(ObjectStorageError) -> StoredObject {
    let bucket: Bucket
    do { bucket = try storage.bucket(limits) } catch { preconditionFailure("\(error)") }
    return try await bucket.put(.bytes(bytes), to: "k", ObjectOptions(mustBeNew: true))
  }

  @Test func largeObjectsAreUploadedInParts() async throws {
    let storage = ScriptedStorage([
      Self.begun, Self.part, Self.part, Self.part, .response(200, body: "<R><ETag>\"e-3\"</ETag></R>"),
    ])
    let object = try await Self.upload(storage)
    #expect(object.bytes == 20 && object.etag == "\"e-3\"")
    #expect(
      storage.summary == [
        "POST /k?uploads=", "PUT /k?partNumber=1&uploadId=u1", "PUT /k?partNumber=2&uploadId=u1",
        "PUT /k?partNumber=3&uploadId=u1", "POST /k?uploadId=u1",
      ])
    #expect(storage.requests[4].headers.contains { $0.name == "If-None-Match" && $0.value == "*" })
  }

  @Test func aFailedPartAbortsTheUpload() async throws {
    let storage = ScriptedStorage([
      Self.begun, Self.part, .failure(.connectionLost), .failure(.connectionLost), .response(204),
    ])
    let error = await #expect(throws: ObjectStorageError.self) { try await Self.upload(storage) }
    #expect(error?.code == .unavailable)
    #expect(storage.summary.last == "DELETE /k?uploadId=u1")
  }

  @Test func aCancelledUploadIsAborted() async throws {
    let storage = ScriptedStorage([Self.begun, .failure(.cancelled), .response(204)])
    let error = await #expect(throws: ObjectStorageError.self) { try await Self.upload(storage) }
    #expect(error?.code == .cancelled)
    #expect(storage.summary.last == "DELETE /k?uploadId=u1")
  }

  @Test func anErrorInASuccessfulAnswerIsAnError() async throws {
    let storage = ScriptedStorage([Self.begun, Self.part, Self.part, Self.part, .error(200, "InternalError")])
    let error = await #expect(throws: ObjectStorageError.self) { try await Self.upload(storage) }
    #expect(error?.code == .unavailable)
  }

  @Test func anUploadWhoseAnswerWasLostIsFound() async throws {
    let storage = ScriptedStorage([
      Self.begun, Self.part, Self.part, Self.part, .failure(.connectionLost, mayHaveTakenEffect: true),
      .error(404, "NoSuchUpload"),
      .response(200, headers: ["Content-Length": "20", "x-amz-checksum-sha256": Self.checksum]),
    ])
    #expect(try await Self.upload(storage).checksum == Self.checksum)
  }

  @Test func otherBytesInPlaceOfTheUploadAreAnError() async throws {
    let storage = ScriptedStorage([
      Self.begun, Self.part, Self.part, Self.part, .failure(.connectionLost, mayHaveTakenEffect: true),
      .error(404, "NoSuchUpload"),
      .response(200, headers: ["Content-Length": "20", "x-amz-checksum-sha256": "other-3"]),
    ])
    let error = await #expect(throws: ObjectStorageError.self) { try await Self.upload(storage) }
    #expect(error?.code == .notFound && error?.mayHaveTakenEffect == true)
  }

  @Test func anotherChecksumOfTheStorageIsAnError() async throws {
    let storage = ScriptedStorage([.response(200, headers: ["x-amz-checksum-sha256": "AAAA"])])
    let error = await #expect(throws: ObjectStorageError.self) {
      try await storage.bucket().put(.bytes([1]), to: "k")
    }
    #expect(error?.code == .checksumMismatch)
  }

  @Test func aFileThatIsTooShortIsAnError() async throws {
    let storage = ScriptedStorage([Self.begun, .response(204)])
    let error = await #expect(throws: ObjectStorageError.self) {
      try await storage.bucket(Self.limits).put(.file(path: "/dev/null", bytes: 20, sha256: "00"), to: "k")
    }
    #expect(error?.code == .file)
  }
}
