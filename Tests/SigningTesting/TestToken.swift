import Foundation
import TestSupport

/// Tokens of SoftHSM in a temporary folder.
package final class TestToken: Sendable {
  /// The path of the tokens' library. Each instance has a path of its own, so that refused PINs that are cached for one
  /// library do not affect the others.
  package let module: String
  package let folder: URL
  package static let library = "/usr/lib/softhsm/libsofthsm2.so"
  package static let pin = "6402-tokenpin"

  package init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("pressrun-token-\(UUID().uuidString)")
    module = folder.path + "/module.so"
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("tokens"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: module, withDestinationPath: Self.library)
    try Data("directories.tokendir = \(folder.path)/tokens\nobjectstore.backend = file\n".utf8)
      .write(to: URL(fileURLWithPath: configuration))
    try Data((Self.pin + "\n").utf8).write(to: URL(fileURLWithPath: folder.path + "/pin"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var configuration: String { folder.path + "/softhsm2.conf" }

  /// The environment of programs that use the tokens.
  package var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["SOFTHSM2_CONF": configuration]) { $1 }
  }

  /// Adds an empty token.
  package func add(token: String = "Seal") throws {
    try run(
      "/usr/bin/softhsm2-util",
      ["--init-token", "--free", "--label", token, "--pin", Self.pin, "--so-pin", "security officer"])
  }

  /// Adds a key of the authority to a token.
  /// - Parameter id: two hexadecimal digits.
  package func add(key: String, id: String, label: String? = nil, token: String = "Seal") throws {
    let file = try TestAuthority.shared.get().path(key + ".key")
    try run(
      "/usr/bin/softhsm2-util",
      ["--import", file, "--token", token, "--label", label ?? key, "--id", id, "--pin", Self.pin])
  }

  /// Adds a certificate of the authority to a token.
  package func add(certificate: String, id: String, token: String = "Seal") throws {
    let authority = try TestAuthority.shared.get()
    let file = folder.path + "/\(certificate).der"
    try authority.openssl("x509 -in \(certificate).pem -outform DER -out \(file)")
    try run(
      "/usr/bin/pkcs11-tool",
      [
        "--module", module, "--token-label", token, "--login", "--pin", Self.pin, "--write-object", file, "--type",
        "cert", "--id", id,
      ])
  }

  private func run(_ program: String, _ arguments: [String]) throws {
    try TestAuthority.output([program] + arguments, environment: environment)
  }
}
