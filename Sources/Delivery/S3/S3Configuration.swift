import Dates
import Foundation
import Networking
import ObjectStorage

/// A bucket of Amazon S3 or of a storage with the same protocol.
///
///     bucket: reports
///     region: eu-central-1
///     endpoint: https://storage.example:9000   # without it, Amazon S3
///     path_style: true                         # by default with an endpoint
///     access_key: { env: REPORTS_ACCESS_KEY }
///     secret_key: { file: /run/secrets/reports }
///     prefix: outgoing                         # of all keys
///     name: "{tenant}/{date}/{job}-{kind}.{extension}"   # by default by content
///     on_conflict: rename
///     encryption: managed                      # or kms, with kms_key
///     tags: { source: pressrun }
///     object_lock: { mode: compliance, days: 3650, kinds: [archive] }
///     ca_file: /etc/ssl/storage-ca.pem
package struct S3DestinationConfiguration: Hashable, Sendable, Decodable {
  /// The handling of a document whose key exists with different content.
  package enum OnConflict: String, Sendable, Decodable {
    /// The document gets a distinct name (`PathText.distinct`).
    case rename
    /// The delivery fails.
    case fail
    /// The object is replaced; a bucket with versions keeps it as an earlier version.
    case replace
  }

  /// The keys with which the storage encrypts objects.
  package enum Encryption: String, Sendable, Decodable {
    /// Keys of the storage.
    case managed
    /// A key of the key management service.
    case kms
  }

  /// The bucket, its region and the endpoint of the storage.
  package var location: BucketLocation
  package var accessKey: Secret
  package var secretKey: Secret
  /// The session token of temporary credentials; nil for others.
  package var sessionToken: Secret?
  /// It is empty, or folders without a slash at either end.
  package var prefix: String
  /// The path of a document below the prefix.
  package var name: NameTemplate
  package var onConflict: OnConflict
  /// The encryption of objects; nil for the default of the bucket.
  package var encryption: ServerSideEncryption?
  /// The values of tags by their names; at most ten.
  package var tags: [String: String]
  /// The Object Lock settings; nil for none.
  package var objectLock: ObjectLockSettings?
  /// A PEM file with the certificates that are trusted instead of the system's; nil for the system's.
  package var caFile: String?

  /// The default name template. The key contains the hash, so that other content never has the same key.
  package static let nameByContent: NameTemplate = {
    guard let template = try? NameTemplate("{tenant}/{sha256}.{extension}") else {
      preconditionFailure("the template is valid")
    }
    return template
  }()

  package init(
    location: BucketLocation, accessKey: Secret, secretKey: Secret, prefix: String = "",
    name: NameTemplate = nameByContent, onConflict: OnConflict = .rename
  ) {
    self.location = location
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.prefix = prefix
    self.name = name
    self.onConflict = onConflict
    tags = [:]
  }

  private enum CodingKeys: String, CodingKey {
    case bucket, region, endpoint, prefix, name, encryption, tags
    case pathStyle = "path_style"
    case accessKey = "access_key"
    case secretKey = "secret_key"
    case sessionToken = "session_token"
    case onConflict = "on_conflict"
    case kmsKey = "kms_key"
    case objectLock = "object_lock"
    case caFile = "ca_file"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    location = try Self.location(values)
    accessKey = try values.decode(Secret.self, forKey: .accessKey)
    secretKey = try values.decode(Secret.self, forKey: .secretKey)
    sessionToken = try values.decodeIfPresent(Secret.self, forKey: .sessionToken)
    prefix = try values.decodeIfPresent(String.self, forKey: .prefix) ?? ""
    try values.check(
      (try? BucketLocation.check(prefix: prefix)) != nil, .prefix,
      "expected folders such as outgoing/reports, without \".\", \"..\" and a slash at either end")
    name = try values.decodeIfPresent(NameTemplate.self, forKey: .name) ?? Self.nameByContent
    onConflict = try values.decodeIfPresent(OnConflict.self, forKey: .onConflict) ?? .rename
    let kmsKey = try values.decodeIfPresent(String.self, forKey: .kmsKey)
    switch try values.decodeIfPresent(Encryption.self, forKey: .encryption) {
    case .managed: encryption = .managed
    case .kms: encryption = .key(id: kmsKey)
    case nil: encryption = nil
    }
    try values.check(
      kmsKey == nil || encryption == .key(id: kmsKey), .kmsKey, "only with encryption: kms")
    tags = try values.decodeIfPresent([String: String].self, forKey: .tags) ?? [:]
    try values.check(
      tags.count <= 10 && tags.allSatisfy { (1...128).contains($0.key.count) && $0.value.count <= 256 }, .tags,
      "expected at most 10 tags with names of up to 128 and values of up to 256 characters")
    objectLock = try values.decodeIfPresent(ObjectLockSettings.self, forKey: .objectLock)
    caFile = try values.decodeIfPresent(String.self, forKey: .caFile)
  }

  private static func location(_ values: KeyedDecodingContainer<CodingKeys>) throws -> BucketLocation {
    let endpoint = try values.decodeIfPresent(String.self, forKey: .endpoint)
    do {
      return try BucketLocation(
        bucket: try values.decode(String.self, forKey: .bucket),
        region: try values.decodeIfPresent(String.self, forKey: .region) ?? "us-east-1", endpoint: endpoint,
        usesPathStyle: try values.decodeIfPresent(Bool.self, forKey: .pathStyle))
    } catch let error as ObjectStorageError {
      throw DecodingError.dataCorruptedError(
        forKey: error.place == endpoint ? .endpoint : .bucket, in: values, debugDescription: error.message)
    }
  }
}

