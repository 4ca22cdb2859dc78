import Foundation
import Postgres
import TestSupport
import TestTraits
import Testing

/// What is not run of the documents' commands is parsed: by the shell, by PostgreSQL, and by the program's own argument
/// parser.
@Suite("Syntax of commands in documents", .hangLimit) struct CommandSyntaxTests {
  /// Otherwise the tests could not tell which blocks are commands.
  @Test(arguments: Repository.documents) func codeBlocksAreFencedAndHaveALanguage(document: String) throws {
    for line in try CodeBlock.indented(in: document) { Issue.record("\(document):\(line) is an indented code block") }
    for block in try CodeBlock.all(in: document) {
      #expect(!block.language.isEmpty, "\(block.testDescription) has no language")
    }
  }

  @Test func commandsOfAScriptAreRead() {
    #expect(
      ShellCommand.all(in: "A=1 b 'c d' $(e \"$f\") > g | h # i\nj \\\n k").map(\.words) == [
        ["e", "1"], ["b", "c d", "1"], ["h"], ["j", "k"],
      ])
  }

  /// Commands in other blocks would not be checked.
  @Test func commandsAreInBlocksOfCommands() {
    for block in CodeBlock.all where !CodeBlock.commandLanguages.contains(block.language) {
      let command = block.text.split(separator: "\n").first {
        $0.contains(#/^(\$ )?(pressrun|psql|script/\S+|curl|systemctl) /#)
      }
      #expect(command == nil, "\(block.testDescription): \(command ?? "") is not in a block of the language console")
    }
  }

  @Test(arguments: CodeBlock.exempted(CodeBlock.commandLanguages)) func shellCommandsParse(block: CodeBlock)
    async throws
  {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-n", "-c", block.commands]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    for command in ShellCommand.all(in: block.commands) {
      if command.words[0].hasPrefix("script/") {
        #expect(Repository.exists(command.words[0]), "\(command.testDescription)")
      } else if command.words[0] == "pressrun" {
        #expect(throws: Never.self, "\(command.testDescription)") {
          try ProgramArguments.parse(Array(command.words.dropFirst()))
        }
      }
    }
  }

  /// PL/pgSQL parses the statements of a function when it is created, without looking up what they name.
  @Test(arguments: CodeBlock.exempted(["sql"])) func statementsParse(block: CodeBlock) async throws {
    let body = block.text.statements.map { $0.replacing("PID", with: "1") + ";\n" }.joined()
    try await TestDatabase.withDatabase { test in
      try await test.database.execute(
        script: "create function pg_temp.block() returns void language plpgsql as $block$ begin \(body) end $block$;")
    }
  }

  /// The commands that a text names in code spans exist, and have the options that it names. The changelog also names
  /// commands that were removed.
  @Test(arguments: Repository.documents.filter { $0 != "CHANGELOG.md" }) func namedCommandsExist(document: String)
    throws
  {
    let program = try ProgramArguments.description()
    var (text, isFenced) = ("", false)
    for line in try Repository.text(document).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isFenced.toggle() }
      if !isFenced { text += line + "\n" }
    }
    for span in text.matches(of: /`pressrun ([^`]+)`/) {
      let words = span.1.split { " \n[]|".contains($0) }.map(String.init)
      let problem = program.problem(of: words)
      #expect(problem == nil, "\(document): `pressrun \(span.1)`: \(problem ?? "")")
    }
  }
}
