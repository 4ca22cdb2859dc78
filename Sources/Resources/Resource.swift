/// Bytes that a document names by address, and what they say they are.
package struct Resource: Sendable {
  package var bytes: [UInt8]
  /// A lower-case media type, without parameters; empty where unknown.
  package var mediaType: String
  package init(bytes: [UInt8], mediaType: String) {
    self.bytes = bytes
    self.mediaType = mediaType
  }
}

/// Why a resource was not served.
package struct ResourceError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    case refused, missing, malformed, tooLarge

    /// The code as part of a diagnostic's code.
    package var identifier: String { self == .tooLarge ? "too_large" : rawValue }
  }
  package var code: Code
  package var message: String
  /// The address as the document gave it, shortened where long.
  package var address: String
  package init(code: Code, message: String, address: String) {
    self.code = code
    self.message = message
    self.address = shortened(address)
  }
}

/// At most the first 80 characters: a `data:` URL of megabytes is no use in a message.
private func shortened(_ address: String) -> String {
  let limit = 80
  guard address.utf8.count > limit else { return address }
  return String(address.prefix(limit)) + "…"
}
