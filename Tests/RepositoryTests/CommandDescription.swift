import Foundation

/// A command of the program with its options, as the program's argument parser describes it.
struct CommandDescription: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var names: [Name]?
  }
  var commandName: String
  var arguments: [Argument]?
  var subcommands: [CommandDescription]?

  private struct Dump: Decodable { var command: CommandDescription }

  static func decode(_ json: String) throws -> CommandDescription {
    try JSONDecoder().decode(Dump.self, from: Data(json.utf8)).command
  }

  /// The options with their dashes.
  private var options: Set<String> {
    Set((arguments ?? []).flatMap { $0.names ?? [] }.map { ($0.kind == "long" ? "--" : "-") + $0.name })
  }

  /// What is wrong with words of a text after `pressrun`, which may lack arguments and have placeholders; nil if they
  /// name a command and options of it.
  func problem(of words: some Collection<String>) -> String? {
    let subcommands = (subcommands ?? []).filter { $0.commandName != "help" }
    if let first = words.first, !subcommands.isEmpty, !first.hasPrefix("-") {
      if first == "help" || !first.allSatisfy({ $0.isLowercase || $0 == "-" }) { return nil }
      guard let next = subcommands.first(where: { $0.commandName == first }) else { return "there is no \(first)" }
      return next.problem(of: words.dropFirst())
    }
    let named = words.filter { $0.wholeMatch(of: /--?[a-z][a-z-]*/) != nil }
    return named.first { !options.contains($0) }.map { "\(commandName) has no option \($0)" }
  }
}
