import Foundation
import TestTraits
import Testing

/// docs/environment.md lists every variable that the sources read, and no other.
@Suite(.hangLimit) struct EnvironmentTests {
  /// Programs that are not installed may have variables of their own.
  private static let notInstalled = ["Sources/TestSupport/", "Sources/pressrun-bench/"]

  /// The names that the sources look up, by the forms in which they do.
  private func namesInSources() throws -> Set<String> {
    var names: Set<String> = []
    let forms = [
      #/(?:environment|settings)\["([A-Z][A-Z0-9_]+)"\]/#, #/getenv\("([A-Z][A-Z0-9_]+)"\)/#,
      #/(?:secret|optionalSecret)\("([A-Z][A-Z0-9_]+)"\)/#,
    ]
    for file in Repository.files(in: "Sources", suffix: ".swift")
    where !Self.notInstalled.contains(where: file.hasPrefix) {
      let text = try Repository.text(file)
      for form in forms { names.formUnion(text.matches(of: form).map { String($0.1) }) }
    }
    return names
  }

  @Test func everyVariableIsDocumented() throws {
    let guide = try Repository.text("docs/environment.md")
    let names = try namesInSources()
    #expect(names.contains("DATABASE_URL") && names.contains("AWS_SESSION_TOKEN") && names.count >= 15)
    for name in names.sorted() { #expect(guide.contains("`\(name)`"), "\(name) is not in docs/environment.md") }
  }

  @Test func everyDocumentedVariableExists() throws {
    let guide = try Repository.text("docs/environment.md")
    let sources = try Repository.files(in: "Sources", suffix: ".swift").map(Repository.text).joined()
    let names = Set(guide.matches(of: /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)`/).map { String($0.1) })
    // Fontconfig reads its own variable; the name of a file variable is the variable's name with a suffix.
    for name in names.subtracting(["FONTCONFIG_FILE"]).sorted() {
      let base = name.hasSuffix("_KEY_FILE") ? String(name.dropLast("_FILE".count)) : name
      #expect(sources.contains("\"\(base)\""), "\(name) is in docs/environment.md, but not in the sources")
    }
  }
}
