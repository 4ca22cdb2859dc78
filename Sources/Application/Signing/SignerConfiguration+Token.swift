import Foundation
import OperatingSystem
import Signing

/// Keys in PKCS #11 tokens.
extension SignerConfiguration {
  /// Whether `key` is the URI of a key in a token.
  var isInToken: Bool { key.hasPrefix(TokenURI.scheme) }

  /// The key as messages name it.
  var keyPlace: String { isInToken ? TokenURI.path(of: key) : key }

  /// An error in `key` or `module`; nil if there is none. It contains no PIN.
  package var problemOfKey: String? {
    guard isInToken else { return module == nil ? nil : "a module needs a key with a pkcs11: URI" }
    guard module != nil else { return "a key with a pkcs11: URI needs the module of its token" }
    do throws(SigningError) {
      _ = try TokenURI(key)
      return nil
    } catch {
      return error.message
    }
  }

  func tokenIdentity(pin: String?, at time: Int) async throws(SigningError) -> SigningIdentity {
    if let problemOfKey { throw SigningError(code: .key, message: problemOfKey, place: keyPlace) }
    let certificates: [UInt8]? =
      if let certificate { try read(certificate) + [0x0A] + (try read(chain) ?? []) } else { nil }
    let module = URL(fileURLWithPath: module ?? "").path
    do throws(SigningError) {
      let token = try TokenKey(
        uri: key, module: module, pin: pin, triesAgain: triesPINAgain, program: Self.tokenProgram)
      return try await SigningIdentity(token: token, certificates: certificates, at: time)
    } catch {
      throw placed(error)
    }
  }

  /// The command of the token's process: this program, with its whole environment, because libraries of tokens read
  /// variables of their own.
  private static var tokenProgram: ProgramCommand {
    ProgramCommand(
      path: Installation.program, arguments: ["token-task"], environment: ProcessInfo.processInfo.environment)
  }
}
