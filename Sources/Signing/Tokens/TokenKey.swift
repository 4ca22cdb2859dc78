import FoundationEssentials
import OperatingSystem

/// A private key in a PKCS #11 token. Each use of it is a request to a process that loads the library of the token.
package struct TokenKey: Sendable {
  private let request: TokenRequest
  private let program: ProgramCommand
  private let time: Duration

  /// - Parameters:
  ///   - uri: the `pkcs11:` URI of the key.
  ///   - module: the absolute path of the library of the token.
  ///   - pin: nil if the token has none, or a keypad.
  ///   - triesAgain: whether a PIN is tried although the token reports that the last one was wrong: a person decides
  ///     so.
  ///   - program: runs `TokenProgram`.
  ///   - time: the longest time of a request; a module that takes longer is ended.
  /// - Throws: `SigningError` `.key` if the URI is invalid.
  package init(
    uri: String, module: String, pin: String?, triesAgain: Bool = false, program: ProgramCommand,
    time: Duration = .seconds(30)
  ) throws(SigningError) {
    _ = try TokenURI(uri)
    request = TokenRequest(module: module, key: uri, pin: pin, triesAgain: triesAgain)
    self.program = program
    self.time = time
  }

  func description() async throws(SigningError) -> TokenKeyDescription {
    guard case .key(let description) = try await answer(to: request) else { throw Self.violation }
    return description
  }

  /// The signature of a digest: for RSA encoded as in CMS, for an elliptic curve the two numbers concatenated.
  func signature(of digest: SHA256Digest) async throws(SigningError) -> [UInt8] {
    var request = request
    request.digest = Data(digest.bytes)
    guard case .signature(let signature) = try await answer(to: request) else { throw Self.violation }
    return Array(signature)
  }

  private static let violation = SigningError(code: .key, message: "The process of the token answered another request.")

  private func answer(to request: TokenRequest) async throws(SigningError) -> TokenResponse {
    do {
      return try await onThread(name: "token") { [program, time] in
        try TokenGate.of(request.module).answer(to: request, by: program, within: time)
      }
    } catch let error as TokenFailure {
      throw SigningError(code: .key, message: error.message)
    } catch let error as TaskError {
      // The output of the library is not shown: it could contain a secret.
      throw SigningError(code: .key, message: "The module \(request.module) failed: \(error.reason).")
    } catch {
      throw SigningError(code: .key, message: "The process of the token cannot be started: \(error).")
    }
  }
}
