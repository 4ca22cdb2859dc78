/// The content of an address, with its media type.
package struct Resource: Sendable {
  package var bytes: [UInt8]
  /// The media type in lower case, without parameters; empty if unknown.
  package var mediaType: String
  package init(bytes: [UInt8], mediaType: String) {
    self.bytes = bytes
    self.mediaType = mediaType
  }
}

/// The reason why a resource was not loaded.
package struct ResourceError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    case refused, missing, malformed, tooLarge

    /// The code as part of a diagnostic's code.
    package var identifier: String { self == .tooLarge ? "too_large" : rawValue }
  }
  package var code: Code
  package var message: String
  /// The address in the document, truncated if long.
  package var address: String
  package init(code: Code, message: String, address: String) {
    self.code = code
    self.message = message
    self.address = shortened(address)
  }
}

/// The first 80 characters of an address, because a `data:` URL may have megabytes.
private func shortened(_ address: String) -> String {
  let limit = 80
  guard address.utf8.count > limit else { return address }
  return String(address.prefix(limit)) + "…"
}
