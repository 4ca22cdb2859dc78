/// An error in signing a document. Its message contains no key material.
package struct SigningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Code: String, Sendable {
    /// No signer has the name, or the configuration of signers is wrong.
    case signer
    /// The private key cannot be read or is not supported.
    case key
    /// A certificate cannot be read, is not valid now, does not fit the key, or does not allow signatures.
    case certificate
    /// A certificate is revoked, or a revocation list or an OCSP response is missing, unreadable, or of another
    /// authority.
    case revocation
    /// The document cannot be signed, for example because a signature forbids it.
    case document
    /// The signature could not be computed.
    case signature
    /// The timestamp authority gave no valid timestamp.
    case timestamp
    /// The timestamp authority or an OCSP responder did not answer; it may later.
    case unreachable
  }

  package var code: Code
  package var message: String
  /// The file that the message is about; empty for the document, and if there is none.
  package var place: String

  package init(code: Code, message: String, place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
