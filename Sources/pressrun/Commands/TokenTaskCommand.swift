import ArgumentParser
import Signing

/// The process that uses a key in a PKCS #11 token, which is started by workers and `sign` only.
struct TokenTaskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token-task", abstract: "Use a key in a token, over stdin and stdout.", shouldDisplay: false)

  func run() throws { try TokenProgram.run() }
}
