import Foundation
import TestTraits
import Testing

/// The command `policy show` for kinds.
@Suite(.hangLimit) struct PolicyCommandTests {
  private struct Rules: Decodable, Equatable {
    var allowed: [String]
    var denied: [String]
    var defaultDestination: String?
  }

  private struct Change: Decodable {
    struct Rules: Decodable { var allowed: [String]? }
    var login: String
    var before: Rules?
    var after: Rules?
  }

  @Test func theRulesOfAKindAreShown() async throws {
    try await TestInstallation.with { installation in
      try await Self.allow("[folder, email]", in: installation)
      let table = try await installation.pressrun("policy", "show", "--kind", "note")
      #expect(
        table.lines.map { $0.split(separator: " ").joined(separator: " ") }.dropFirst() == [
          "allowed email", "allowed folder",
        ])
      let json = try await installation.pressrun("policy", "show", "--kind", "note", "--json")
      #expect(
        try JSONDecoder().decode(Rules.self, from: Data(json.output.utf8))
          == Rules(allowed: ["email", "folder"], denied: []))
    }
  }

  @Test func theChangesOfAKindAreShownNewestFirst() async throws {
    try await TestInstallation.with { installation in
      try await Self.allow("[folder, email]", in: installation)
      try await Self.allow("[folder]", in: installation)
      let log = try await installation.pressrun("policy", "show", "--kind", "note", "--log", "--json")
      let changes = try log.lines.prefix(2).map { try JSONDecoder().decode(Change.self, from: Data($0.utf8)) }
      #expect(changes.map(\.after?.allowed) == [["folder"], ["email", "folder"]])
      #expect(changes.first?.before?.allowed == ["email", "folder"])
      #expect(changes.allSatisfy { !$0.login.isEmpty })
      let table = try await installation.pressrun("policy", "show", "--kind", "note", "--log").output
      #expect(table.contains("LOGIN") && table.contains(changes[0].login))
    }
  }

  @Test func oneTenantOrOneKindIsNamed() async throws {
    try await TestInstallation.with { installation in
      let unknown = try await installation.pressrun("policy", "show", "--kind", "unknown", status: 2)
      #expect(unknown.errors.contains("there is no kind \"unknown\""))
      for arguments in [[], ["acme", "--kind", "note"]] {
        let refusal = try await installation.pressrun(["policy", "show"] + arguments, status: 2)
        #expect(refusal.errors.contains("Name a tenant, or a kind with --kind."))
      }
    }
  }

  /// Changes the destinations that the kind `note` allows.
  private static func allow(_ destinations: String, in installation: TestInstallation) async throws {
    let file = URL(fileURLWithPath: installation.folder + "/home/Jobs/note.yaml")
    let kind = try String(contentsOf: file, encoding: .utf8)
    try Data(kind.replacing(/allowed: \[.*\]/, with: "allowed: \(destinations)").utf8).write(to: file)
    try await installation.pressrun("migrate")
  }
}
