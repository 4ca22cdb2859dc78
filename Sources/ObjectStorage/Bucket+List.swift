import Dates
import Encodings
import Networking
import OperatingSystem
import XMLTree

extension Bucket {
  /// A page of the objects whose keys begin with `prefix`.
  /// - Parameters:
  ///   - start: `next` of the preceding page; nil for the first one.
  ///   - limit: the largest number of objects, at most 1,000.
  package func list(
    prefix: String, from start: String? = nil, limit: Int = 1000
  ) async throws(ObjectStorageError) -> ObjectPage {
    var query = [
      (name: "list-type", value: "2"), (name: "prefix", value: prefix), (name: "encoding-type", value: "url"),
      (name: "max-keys", value: "\(min(max(1, limit), 1000))"),
    ]
    if let start { query.append(("continuation-token", start)) }
    let response = try await send(BucketRequest(method: "GET", key: "", query: query))
    guard let answer = try? XMLElement(response.body), answer.name.local == "ListBucketResult" else {
      throw invalidAnswer("a list of objects", "")
    }
    let isEncoded = answer["EncodingType"] == "url"
    var objects: [StoredObject] = []
    for element in answer.children where element.name.local == "Contents" {
      guard let text = element["Key"],
        let key = isEncoded ? PercentEncoding.decode(text[...], plusIsSpace: true) : text,
        let bytes = element["Size"].flatMap({ Int($0) })
      else { throw invalidAnswer("the key or size of an object", "") }
      objects.append(
        StoredObject(
          key: key, bytes: bytes, etag: element["ETag"],
          modified: element["LastModified"].flatMap { Timestamp($0) }))
    }
    let next = answer["IsTruncated"] == "true" ? answer["NextContinuationToken"] : nil
    // A storage that repeats its token would make the caller list for ever.
    guard next == nil || next != start else { throw invalidAnswer("the next page of a list", "") }
    return ObjectPage(objects: objects, next: next)
  }

  /// Deletes objects; one that does not exist is deleted already.
  /// - Parameter isRepeatable: false if an object that is created again meanwhile must not be deleted by a repeated
  ///   request.
  /// - Returns: an error for each object that was not deleted.
  package func delete(
    _ keys: [String], isRepeatable: Bool = true
  ) async throws(ObjectStorageError) -> [String: ObjectStorageError] {
    var failures: [String: ObjectStorageError] = [:]
    for start in stride(from: 0, to: keys.count, by: 1000) {
      let batch = keys[start..<min(start + 1000, keys.count)]
      for key in batch { try BucketLocation.check(key: key) }
      let list = batch.map { "<Object><Key>\(XMLText.escaped($0))</Key></Object>" }
      let body = Array(
        ("<Delete xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Quiet>true</Quiet>" + list.joined() + "</Delete>")
          .utf8)
      let digest = SHA256.hash(data: body)
      let response = try await send(
        BucketRequest(
          method: "POST", key: "", query: [("delete", "")],
          headers: [
            (name: "Content-Type", value: "application/xml"),
            (name: "x-amz-checksum-sha256", value: Base64.encode(digest.bytes)),
          ], body: .bytes(body), bodySHA256: digest.hex, bodyBytes: body.count,
          isRepeatable: isRepeatable))
      guard let answer = try? XMLElement(response.body), answer.name.local == "DeleteResult" else {
        throw invalidAnswer("the result of a deletion", "")
      }
      for element in answer.children where element.name.local == "Error" && element["Code"] != "NoSuchKey" {
        let key = element["Key"] ?? ""
        failures[key] = ObjectStorageError(status: response.status, element, place: location.place(of: key))
      }
    }
    return failures
  }
}
