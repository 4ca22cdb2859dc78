import Foundation
import Postgres

@testable import Schema

/// The objects of the schema `pressrun` in PostgreSQL's catalog.
struct Catalog: Equatable {
  struct Entry: Equatable {
    var definition: String?
    var comment: String?
    /// Such as `pressrun_worker EXECUTE`; without the owner's.
    var grants: String
  }

  /// The entries by names such as `function pressrun.cancel(bigint)`.
  var entries: [String: Entry] = [:]

  init(of database: Database) async throws {
    let statement = Statement(try Fixtures.text("catalog.sql"), name: "catalog")
    for row in try await database.query(statement) {
      entries[try row.decode(0)] = Entry(
        definition: try row.decode(1), comment: try row.decode(2), grants: try row.decode(3))
    }
  }

  /// Lines for people: what differs from another catalog.
  func differences(from other: Catalog) -> [String] {
    Set(entries.keys).union(other.entries.keys).sorted().filter { entries[$0] != other.entries[$0] }.map { name in
      "\(name): \(entries[name].map { "\($0)" } ?? "missing") instead of \(other.entries[name].map { "\($0)" } ?? "missing")"
    }
  }

  /// The names of the functions, without parameters.
  var functions: [String] {
    entries.keys.compactMap { name in
      guard name.hasPrefix("function pressrun.") else { return nil }
      return String(name.dropFirst("function pressrun.".count).prefix { $0 != "(" })
    }.sorted()
  }

  /// A function; for overloaded functions the first one, sorted by parameters.
  func function(_ name: String) -> Entry? {
    entries.filter { $0.key.hasPrefix("function pressrun.\(name)(") }.min { $0.key < $1.key }?.value
  }

  /// The names of relations of a kind: `r` tables, `v` views, `i` indexes, `S` sequences.
  func relations(_ kind: Character) -> [String] {
    entries.keys.filter { $0.hasPrefix("\(kind) ") }.map { String($0.dropFirst(2)) }.sorted()
  }
}

enum Fixtures {
  static func text(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The files of a folder of `Sources/Schema/SQL`, by name without suffix.
  static func sources(_ folder: String) throws -> [String: String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/Schema/SQL/\(folder)")
    var files: [String: String] = [:]
    for url in try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil) {
      files[url.deletingPathExtension().lastPathComponent] = try String(contentsOf: url, encoding: .utf8)
    }
    return files
  }
}
