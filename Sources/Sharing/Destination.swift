/// Where an artifact goes: a kind and, for most, an address.
package struct Destination: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Nothing is shared.
    case none
    case email, print, folder, s3, webdav, sftp, webhook
  }
  package var kind: Kind
  package var address: String?

  /// Reads `kind` or `kind:address`.
  /// - Throws: `SharingError` `.invalidDestination`.
  package init(_ text: String) throws(SharingError) {
    throw SharingError(code: .invalidDestination, message: "", place: text)
  }
}
