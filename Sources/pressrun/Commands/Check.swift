import Application
import ArgumentParser
import Diagnostics
import OperatingSystem

struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the kinds in Jobs/ and their templates, and make the documents of their examples.",
    discussion: """
      Finds mistakes in the files of kinds and templates with file and line, names that templates ask for and payloads do not have \
      ({{holder.nmae}}), fixed texts that languages lack, files that cannot be read, and everything that 'render --strict' refuses \
      in the documents of Jobs/examples and Jobs/locales. Needs no database. \
      The exit status is 1 if anything is wrong. 'migrate' and 'work' leave out only the kinds with errors.
      """)

  @Argument(help: "Only these kinds.")
  var kinds: [String] = []

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() async throws {
    let installation = Installation()
    let problems = await installation.problemsOfSigners(of: try installation.kinds())
    let diagnostics = try withLargeStack { [kinds] in
      Result { try KindCheck(installation).diagnostics(kinds, signers: problems) }
    }.get()
    for diagnostic in diagnostics {
      if json {
        try printJSON(diagnostic)
      } else {
        let text = Table.printable("\(diagnostic.place): \(diagnostic.message)")
        print("\(diagnostic.severity.rawValue): \(diagnostic.kind): \(text)")
      }
    }
    let found = diagnostics.filter { $0.severity != .note }
    guard found.isEmpty else {
      let errors = found.count { $0.severity == .error }
      throw Failure("\(counted(errors, "error")) and \(counted(found.count - errors, "warning"))")
    }
    if !json { printMessage("The kinds, templates and examples have no errors and no warnings.") }
  }
}
