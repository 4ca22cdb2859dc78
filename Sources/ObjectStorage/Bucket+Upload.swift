import Dates
import Encodings
import Networking
import OperatingSystem
import XMLTree

/// A part of an upload that the storage has received.
private struct UploadedPart: Sendable {
  var number: Int
  var etag: String
  var digest: SHA256Digest
}

extension Bucket {
  /// The largest number of parts that the protocol allows.
  private static let partLimit = 10_000

  /// Stores an object in parts. If a part fails, the upload is aborted, so that the storage keeps none of them.
  func upload(
    _ content: ObjectContent, to key: String, _ options: ObjectOptions
  ) async throws(ObjectStorageError) -> StoredObject {
    let created = try await send(
      BucketRequest(
        method: "POST", key: key, query: [("uploads", "")],
        headers: options.headers + [(name: "x-amz-checksum-algorithm", value: "SHA256")], body: .bytes([])))
    guard let id = (try? XMLElement(created.body))?["UploadId"], !id.isEmpty else {
      throw invalidAnswer("an upload's ID", key)
    }
    do throws(ObjectStorageError) {
      let parts = try await uploadParts(of: content, to: key, upload: id)
      return try await complete(id, parts, key, options, bytes: content.count)
    } catch {
      // The upload is aborted even if this task was cancelled.
      await Task { await abort(id, key) }.value
      throw error
    }
  }

  private func uploadParts(
    of content: ObjectContent, to key: String, upload id: String
  ) async throws(ObjectStorageError) -> [UploadedPart] {
    let size = max(limits.part, (content.count + Self.partLimit - 1) / Self.partLimit)
    var ranges = stride(from: 0, to: content.count, by: size).enumerated().map { index, start in
      (number: index + 1, range: start..<min(start + size, content.count))
    }[...]
    do {
      return try await withThrowingTaskGroup(of: UploadedPart.self) { group in
        var parts: [UploadedPart] = []
        for next in ranges.prefix(limits.concurrentParts) {
          group.addTask { try await uploadPart(next.number, next.range, of: content, to: key, upload: id) }
        }
        ranges = ranges.dropFirst(limits.concurrentParts)
        while let part = try await group.next() {
          parts.append(part)
          guard let next = ranges.popFirst() else { continue }
          group.addTask { try await uploadPart(next.number, next.range, of: content, to: key, upload: id) }
        }
        return parts.sorted { $0.number < $1.number }
      }
    } catch let error as ObjectStorageError {
      throw error
    } catch {
      throw ObjectStorageError(code: .cancelled, message: "The upload was cancelled.", place: location.place(of: key))
    }
  }

  private func uploadPart(
    _ number: Int, _ range: Range<Int>, of content: ObjectContent, to key: String, upload id: String
  ) async throws(ObjectStorageError) -> UploadedPart {
    let digest: SHA256Digest
    do throws(SystemError) {
      digest = try content.hash(range)
    } catch {
      throw ObjectStorageError(code: .file, message: error.description, place: location.place(of: key))
    }
    let response = try await send(
      BucketRequest(
        method: "PUT", key: key, query: [("partNumber", "\(number)"), ("uploadId", id)],
        headers: [(name: "x-amz-checksum-sha256", value: Base64.encode(digest.bytes))], body: content.body(range),
        bodySHA256: digest.hex, bodyBytes: range.count))
    guard let etag = response["ETag"] else { throw invalidAnswer("the ETag of a part", key) }
    return UploadedPart(number: number, etag: etag, digest: digest)
  }

  private func complete(
    _ id: String, _ parts: [UploadedPart], _ key: String, _ options: ObjectOptions, bytes: Int
  ) async throws(ObjectStorageError) -> StoredObject {
    let checksum = Base64.encode(SHA256.hash(data: parts.flatMap(\.digest.bytes)).bytes) + "-\(parts.count)"
    let list = parts.map { part in
      "<Part><PartNumber>\(part.number)</PartNumber><ETag>\(XMLText.escaped(part.etag))</ETag>"
        + "<ChecksumSHA256>\(Base64.encode(part.digest.bytes))</ChecksumSHA256></Part>"
    }
    let body = Array(
      ("<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">" + list.joined()
        + "</CompleteMultipartUpload>").utf8)
    let response: HTTPResponse
    do throws(ObjectStorageError) {
      response = try await send(
        BucketRequest(
          method: "POST", key: key, query: [("uploadId", id)],
          headers: options.condition + [(name: "Content-Type", value: "application/xml")], body: .bytes(body),
          bodySHA256: SHA256.hash(data: body).hex, bodyBytes: body.count))
    } catch {
      // An attempt whose answer was lost has completed the upload.
      guard error.code == .notFound, error.mayHaveTakenEffect, let object = try? await head(key),
        object.bytes == bytes, object.checksum == checksum
      else { throw error }
      return object
    }
    // The storage can report an error after it has begun a successful answer.
    guard let answer = try? XMLElement(response.body) else { throw invalidAnswer("the result of an upload", key) }
    if answer.name.local == "Error" {
      throw ObjectStorageError(status: response.status, answer, place: location.place(of: key))
    }
    var object = StoredObject(response, key: key, bytes: bytes)
    object.etag = answer["ETag"]
    object.checksum = answer["ChecksumSHA256"]
    guard object.checksum ?? checksum == checksum else { throw storedOtherBytes(key) }
    return object
  }

  /// Errors are ignored: `abortUploads(prefix:olderThan:)` aborts the uploads that remain.
  private func abort(_ id: String, _ key: String) async {
    _ = try? await send(BucketRequest(method: "DELETE", key: key, query: [("uploadId", id)]))
  }

  /// Aborts incomplete uploads that began at least `age` seconds ago, at most 1,000. They belong to programs that ended
  /// during an upload.
  /// - Returns: the number of uploads aborted.
  package func abortUploads(prefix: String, olderThan age: Int) async throws(ObjectStorageError) -> Int {
    let response = try await send(
      BucketRequest(method: "GET", key: "", query: [("uploads", ""), (name: "prefix", value: prefix)]))
    guard let answer = try? XMLElement(response.body), answer.name.local == "ListMultipartUploadsResult" else {
      throw invalidAnswer("a list of uploads", "")
    }
    var aborted = 0
    for upload in answer.children where upload.name.local == "Upload" {
      guard let key = upload["Key"], let id = upload["UploadId"], key.hasPrefix(prefix),
        let begun = upload["Initiated"].flatMap({ Timestamp($0) }), clock.now().seconds - begun.seconds >= age
      else { continue }
      await abort(id, key)
      aborted += 1
    }
    return aborted
  }

  func invalidAnswer(_ what: String, _ key: String) -> ObjectStorageError {
    ObjectStorageError(
      code: .invalidAnswer,
      message: "The storage's answer lacks \(what). Check that the endpoint speaks the S3 protocol.",
      place: location.place(of: key))
  }
}
