import Encodings

/// Where a bucket is: the storage's endpoint, the bucket's name, and how its URLs are written.
package struct BucketLocation: Hashable, Sendable {
  package let bucket: String
  /// The region, which is part of every signature.
  package let region: String
  /// `https` or `http`.
  let scheme: String
  /// The value of the header `Host`: with the bucket's name unless URLs are path-style, and with the port unless it is
  /// the default.
  let host: String
  /// Whether the bucket is the first segment of the path, instead of the first label of the host.
  let usesPathStyle: Bool

  /// - Parameters:
  ///   - endpoint: such as `https://storage.example:9000`; nil for Amazon S3 in the region.
  ///   - usesPathStyle: nil for path-style if the endpoint is given or the bucket's name contains a dot (certificates
  ///     of the storage do not cover such hosts).
  /// - Throws: `invalidURL`.
  package init(
    bucket: String, region: String, endpoint: String? = nil, usesPathStyle: Bool? = nil
  ) throws(ObjectStorageError) {
    guard Self.isBucketName(bucket) else {
      throw ObjectStorageError(
        code: .invalidURL,
        message:
          "A bucket's name consists of 3 to 63 lower-case letters, digits, dots and hyphens, and begins with a letter or digit.",
        place: String(bucket.prefix(80)))
    }
    guard !region.isEmpty, region.utf8.count <= 64, region.utf8.allSatisfy(Self.isNameByte) else {
      throw ObjectStorageError(
        code: .invalidURL, message: "A region consists of letters, digits and hyphens, such as eu-central-1.",
        place: String(region.prefix(80)))
    }
    let (scheme, host) = try Self.parse(endpoint ?? "https://s3.\(region).amazonaws.com")
    self.bucket = bucket
    self.region = region
    self.scheme = scheme
    self.usesPathStyle = usesPathStyle ?? (endpoint != nil || bucket.contains("."))
    self.host = self.usesPathStyle ? host : "\(bucket).\(host)"
  }

  /// `https://host:port/` is accepted with one slash at the end; a path, query or user information is not.
  private static func parse(_ endpoint: String) throws(ObjectStorageError) -> (scheme: String, host: String) {
    func invalid() -> ObjectStorageError {
      ObjectStorageError(
        code: .invalidURL, message: "An endpoint is a URL such as https://storage.example:9000, without a path.",
        place: String(endpoint.prefix(80)))
    }
    let parts = endpoint.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "https" || parts[0] == "http" else { throw invalid() }
    var authority = parts[1].lowercased()
    if authority.hasSuffix("/") { authority.removeLast() }
    var name = authority[...]
    if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
      guard let port = Int(authority[authority.index(after: colon)...]), (1...65_535).contains(port) else {
        throw invalid()
      }
      name = authority[..<colon]
      if port == (parts[0] == "https" ? 443 : 80) { authority = String(name) }
    }
    let isAddress =
      name.hasPrefix("[") && name.hasSuffix("]") && name.utf8.count > 2
      && name.utf8.dropFirst().dropLast().allSatisfy { $0 == UInt8(ascii: ":") || isNameByte($0) }
    guard isAddress || (!name.isEmpty && name.utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ".") }) else {
      throw invalid()
    }
    return (String(parts[0]), authority)
  }

  private static func isBucketName(_ name: String) -> Bool {
    guard (3...63).contains(name.utf8.count), let first = name.utf8.first, first != UInt8(ascii: "-"),
      first != UInt8(ascii: "."), !name.contains("..")
    else { return false }
    return name.utf8.allSatisfy {
      ($0 == UInt8(ascii: ".") || isNameByte($0)) && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The encoded path of an object, or of the bucket for an empty key.
  func path(of key: String) -> String {
    let encoded = PercentEncoding.encode(key, keepsSlash: true)
    return usesPathStyle ? "/\(bucket)" + (key.isEmpty ? "" : "/\(encoded)") : "/\(encoded)"
  }

  /// The bucket and key for messages.
  package func place(of key: String) -> String { "s3://\(bucket)" + (key.isEmpty ? "" : "/\(key)") }

  /// Refuses text that object keys cannot begin with. Empty text is allowed.
  package static func check(prefix: String) throws(ObjectStorageError) {
    if !prefix.isEmpty { try check(key: prefix + "/-") }
  }

  /// Refuses keys that a client, proxy or storage may normalize to another key.
  package static func check(key: String) throws(ObjectStorageError) {
    let segments = key.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...1024).contains(key.utf8.count), segments.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }),
      !key.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) })
    else {
      throw ObjectStorageError(
        code: .invalidURL,
        message: "A key has 1 to 1024 bytes, no control characters, and no segment that is empty, \".\" or \"..\".",
        place: String(key.prefix(80)))
    }
  }
}
