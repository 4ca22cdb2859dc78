import Dates
import Glibc
import Networking
import OperatingSystem

extension Bucket {
  /// The properties of an object.
  /// - Throws: `notFound`, also if the bucket is missing: a response without body does not distinguish them.
  package func head(_ key: String) async throws(ObjectStorageError) -> StoredObject {
    try await headWithTime(key).object
  }

  /// The properties of an object, and the storage's time of day (nil if the answer has none).
  package func headWithTime(_ key: String) async throws(ObjectStorageError) -> (object: StoredObject, now: Timestamp?) {
    let response = try await send(
      BucketRequest(method: "HEAD", key: key, headers: [(name: "x-amz-checksum-mode", value: "ENABLED")]))
    return (StoredObject(response, key: key), response["Date"].flatMap { Timestamp(http: $0) })
  }

  /// The bytes of an object, or a range of them.
  /// - Parameters:
  ///   - limit: the largest number of bytes.
  ///   - sha256: of the whole object; compared with that of the bytes, unless a range is requested.
  /// - Throws: `tooLarge`, `checksumMismatch`.
  package func bytes(
    of key: String, range: Range<Int>? = nil, limit: Int = 64 << 20, sha256: String? = nil
  ) async throws(ObjectStorageError) -> [UInt8] {
    let bounds = range.map { [(name: "Range", value: "bytes=\($0.lowerBound)-\($0.upperBound - 1)")] } ?? []
    // An error has a body too, which may be longer than the range.
    let longest = range == nil ? limit : max(limit, 64 << 10)
    let response = try await send(
      BucketRequest(method: "GET", key: key, headers: Self.checksumMode + bounds, longestAnswer: longest))
    guard range == nil else {
      guard response.status == 206, response.body.count <= range?.count ?? 0 else {
        throw invalidAnswer("the requested range", key)
      }
      return response.body
    }
    if sha256 != nil || StoredObject(response, key: key).sha256 != nil {
      try compare(SHA256.hash(data: response.body).hex, with: response, key, sha256)
    }
    return response.body
  }

  /// Writes an object to a new file with the permissions 0600. If the download fails, the file is removed.
  /// - Parameter sha256: compared with that of the bytes; by default the storage's checksum is compared if it keeps
  ///   one.
  /// - Returns: the object's properties.
  @discardableResult
  package func download(
    _ key: String, to path: String, limit: Int = .max, sha256: String? = nil
  ) async throws(ObjectStorageError) -> StoredObject {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw DownloadSink.Failure.file(SystemError("open", path: path)).error(at: location.place(of: key))
    }
    defer { _ = close(descriptor) }
    let sink = DownloadSink(descriptor: descriptor, path: path, limit: limit)
    do throws(ObjectStorageError) {
      let response = try await send(
        BucketRequest(
          method: "GET", key: key, headers: Self.checksumMode, sink: sink))
      if let length = response["Content-Length"].flatMap({ Int($0) }), length != sink.bytes {
        throw ObjectStorageError(
          code: .checksumMismatch, message: "\(sink.bytes) of \(length) bytes arrived.", place: location.place(of: key))
      }
      try compare(sink.sha256, with: response, key, sha256)
      return StoredObject(response, key: key, bytes: sink.bytes)
    } catch {
      unlink(path)
      throw error
    }
  }

  private static var checksumMode: [(name: String, value: String)] {
    [(name: "x-amz-checksum-mode", value: "ENABLED")]
  }

  private func compare(
    _ found: String, with response: HTTPResponse, _ key: String, _ expected: String?
  ) throws(ObjectStorageError) {
    guard let expected = expected ?? StoredObject(response, key: key).sha256, expected != found else { return }
    throw ObjectStorageError(
      code: .checksumMismatch, message: "The bytes hash to \(found), not to \(expected).",
      place: location.place(of: key))
  }
}
