import ArgumentParser
import Diagnostics

/// The name of a subcommand that was probably meant by a mistyped one.
enum Suggestion {
  /// - Parameter arguments: the arguments of the program.
  /// - Returns: the whole command, such as `pressrun jobs list`; nil if all words before the first option name
  ///   commands, or if no command has a similar name.
  static func command(for arguments: [String], of root: any ParsableCommand.Type) -> String? {
    var command = root
    var path = ["pressrun"]
    for word in arguments.prefix(while: { !$0.hasPrefix("-") }) {
      let subcommands = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      guard !subcommands.isEmpty else { return nil }
      if let next = command.configuration.subcommands.first(where: { name($0) == word }) {
        command = next
        path.append(word)
        continue
      }
      guard let nearest = NearestName.of(word, in: subcommands.map(name)) else { return nil }
      return (path + [nearest]).joined(separator: " ")
    }
    return nil
  }

  private static func name(_ command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }
}
