import ArgumentParser

@testable import pressrun

/// The argument parser of the program.
enum ProgramArguments {
  /// Parses the arguments of one call.
  /// - Throws: the error that the program would print.
  static func parse(_ arguments: [String]) throws { _ = try Pressrun.parseAsRoot(arguments) }

  /// The commands and their options.
  static func description() throws -> CommandDescription { try CommandDescription.decode(Pressrun._dumpHelp()) }
}
