import Foundation
import TestTraits
import Testing

/// docs/errors.md lists every code of failed jobs, failed deliveries and SQL functions.
@Suite(.hangLimit) struct ErrorCodeTests {
  /// Modules whose errors become the `error_code` of an attempt.
  private static let modules = ["Application", "Delivery", "Relay", "Rendering", "Worker"]

  /// Types whose codes become the `error_code` of an attempt.
  private static let types = [
    "Sources/Composition/CompositionError.swift", "Sources/Networking/NetworkError.swift",
    "Sources/ObjectStorage/ObjectStorageError.swift",
  ]

  private func codesInSources() throws -> Set<String> {
    var codes: Set<String> = []
    for file in Self.modules.flatMap({ Repository.files(in: "Sources/\($0)", suffix: ".swift") }) {
      let text = try Repository.text(file)
      codes.formUnion(text.matches(of: /\bcode: "([a-z_]+)"/).map { String($0.1) })
      codes.formUnion(text.matches(of: /\b(?:failure|fault|later|refusal)\(\s*"([a-z_]+)"/).map { String($0.1) })
      for match in text.matches(of: /\bcode: [^",\n]*\? "([a-z_]+)" : "([a-z_]+)"/) {
        codes.formUnion([String(match.1), String(match.2)])
      }
    }
    for file in Self.types {
      let declaration = try #require(try Repository.text(file).firstMatch(of: /enum Code[^{]*\{([^}]*)\}/))
      for line in declaration.1.split(separator: "\n") {
        guard let cases = line.firstMatch(of: /^ +case (.+)$/)?.1 else { continue }
        for name in cases.split(separator: ", ") {
          let parts = name.components(separatedBy: " = ")
          codes.insert(parts.count == 2 ? parts[1].trimmingCharacters(in: ["\""]) : snakeCased(parts[0]))
        }
      }
    }
    return codes
  }

  /// `malformedJSON` as `malformed_json`.
  private func snakeCased(_ name: String) -> String {
    name.replacing(/([a-z])([A-Z])/) { "\($0.1)_\($0.2)" }.lowercased()
  }

  @Test func everyCodeOfAnAttemptIsDocumented() throws {
    let guide = try Repository.text("docs/errors.md")
    let codes = try codesInSources()
    #expect(codes.isSuperset(of: ["malformed_json", "timeout", "timed_out", "name_taken", "folder_missing"]))
    for code in codes.sorted() { #expect(guide.contains("`\(code)`"), "\(code) is not in docs/errors.md") }
  }

  @Test func everyDocumentedCodeExists() throws {
    let guide = try Repository.text("docs/errors.md")
    let attempts = try #require(guide.firstMatch(of: /(?s)## Jobs(.*)## Command/)).1
    // `lease_expired` comes from SQL; the other codes are concatenated, or defined before they are used.
    let composed = ["sender", "message"].flatMap { ["\($0)_refused", "\($0)_deferred"] }
    let known = try codesInSources().union(composed).union(["lease_expired", "host_key_not_trusted"])
    for match in attempts.matches(of: /`([a-z][a-z_]*)`/) where match.1.contains("_") {
      let code = String(match.1)
      #expect(known.contains(code) || code == "error_code", "\(code) is in docs/errors.md, but not in the sources")
    }
  }

  @Test func everyProblemOfTheAPIIsDocumented() throws {
    let guide = try Repository.text("docs/api.md")
    var statuses: [String: String] = [:]
    for file in ["Sources/Service", "Sources/Web"].flatMap({ Repository.files(in: $0, suffix: ".swift") }) {
      for match in try Repository.text(file).matches(of: /ProblemType\(\s*"([a-z_]+)", status: ([0-9]+)/) {
        statuses[String(match.1)] = String(match.2)
      }
    }
    #expect(statuses["unknown_kind"] == "422" && statuses.count > 25)
    for (code, status) in statuses.sorted(by: { $0.key < $1.key }) {
      let rows = guide.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`\(code)`") }
      #expect(rows.contains { $0.prefix { $0 != "`" }.contains(status) }, "\(code) (\(status)) is not in docs/api.md")
    }
  }

  @Test func everyStateOfSQLIsDocumented() throws {
    let guide = try Repository.text("docs/errors.md")
    let schema = try Repository.files(in: "Sources/Schema/SQL", suffix: ".sql").map(Repository.text).joined()
    let raised = Set(schema.matches(of: /PR0[0-9][0-9]/).map { String($0.0) })
    let documented = Set(guide.matches(of: /\| `(PR0[0-9][0-9])` \|/).map { String($0.1) })
    #expect(raised == documented)
  }
}
