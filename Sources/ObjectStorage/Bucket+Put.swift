import Dates
import Encodings
import Networking
import OperatingSystem

extension Bucket {
  /// Stores an object; one of more than `largestPut` bytes in parts. The object appears whole or not at all, and the
  /// storage compares its SHA-256.
  /// - Throws: `preconditionFailed` if the object must be new and exists, also if an attempt whose answer was lost has
  ///   stored it.
  @discardableResult
  package func put(
    _ content: ObjectContent, to key: String, _ options: ObjectOptions = ObjectOptions()
  ) async throws(ObjectStorageError) -> StoredObject {
    guard content.count <= limits.largestPut else { return try await upload(content, to: key, options) }
    let sha256 = content.sha256
    let checksum = Base64.encode(Hexadecimal.bytes(sha256) ?? [])
    let response = try await send(
      BucketRequest(
        method: "PUT", key: key,
        headers: options.headers + options.condition + [(name: "x-amz-checksum-sha256", value: checksum)],
        body: content.body(0..<content.count), bodySHA256: sha256, bodyBytes: content.count))
    let object = StoredObject(response, key: key, bytes: content.count)
    guard object.checksum ?? checksum == checksum else { throw storedOtherBytes(key) }
    // Another server, such as one that asks for a login, answers 200, too.
    guard object.etag != nil || object.checksum != nil else {
      var error = invalidAnswer("the ETag of the object", key)
      error.mayHaveTakenEffect = true
      throw error
    }
    return object
  }

  func storedOtherBytes(_ key: String) -> ObjectStorageError {
    ObjectStorageError(
      code: .checksumMismatch, message: "The storage reports another checksum than that of the bytes that were sent.",
      place: location.place(of: key), mayHaveTakenEffect: true)
  }
}

extension StoredObject {
  init(_ response: HTTPResponse, key: String, bytes: Int? = nil) {
    self.init(
      key: key, bytes: bytes ?? response["Content-Length"].flatMap { Int($0) } ?? 0, etag: response["ETag"],
      version: response["x-amz-version-id"].flatMap { $0 == "null" ? nil : $0 },
      checksum: response["x-amz-checksum-sha256"],
      modified: response["Last-Modified"].flatMap { Timestamp(http: $0) })
    for (name, value) in response.headers.map({ ($0.name.lowercased(), $0.value) }) where name.hasPrefix("x-amz-meta-")
    {
      metadata[String(name.dropFirst("x-amz-meta-".count))] = value
    }
  }
}
