import Postgres

/// Functions, views and grants that differ between a database and the files.
struct ObjectDifferences {
  /// An object with its script for the roles that exist.
  typealias Entry = (object: SchemaObject, script: String, checksum: String)

  var outdated: [Entry] = []
  /// Keys in `pressrun.schema_objects` that have no file any more.
  var obsolete: [String] = []
  var statuses: [ObjectStatus] = []
}

extension Migrator {
  /// The roles to which files grant.
  private static let roles = [
    "pressrun_producer", "pressrun_worker", "pressrun_relay", "pressrun_monitor", "pressrun_compliance",
    "pressrun_registrar", "pressrun_service", "pressrun_operator",
  ]

  /// The roles that do not exist. A superuser, or a login with CREATEROLE, must create them.
  package func missingRoles() async throws -> [String] {
    let all = Self.roles + ["pressrun_all_tenants"]
    let found = try await database.query(Statements.roles, [.texts(all)]).map { try $0.decode(0, as: String.self) }
    return all.filter { !found.contains($0) }
  }

  /// - Parameter all: whether unchanged files are outdated too.
  func differences(all: Bool = false, _ connection: Connection) async throws -> ObjectDifferences {
    let roles = Set(
      try await connection.query(Statements.roles, [.texts(Self.roles)]).map { try $0.decode(0, as: String.self) })
    var applied: [String: String] = [:]
    for row in try await connection.query(Statements.objectsApplied) {
      applied[try row.decode(0)] = try row.decode(1, as: String.self)
    }
    // The checksum covers the script with its grants, so that a role that is created later causes it to be applied
    // again.
    let scripts = objects.map { $0.script(roles: roles) }
    let checksums = try await checksums(scripts, connection)
    var differences = ObjectDifferences()
    for index in objects.indices {
      let key = objects[index].key
      let old = applied.removeValue(forKey: key)
      guard all || old != checksums[index] else { continue }
      differences.outdated.append((objects[index], scripts[index], checksums[index]))
      differences.statuses.append(ObjectStatus(name: key, change: old == nil ? .missing : .changed))
    }
    differences.obsolete = applied.keys.sorted()
    differences.statuses += differences.obsolete.map { ObjectStatus(name: $0, change: .obsolete) }
    differences.statuses.sort { $0.name < $1.name }
    return differences
  }

  /// Applies the files that differ, and drops objects without a file.
  func apply(_ objects: [SchemaObject], all: Bool, _ connection: Connection) async throws -> [ObjectStatus] {
    let differences = try await differences(all: all, connection)
    guard !differences.statuses.isEmpty else { return [] }
    let outdated = differences.outdated
    // Functions may call functions and read views that are created after them.
    try await connection.execute(script: "set local check_function_bodies = off")
    try await revokeGrants(of: outdated.map(\.object), connection)
    for kind in [SchemaObject.Kind.function, .view, .grants] {
      for (object, script, _) in Self.inOrder(outdated.filter { $0.object.kind == kind }) {
        try await connection.execute(script: script, name: object.key)
      }
    }
    // Views first: they depend on functions.
    for key in differences.obsolete.sorted(by: >) {
      let words = key.split(separator: " ")
      guard words.count == 2 else { continue }
      try await connection.execute(script: "drop \(words[0]) pressrun.\(words[1])", name: key)
    }
    // New functions may be called by everyone until this.
    try await connection.execute(script: "revoke execute on all functions in schema pressrun from public")
    _ = try await connection.query(
      Statements.objectsRecord, [.texts(outdated.map(\.object.key)), .texts(outdated.map(\.checksum))])
    _ = try await connection.query(Statements.objectsDelete, [.texts(differences.obsolete)])
    return differences.statuses
  }

  /// Revokes the current grants of objects. `create or replace` keeps them, so a grant that was removed from a file
  /// would remain.
  private func revokeGrants(of objects: [SchemaObject], _ connection: Connection) async throws {
    let functions = objects.filter { $0.kind == .function }.map(\.name)
    let others = objects.filter { $0.kind != .function }.map(\.name)
    let statements = try await connection.query(
      Statements.revocations, [.texts(functions), .texts(others), .texts(Self.roles)]
    ).map { try $0.decode(0, as: String.self) }
    if !statements.isEmpty { try await connection.execute(script: statements.joined(separator: "\n")) }
  }

  /// Sorts views so that each comes after the views that it reads.
  private static func inOrder(_ entries: [ObjectDifferences.Entry]) -> [ObjectDifferences.Entry] {
    var sorted: [ObjectDifferences.Entry] = []
    var rest = entries
    while !rest.isEmpty {
      let ready = rest.filter { entry in
        entry.object.kind != .view
          || !rest.contains { $0.object.name != entry.object.name && entry.object.reads($0.object) }
      }
      // A cycle cannot be created; let PostgreSQL report it.
      guard !ready.isEmpty else { return sorted + rest }
      sorted += ready
      let names = Set(ready.map(\.object.name))
      rest.removeAll { names.contains($0.object.name) }
    }
    return sorted
  }
}

extension SchemaObject {
  fileprivate func reads(_ other: SchemaObject) -> Bool {
    script.split(separator: "pressrun.\(other.name)", omittingEmptySubsequences: false).dropFirst().contains { rest in
      !(rest.first.map { $0 == "_" || $0.isLetter || $0.isNumber } ?? false)
    }
  }
}
