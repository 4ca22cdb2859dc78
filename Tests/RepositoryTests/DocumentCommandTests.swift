import Foundation
import Postgres
import TestSupport
import TestTraits
import Testing

/// Every SQL and shell command in the documents runs, unless a line before it says why it does not
/// (`CommandSyntaxTests`).
@Suite("Commands in documents", .hangLimit) struct DocumentCommandTests {
  @Test func documentsHaveCommands() {
    #expect(!CodeBlock.exempted(CodeBlock.commandLanguages).isEmpty)
    #expect(!CodeBlock.runnable("sql").isEmpty)
    #expect(!CodeBlock.runnable("console").isEmpty)
  }

  /// Each block runs in a database of its own, prepared by the document's fixture.
  @Test(arguments: CodeBlock.runnable("sql")) func sqlRuns(block: CodeBlock) async throws {
    let fixture = DocumentFixture(document: block.document)
    try await TestDatabase.withDatabase { test in
      let folder = try DocumentFixture.makeFolder(databaseURL: test.url)
      defer { folder.remove() }
      try await folder.run("pressrun migrate")
      try await test.database.execute(script: fixture.sql)
      try await test.database.withConnection { connection in
        if let role = fixture.role { _ = try await connection.query(Statement("set role \(role)")) }
        for statement in block.text.statements { _ = try await connection.query(Statement(statement)) }
        _ = try await connection.query("reset role")
      }
    }
  }

  /// All blocks of one document run one after the other in one folder, as a reader would type them.
  @Test(arguments: Set(CodeBlock.runnable("console").map(\.document)).sorted())
  func shellCommandsRun(document: String) async throws {
    try await TestDatabase.withDatabase { test in
      let folder = try DocumentFixture.makeFolder(databaseURL: test.url)
      defer { folder.remove() }
      for block in CodeBlock.all where block.document == document {
        if let file = block.file { try folder.write(block.text, to: file) }
      }
      try await folder.run(DocumentFixture(document: document).commands)
      let commands = CodeBlock.runnable("console").filter { $0.document == document }.map(\.commands)
      try await folder.run(commands.joined(separator: "\n"))
    }
  }
}

extension String {
  /// SQL split after each semicolon that ends a line. Lines that consist of a comment are left out.
  var statements: [String] {
    split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n")
      .components(separatedBy: ";\n").flatMap { $0.hasSuffix(";") ? [String($0.dropLast())] : [$0] }
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
  }
}
