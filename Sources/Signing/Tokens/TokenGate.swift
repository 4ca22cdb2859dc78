import FoundationEssentials
import OperatingSystem
import Synchronization

/// Lets one process at a time use the tokens of a module, and records which PINs they refused, so that jobs that are
/// repeated do not lock a token.
final class TokenGate: Sendable {
  private struct PINs {
    var accepted: Set<SHA256Digest> = []
    var refused: Set<SHA256Digest> = []
  }

  private let pins = Mutex(PINs())
  private static let gates = Mutex<[String: TokenGate]>([:])
  private static let outputLimit = 1 << 20

  /// The gate of a module in this process.
  static func of(_ module: String) -> TokenGate {
    gates.withLock { gates in
      let gate = gates[module] ?? TokenGate()
      gates[module] = gate
      return gate
    }
  }

  /// Asks the process `program`, which is killed after `time`. Blocks.
  /// - Throws: `TokenFailure`; `TaskError` if the process gives no answer; `SystemError`.
  func answer(to request: TokenRequest, by program: ProgramCommand, within time: Duration) throws -> TokenResponse {
    var request = request
    let pin = SHA256.hash(data: Array("\(request.key)\0\(request.pin ?? "")".utf8))
    return try pins.withLock { pins in
      guard !pins.refused.contains(pin) else {
        throw TokenFailure("The token has refused the PIN, which is not tried again.", isPIN: true)
      }
      // A PIN that was accepted before, or one that replaces a refused one.
      if pins.accepted.contains(pin) || !pins.refused.isEmpty { request.triesAgain = true }
      let output = try TaskProcess.run(
        program, isIsolated: false, input: LengthFrame.frame(Array(try JSONEncoder().encode(request))),
        outputLimit: Self.outputLimit, time: time, isComplete: { LengthFrame.contents(of: $0)?.count == 1 })
      guard let json = LengthFrame.contents(of: output)?.first,
        let answer = try? JSONDecoder().decode(TokenResponse.self, from: Data(json))
      else { throw TaskError("the process answered another request") }
      if case .failed(let failure) = answer {
        if failure.isPIN {
          pins.accepted.remove(pin)
          pins.refused.insert(pin)
        }
        throw failure
      }
      pins.accepted.insert(pin)
      return answer
    }
  }
}
