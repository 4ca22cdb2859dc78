import Dates
import Encodings

/// Properties of an object that is stored.
package struct ObjectOptions: Sendable {
  package var contentType: String
  /// Such as `attachment; filename="report.pdf"`.
  package var contentDisposition: String?
  /// Whether an object that exists already makes the request fail with `preconditionFailed` (`If-None-Match: *`).
  package var mustBeNew: Bool
  package var encryption: ServerSideEncryption?
  package var tags: [(name: String, value: String)]
  package var retention: ObjectRetention?
  /// Stored as `x-amz-meta-…`; ASCII.
  package var metadata: [(name: String, value: String)]

  package init(
    contentType: String = "application/octet-stream", contentDisposition: String? = nil, mustBeNew: Bool = false,
    encryption: ServerSideEncryption? = nil, tags: [(name: String, value: String)] = [],
    retention: ObjectRetention? = nil, metadata: [(name: String, value: String)] = []
  ) {
    self.contentType = contentType
    self.contentDisposition = contentDisposition
    self.mustBeNew = mustBeNew
    self.encryption = encryption
    self.tags = tags
    self.retention = retention
    self.metadata = metadata
  }

  /// The headers of the request that creates the object. `mustBeNew` is a header of the request that completes it.
  var headers: [(name: String, value: String)] {
    var headers = [(name: "Content-Type", value: contentType)]
    if let contentDisposition { headers.append(("Content-Disposition", contentDisposition)) }
    switch encryption {
    case .managed?: headers.append(("x-amz-server-side-encryption", "AES256"))
    case .key(let id)?:
      headers.append(("x-amz-server-side-encryption", "aws:kms"))
      if let id { headers.append(("x-amz-server-side-encryption-aws-kms-key-id", id)) }
    case nil: break
    }
    if !tags.isEmpty {
      let text = tags.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }
      headers.append(("x-amz-tagging", text.joined(separator: "&")))
    }
    if let retention {
      headers.append(("x-amz-object-lock-mode", retention.mode.rawValue))
      headers.append(("x-amz-object-lock-retain-until-date", retention.until.text))
    }
    return headers + metadata.map { (name: "x-amz-meta-\($0.name.lowercased())", value: $0.value) }
  }

  var condition: [(name: String, value: String)] { mustBeNew ? [(name: "If-None-Match", value: "*")] : [] }
}

package enum ServerSideEncryption: Hashable, Sendable {
  /// Keys of the storage (`AES256`).
  case managed
  /// A key of the key management service; nil for the account's default key.
  case key(id: String?)
}

/// Object Lock: until when a version of the object can be neither deleted nor overwritten. The bucket must have been
/// created with Object Lock.
package struct ObjectRetention: Hashable, Sendable {
  package enum Mode: String, Sendable, CaseIterable {
    /// Accounts with a special right may shorten it.
    case governance = "GOVERNANCE"
    /// A retention time that nobody can shorten.
    case compliance = "COMPLIANCE"
  }

  package var mode: Mode
  package var until: Timestamp

  package init(mode: Mode, until: Timestamp) {
    self.mode = mode
    self.until = until
  }
}
