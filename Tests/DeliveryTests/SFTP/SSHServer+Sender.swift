import Foundation
import Networking
import TestSupport

@testable import Delivery

extension SSHServer.Running {
  /// A configuration for the account, with the key `user_ed25519`.
  func configuration(
    root: String? = nil, key: String = "user_ed25519", passphrase: Secret? = nil, hostKeys: SSHHostKeys? = nil,
    port: Int? = nil, template: String = "{tenant}/{job}.pdf", onConflict: FolderConfiguration.OnConflict = .rename,
    connectTimeout: Duration = .seconds(3600)
  ) throws -> SFTPConfiguration {
    SFTPConfiguration(
      endpoint: try Endpoint(scheme: "sftp", host: "127.0.0.1", port: port ?? self.port), user: NSUserName(),
      credentials: .key(.file(process.folder + "/" + key), passphrase: passphrase),
      hostKeys: hostKeys ?? .fingerprints(fingerprints.compactMap { SSHFingerprint($0) }),
      root: root ?? process.folder + "/files", name: try NameTemplate(template), onConflict: onConflict,
      connectTimeout: connectTimeout)
  }

  func sender(_ configuration: SFTPConfiguration, timeout: Duration = .seconds(3600)) throws -> any Sender {
    var limits = DestinationLimits()
    limits.addresses = .withLoopback
    limits.timeout = timeout
    return try configuration.makeSender(name: nil, limits: limits)
  }

  /// A new folder on the server's disk.
  func newFolder() throws -> String {
    let folder = process.folder + "/files/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }
}
