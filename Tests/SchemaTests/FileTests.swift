import Foundation
import TestTraits
import Testing

@testable import Schema

/// The files of `Sources/Schema/SQL` and `SchemaFiles`.
@Suite(.hangLimit) struct FileTests {
  @Test(arguments: [("functions", SchemaObject.Kind.function), ("views", .view)])
  func everyFileIsListedAndNamedAfterItsObject(folder: String, kind: SchemaObject.Kind) throws {
    let files = try Fixtures.sources(folder)
    let listed = SchemaFiles.objects.filter { $0.kind == kind }
    #expect(listed.map(\.name).sorted() == files.keys.sorted())
    for object in listed { #expect(object.script == files[object.name], "\(object.name)") }
  }

  @Test func everyFileOfTheBaselineIsListed() throws {
    #expect(SchemaFiles.baseline.sorted() == (try Fixtures.sources("baseline")).values.sorted())
    #expect(SchemaFiles.migrations[0].script == SchemaFiles.baseline.joined(separator: "\n"))
  }

  @Test func everyMigrationAfterTheBaselineIsListedInOrder() throws {
    // There is no folder before the first one.
    let files = (try? Fixtures.sources("migrations")) ?? [:]
    let later = SchemaFiles.migrations.dropFirst()
    let listed = later.map { migration in
      let digits = String(migration.version)
      return String(repeating: "0", count: 4 - digits.count) + digits + "_" + migration.name
    }
    #expect(listed == files.keys.sorted())
    for (name, migration) in zip(listed, later) { #expect(migration.script == files[name]) }
  }

  @Test func aFileDefinesOneObjectWithItsSettings() throws {
    for object in SchemaFiles.objects where object.kind != .grants {
      // Several only of overloaded functions.
      let definitions = object.script.ranges(of: "create or replace \(object.kind) ").count
      let ofTheObject = object.script.ranges(of: "create or replace \(object.kind) pressrun.\(object.name)").count
      #expect(definitions == ofTheObject && (object.kind == .function || definitions == 1), "\(object.key)")
      #expect(!object.script.contains("alter function"), "\(object.key): settings belong into the definition")
      let comments = try Regex("\ncomment on \(object.kind) pressrun.\(object.name)(\\([a-z ,]*\\))? is")
      #expect(object.script.ranges(of: comments).count == definitions, "\(object.key)")
    }
  }

  /// Nothing may be left that neither other SQL nor a program calls, and no document describes.
  @Test func everyFunctionIsUsed() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let texts = try ["Sources", "docs"].flatMap { part in
      let files = FileManager.default.enumerator(
        at: folder.appendingPathComponent(part), includingPropertiesForKeys: nil)
      return try (files?.compactMap { $0 as? URL } ?? []).filter { ["swift", "sql", "md"].contains($0.pathExtension) }
        .map { ($0, try String(contentsOf: $0, encoding: .utf8)) }
    }
    for object in SchemaFiles.objects where object.kind == .function {
      let isUsed = texts.contains { file, text in
        file.lastPathComponent != "\(object.name).sql" && text.contains(object.name)
      }
      #expect(isUsed || object.script.contains("create or replace trigger"), "\(object.name)")
    }
  }

  /// A literal with a backslash means something else in sessions with `standard_conforming_strings = off`, unless it begins
  /// with E. The functions are parsed in the sessions that call them.
  @Test func literalsWithBackslashesDoNotDependOnASetting() throws {
    let literal = try Regex(
      #"(?:--[^\n]*)|([A-Za-z]?)('(?:[^'\\]|''|\\.)*')"#, as: (Substring, Substring?, Substring?).self)
    for object in SchemaFiles.objects where object.kind == .function {
      let body = object.script.components(separatedBy: "$$").dropFirst().first ?? ""
      var isEscaping = false
      var end: String.Index?
      for match in body.matches(of: literal) {
        guard let prefix = match.output.1, let text = match.output.2 else { continue }
        let continues = end.map { body[$0..<match.range.lowerBound].allSatisfy(\.isWhitespace) } ?? false
        isEscaping = prefix.lowercased() == "e" || prefix.isEmpty && continues && isEscaping
        end = match.range.upperBound
        #expect(!text.contains("\\") || isEscaping, "\(object.key): \(text)")
      }
    }
  }

  @Test func grantsToMissingRolesAreLeftOut() throws {
    let object = try #require(
      SchemaObject(
        script: """
          create or replace function pressrun.f() returns int language sql as $$ select 1 $$;
          grant execute on function pressrun.f to a;
          grant execute on
            function pressrun.f to b;

          """))
    #expect(object.name == "f" && object.kind == .function)
    #expect(object.script(roles: ["a", "b"]) == object.script)
    #expect(object.script(roles: ["b"]).contains("to b;") && !object.script(roles: ["b"]).contains("to a;"))
    #expect(!object.script(roles: []).contains("grant"))
  }

  @Test func commentsOfAMigrationAreWholeStatements() {
    let migration = Migration(1, "m", script: "create table t ();\ncomment on table t is\n  'a; b';\n\nselect 1;\n")
    #expect(migration.comments == "comment on table t is\n  'a; b';\n")
  }
}
