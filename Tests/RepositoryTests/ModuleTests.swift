import Foundation
import TestTraits
import Testing

/// Imports, `Package.swift` and the table of modules in docs/architecture.md agree.
@Suite("Modules", .hangLimit) struct ModuleTests {
  /// A row of the table. `imports` is nil if the cell states a rule in words, such as "all of the above".
  private struct Row {
    var names: [String]
    var imports: Set<String>?
  }

  private func table() throws -> [Row] {
    let lines = try Repository.text("docs/architecture.md").split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("| module |") })
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let names = cells[0].matches(of: /`([^`]+)`/).map { String($0.1) }
      let imports = cells[2].replacingOccurrences(of: "`", with: "").split(separator: ",")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      if imports == ["–"] { return Row(names: names, imports: []) }
      return Row(names: names, imports: imports.contains { $0.contains(" ") } ? nil : Set(imports))
    }
  }

  /// The modules of this package that the files in `folder` import.
  private func imports(in folder: String, among modules: Set<String>) throws -> Set<String> {
    var found: Set<String> = []
    for file in Repository.files(in: folder, suffix: ".swift") {
      let text = try Repository.text(file)
      for match in text.matches(of: /(?m)^(?:@\w+ |public |package |internal |private )*import (?:\w+ )?(\w+)/) {
        found.insert(String(match.1))
      }
    }
    return found.intersection(modules)
  }

  @Test func everyTargetNamesExactlyWhatItImports() throws {
    let targets = try Manifest().targets
    let modules = Set(targets.map(\.name))
    for target in targets where target.kind != .systemLibrary {
      let files = Repository.files(in: target.folder, suffix: ".swift")
      guard !files.isEmpty else { continue }
      let imports = try imports(in: target.folder, among: modules)
      // Tests start these programs without importing them.
      let programs = Set(targets.filter { $0.kind == .executableTarget }.map(\.name))
      // A C target that acts by being linked.
      let linked = Set(
        targets.filter { $0.name.hasPrefix("C") && Repository.exists($0.folder + "/include") }.map(\.name))
      let declared = Set(target.dependencies)
      // Package.swift adds these to every test target in a loop.
      let implicit: Set<String> = target.kind == .testTarget ? ["CTestEnvironment", "TestTraits"] : []
      let undeclared = imports.subtracting(declared).subtracting(implicit)
      #expect(undeclared.isEmpty, "\(target.name) imports \(undeclared.sorted()) and does not declare it")
      let unused = declared.subtracting(imports).subtracting(programs).subtracting(linked)
      #expect(unused.isEmpty, "\(target.name) declares \(unused.sorted()) and does not import it")
    }
  }

  /// PDF files are read in processes of their own (docs/security.md). What the service uses of `Archives` are the
  /// documents in the database and values that such a process receives or answers.
  @Test func theServiceReadsNoPDFFile() throws {
    let readers =
      /\b(PDF\w+|Archive(Builder|Chain)|VerificationResult|DocumentVerification|DocumentState\(|SegmentSync|DocumentConversion|BaseIndex)\b/
    for file in Repository.files(in: "Sources/Service", suffix: ".swift") {
      let text = try Repository.text(file)
      #expect(!text.contains(/(?m)^import (PDF|Annotations|CPoppler)$/), "\(file)")
      guard text.contains(/(?m)^import Archives$/) else { continue }
      let code = text.replacing(/(?m)^ *\/\/.*$/, with: "").replacing(/"[^"\n]*"/, with: "")
      #expect(code.firstMatch(of: readers) == nil, "\(file): \(code.firstMatch(of: readers)?.0 ?? "")")
      #expect(!code.contains(/\.(build|start|base)\((in|on):/), "\(file) opens a document")
    }
  }

  @Test func targetsDependOnlyOnThoseListedAboveThem() throws {
    var above: Set<String> = []
    for target in try Manifest().targets {
      let below = Set(target.dependencies).subtracting(above)
      #expect(below.isEmpty, "\(target.name) depends on \(below.sorted()), listed below it")
      above.insert(target.name)
    }
  }

  @Test func theTableListsEveryModule() throws {
    let targets = try Manifest().targets.filter { $0.folder.hasPrefix("Sources/") }
    let listed = try table().flatMap(\.names)
    #expect(Set(targets.map(\.name)) == Set(listed))
    #expect(listed.count == Set(listed).count)
  }

  @Test func theTableStatesEveryImport() throws {
    let targets = Dictionary(uniqueKeysWithValues: try Manifest().targets.map { ($0.name, $0) })
    var above: Set<String> = []
    for row in try table() {
      for name in row.names {
        let declared = Set(targets[name]?.dependencies ?? [])
        #expect(declared.isSubset(of: above), "\(name) depends on \(declared.subtracting(above)), listed below it")
        if let imports = row.imports {
          #expect(
            declared == imports, "\(name): the table differs by \(declared.symmetricDifference(imports).sorted())")
        }
      }
      above.formUnion(row.names)
    }
  }
}
