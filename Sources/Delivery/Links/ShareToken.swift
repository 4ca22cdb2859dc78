import Foundation
import OperatingSystem

/// The secret part of a share link's address: the link's random id and a signature of it, 43 characters of base64url.
///
/// A token is made from the id with the installation's link key, and the database has only its SHA-256. So neither the
/// database alone nor the key alone gives access to any document. With both, the token of a link can be made again.
package struct ShareToken: Hashable, Sendable {
  private static let label = Array("pressrun share link 1\0".utf8)
  private static let signatureLength = 16

  /// 43 characters of base64url.
  package let text: String

  package init(id: UUID, key: [UInt8]) {
    let bytes = withUnsafeBytes(of: id.uuid) { Array($0) }
    let signature = HMACSHA256.code(for: Self.label + bytes, key: key).prefix(Self.signatureLength)
    text = Data(bytes + signature).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// A token from an address; nil if it cannot be one.
  package init?(_ text: String) {
    guard text.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil else { return nil }
    self.text = text
  }

  /// The hash that the database stores.
  package var hash: String { SHA256.hash(data: text.utf8).hex }
}
