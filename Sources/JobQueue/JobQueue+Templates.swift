import FoundationEssentials
import Postgres

/// Versions of kinds and their templates.
extension JobQueue {
  /// Records the kinds and versions that a worker can render after its files have changed.
  package func announce(_ capabilities: WorkerCapabilities, of worker: WorkerID) async throws {
    _ = try await query(
      Statements.announceTemplates,
      [.integer(worker.rawValue), .texts(optional: capabilities.kinds), try Self.parameter(of: capabilities.templates)])
  }

  static func parameter(of templates: [String: AnnouncedTemplate]?) throws -> Parameter {
    guard let templates else { return .null }
    return .utf8(Array(try JSONEncoder().encode(templates)))
  }

  /// The versions that workers have had, in the order in which they were seen.
  /// - Parameter kind: nil for all.
  package func templateVersions(of kind: String? = nil) async throws -> [TemplateVersionRecord] {
    try await query(Statements.templateVersions, [.text(optional: kind)]).map { row in
      TemplateVersionRecord(
        kind: try row.decode(0), sha256: try row.decode(1), bytes: try row.decode(2), files: try row.decode(3),
        firstSeen: try row.decode(4), firstHost: try row.decode(5), workers: try row.decode(6),
        pinned: try row.decode(7))
    }
  }

  /// Renders new jobs of a kind with one version.
  /// - Parameters:
  ///   - version: at least its first 8 digits.
  ///   - tenant: nil for all without a pin of their own.
  /// - Returns: the version that was pinned before.
  /// - Throws: `QueueError` `.invalidArgument` if there is no such version, or more than one.
  @discardableResult
  package func pin(_ version: String, of kind: String, for tenant: String?) async throws -> String? {
    try await query(Statements.pinTemplate, [.text(kind), .text(version), .text(tenant ?? "*")]).single().decode(0)
  }

  /// - Returns: false if there was no pin.
  package func unpin(_ kind: String, for tenant: String?) async throws -> Bool {
    try await query(Statements.unpinTemplate, [.text(kind), .text(tenant ?? "*")]).single().decode(0)
  }

  /// Kinds whose files live workers cannot use.
  package func brokenKinds() async throws -> [BrokenKind] {
    try await query(Statements.brokenKinds, []).map { row in
      BrokenKind(
        kind: try row.decode(0), problem: try row.decode(1), workers: try row.decode(2), host: try row.decode(3),
        isServed: try row.decode(4))
    }
  }
}
