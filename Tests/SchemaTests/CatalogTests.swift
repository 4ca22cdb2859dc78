import Foundation
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Schema

/// A migrated database has exactly what the files say.
@Suite(.hangLimit) struct CatalogTests {
  /// Defined by the baseline, because an index stores its values.
  private static let baselineFunctions = ["lane_key"]

  @Test func theCatalogEqualsTheFiles() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let catalog = try await Catalog(of: test.database)
      for kind in [SchemaObject.Kind.function, .view] {
        let files = SchemaFiles.objects.filter { $0.kind == kind }.map(\.name)
        let found = kind == .function ? Set(catalog.functions).sorted() : catalog.relations("v")
        #expect(found == (files + (kind == .function ? Self.baselineFunctions : [])).sorted())
      }
      for object in SchemaFiles.objects where object.kind != .grants {
        let entry = object.kind == .function ? catalog.function(object.name) : catalog.entries["v \(object.name)"]
        let found = try #require(entry, "\(object.key)")
        #expect(found.comment == object.comment, "\(object.key)")
        #expect(found.grants == object.grants, "\(object.key)")
        if object.kind == .function {
          #expect(Self.settings(inDefinition: found.definition ?? "") == object.settings, "\(object.key)")
        }
      }
    }
  }

  @Test func tablesAndIndexesAreThoseOfTheMigrations() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let catalog = try await Catalog(of: test.database)
      let scripts = ([SchemaFiles.bootstrap] + SchemaFiles.migrations.map(\.script)).joined(separator: "\n")
      let dropped = Self.names(#/drop table pressrun\.(\w+)/#, in: scripts)
      let tables = Self.names(#/create table (?:if not exists )?pressrun\.(\w+)/#, in: scripts)
        .filter { !dropped.contains($0) }
      #expect(catalog.relations("r") == tables)
      let constraints = catalog.entries.keys.filter { $0.hasPrefix("constraint ") }.map { $0.split(separator: " ")[2] }
      let indexes = scripts.matches(of: #/create (?:unique )?index (\w+)\s+on pressrun\.(\w+)/#)
        .filter { !dropped.contains(String($0.output.2)) }.map { String($0.output.1) }
      // An index may be dropped and created in another form.
      let existing = Set(indexes).filter { index in
        indexes.count { $0 == index } > scripts.ranges(of: "drop index pressrun.\(index);").count
      }
      #expect(catalog.relations("i").filter { !constraints.contains(Substring($0)) } == existing.sorted())
      for table in tables { #expect(catalog.entries["r \(table)"]?.comment != nil, "\(table) has no comment") }
    }
  }

  @Test func everyColumnOfEveryViewIsDocumented() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let undocumented = try await test.database.query(
        """
        select c.relname || coalesce('.' || a.attname, '') from pg_class c
          left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where c.relnamespace = 'pressrun'::regnamespace and c.relkind = 'v'
          and (col_description(c.oid, a.attnum) is null or obj_description(c.oid, 'pg_class') is null)
        """
      ).map { try $0.decode(0, as: String.self) }
      #expect(undocumented == [])
    }
  }

  @Test func publicMayExecuteNothing() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let open = try await test.database.query(
        """
        select p.proname from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where p.pronamespace = 'pressrun'::regnamespace and a.grantee = 0
        """)
      #expect(open.isEmpty)
    }
  }

  private static func names(_ pattern: Regex<(Substring, Substring)>, in text: String) -> [String] {
    text.matches(of: pattern).map { String($0.output.1) }.sorted()
  }

  /// The settings in the output of `pg_get_functiondef`, as the files write them.
  private static func settings(inDefinition definition: String) -> [String] {
    definition.matches(of: #/(?m)^ SET "?(\w+)"? TO (.*)$/#).map { match in
      "\(match.output.1.lowercased()) = \(match.output.2.replacing("'", with: ""))"
    }.sorted()
  }
}

extension SchemaObject {
  /// The text of the object's own comment.
  fileprivate var comment: String? {
    // Of overloaded functions the first one, whose parameters follow the name.
    guard let start = script.firstRange(of: "comment on \(kind) pressrun.\(name)"),
      let text = script[start.upperBound...].firstRange(of: " is")
    else { return nil }
    return Self.literal(script[text.upperBound...])
  }

  private static func literal(_ script: Substring) -> String? {
    var text = ""
    var rest = script
    var isQuoted = false
    while let character = rest.popFirst() {
      switch character {
      // Two quotes in a literal are one.
      case "'" where isQuoted && rest.first == "'": text.append(rest.removeFirst())
      // Adjacent literals are one literal.
      case "'": isQuoted.toggle()
      case ";" where !isQuoted: return text
      case _ where isQuoted: text.append(character)
      default: break
      }
    }
    return nil
  }

  /// The grants as an array of PostgreSQL, such as `{"pressrun_worker EXECUTE"}`.
  fileprivate var grants: String {
    let pattern = #/grant (\w+) on (?:function )?pressrun\.\w+(?:\([\w ,]*\))? to (\w+);/#
    // For overloaded functions, the grants of the first one.
    let first = script.firstRange(of: "\ncreate or replace function").map { script[..<$0.lowerBound] } ?? script[...]
    let grants = first.matches(of: pattern).map { "\"\($0.output.2) \($0.output.1.uppercased())\"" }
    return "{\(grants.sorted().joined(separator: ","))}"
  }

  fileprivate var settings: [String] {
    script.prefix(upTo: script.firstRange(of: "as $$")?.lowerBound ?? script.endIndex)
      .matches(of: #/\bset (\w+) = (pg_catalog, pg_temp|'?\w+'?)/#)
      .map { "\($0.output.1.lowercased()) = \($0.output.2.replacing("'", with: ""))" }.sorted()
  }
}
