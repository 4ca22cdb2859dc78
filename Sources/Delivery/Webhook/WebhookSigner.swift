import Foundation
import OperatingSystem

/// Signs messages by the symmetric scheme of Standard Webhooks 1.0.
package struct WebhookSigner: Sendable {
  private let keys: [[UInt8]]

  /// - Parameter secrets: `whsec_` and 24 to 64 bytes in Base64, without the prefix too. A message has a signature for
  ///   each of them, so that receivers that know any one accept it.
  /// - Throws: `DeliveryError` `.invalidConfiguration`.
  package init(secrets: [String], place: String) throws(DeliveryError) {
    var keys: [[UInt8]] = []
    for secret in secrets {
      let text = secret.hasPrefix("whsec_") ? String(secret.dropFirst(6)) : secret
      guard let key = Data(base64Encoded: text), (24...64).contains(key.count) else {
        throw DeliveryError(
          code: .invalidConfiguration, message: "a secret of a webhook is whsec_ and 24 to 64 bytes in Base64",
          place: place)
      }
      keys.append(Array(key))
    }
    self.keys = keys
  }

  /// The headers of a message.
  /// - Parameters:
  ///   - id: without `.`; the same in all attempts.
  ///   - time: of the attempt, in seconds since 1970.
  package func headers(id: String, time: Int, body: [UInt8]) -> [(name: String, value: String)] {
    let signed = Array("\(id).\(time).".utf8) + body
    let signatures = keys.map { "v1," + Data(HMACSHA256.code(for: signed, key: $0)).base64EncodedString() }
    return [
      ("webhook-id", id), ("webhook-timestamp", "\(time)"), ("webhook-signature", signatures.joined(separator: " ")),
    ]
  }
}
