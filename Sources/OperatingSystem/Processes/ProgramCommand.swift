/// A program to run, with its arguments and environment.
package struct ProgramCommand: Hashable, Sendable {
  /// An absolute path, or a name that is looked up in this process's `PATH`.
  package var path: String
  /// The arguments without the program's own name.
  package var arguments: [String]
  /// The whole environment of the child: nothing is inherited.
  package var environment: [String: String]

  package init(path: String, arguments: [String], environment: [String: String] = [:]) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }
}