/// The time for which objects can be neither deleted nor overwritten. The bucket must have been created with Object
/// Lock.
package struct ObjectLockSettings: Hashable, Sendable, Decodable {
  /// Whether privileged users may end the lock.
  package var mode: ObjectRetention.Mode
  /// The number of days from the completion of the document.
  package var days: Int
  /// The kinds of documents that are locked; nil for all.
  package var kinds: [String]?

  package init(mode: ObjectRetention.Mode, days: Int, kinds: [String]? = nil) {
    self.mode = mode
    self.days = days
    self.kinds = kinds
  }

  private enum CodingKeys: String, CodingKey { case mode, days, kinds }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let text = try values.decode(String.self, forKey: .mode)
    guard let mode = ObjectRetention.Mode(rawValue: text.uppercased()) else {
      throw DecodingError.dataCorruptedError(
        forKey: .mode, in: values, debugDescription: "expected governance or compliance")
    }
    self.mode = mode
    days = try values.decode(Int.self, forKey: .days)
    try values.check((1...36_500).contains(days), .days, "expected days from 1 to 36500")
    kinds = try values.decodeIfPresent([String].self, forKey: .kinds)
  }

  /// The retention of a document; nil if it is not locked. It is the same in all attempts of a delivery.
  func retention(of document: DeliveredDocument) -> ObjectRetention? {
    guard kinds?.contains(document.kind) ?? true else { return nil }
    let completed = Int64(document.completedAt.timeIntervalSince1970.rounded(.down))
    return ObjectRetention(mode: mode, until: Timestamp(seconds: completed + Int64(days) * 86_400))
  }
}

extension S3DestinationConfiguration: SenderConfiguration {
  package func makeSender(name: String?, limits: DestinationLimits) throws(DeliveryError) -> any Sender {
    let credentials = S3Credentials(
      accessKey: try accessKey.read(), secretKey: try secretKey.read(), sessionToken: try sessionToken?.read())
    var transfers = TransferLimits()
    // The relay repeats deliveries with a longer delay.
    transfers.attempts = 2
    let client = HTTPClient(addresses: limits.addresses, tls: TLSSettings(caFile: caFile))
    return S3Sender(
      self, name: name, bucket: Bucket(location, credentials: credentials, limits: transfers, client: client),
      client: client)
  }
}
