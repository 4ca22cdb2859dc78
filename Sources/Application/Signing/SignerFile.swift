import Delivery
import Foundation
import Signing

/// The signers of an installation by name: the file `signers.yaml`. It is read for each use, so that changes and
/// renewed keys take effect at once.
///
///     seal:
///       key: keys/seal.key
///       certificate: keys/seal.pem
///       passphrase: { file: /run/secrets/seal }
///       timestamp: { url: "http://timestamps.example" }
package struct SignerFile: Hashable, Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// - Throws: `SigningError` `.signer` if the file is invalid or has no such signer.
  package func signer(named name: String) throws(SigningError) -> SignerConfiguration {
    let signers = try signers()
    guard let signer = signers[name] else {
      let known = signers.keys.sorted().joined(separator: ", ")
      throw SigningError(
        code: .signer, message: "There is no signer \"\(name)\"; there \(known.isEmpty ? "is none" : "are " + known).",
        place: path)
    }
    return signer.resolved(in: URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  private func signers() throws(SigningError) -> [String: SignerConfiguration] {
    do throws(DeliveryError) {
      return try NamedConfigurations.load(SignerConfiguration.self, file: path)
    } catch {
      throw SigningError(code: .signer, message: error.message, place: error.place)
    }
  }
}

extension Installation {
  /// The file of signers, whether or not it exists: `$PRESSRUN_SIGNERS`, else `signers.yaml` in the home; nil without a
  /// home.
  package var signers: SignerFile? {
    (givenSignersFile ?? home.map { $0 + "/signers.yaml" }).map { SignerFile(path: $0) }
  }
}
