import CPKCS11
import FoundationEssentials
import OperatingSystem

/// The process that uses a key in a token: it reads one request from standard input and writes the answer to standard
/// output.
///
/// The library of a token is code of its manufacturer, which can hang, crash and start threads. It is loaded only here,
/// and each request has its own process and session.
package enum TokenProgram {
  /// - Throws: `TaskError`, `SystemError`.
  package static func run() throws {
    hideProcess()
    let input = try TaskStreams.readFrame()
    guard let request = try? JSONDecoder().decode(TokenRequest.self, from: Data(input)) else {
      throw TaskError("the input is not a valid request")
    }
    guard let json = try? JSONEncoder().encode(answer(request)) else { throw TaskError("the answer cannot be written") }
    try TaskStreams.write(LengthFrame.frame(Array(json)))
  }

  private static func answer(_ request: TokenRequest) -> TokenResponse {
    do throws(TokenFailure) {
      let uri = try uri(request.key)
      let module = try TokenModule(path: request.module)
      let session = try TokenSession(module, try module.slot(of: uri))
      try session.logIn(request.pin, triesAgain: request.triesAgain)
      let key = try TokenObject(of: uri, in: session)
      guard let digest = request.digest else { return .key(try key.description()) }
      return .signature(Data(try key.signature(of: Array(digest), pin: request.pin)))
    } catch {
      return .failed(error)
    }
  }

  private static func uri(_ text: String) throws(TokenFailure) -> TokenURI {
    do throws(SigningError) { return try TokenURI(text) } catch { throw TokenFailure(error.message) }
  }
}
