import FoundationEssentials

/// The version of a kind that a worker has in its files, or why it cannot use them.
package struct AnnouncedTemplate: Hashable, Sendable, Codable {
  /// The version, which is in the artifact store; nil if the worker has never been able to use the files.
  package var sha256: String?
  package var bytes: Int?
  package var files: Int?
  /// The error of files that cannot be used; nil if there is none.
  package var problem: String?

  package init(sha256: String? = nil, bytes: Int? = nil, files: Int? = nil, problem: String? = nil) {
    self.sha256 = sha256
    self.bytes = bytes
    self.files = files
    self.problem = problem
  }
}

/// A version of a kind and its template.
package struct TemplateVersionRecord: Sendable {
  package var kind: String
  /// Names the version, and its file in the artifact store.
  package var sha256: String
  package var bytes: Int
  package var files: Int
  package var firstSeen: Date
  /// The host of the worker that had it first.
  package var firstHost: String
  /// Live workers whose files are this version.
  package var workers: Int
  /// Tenants that are pinned to it; `*` for all without a pin of their own.
  package var pinned: [String]
}

/// A kind whose files live workers cannot use.
package struct BrokenKind: Sendable {
  package var kind: String
  /// The error of the files, for a person.
  package var problem: String
  /// How many live workers have the problem.
  package var workers: Int
  /// The host of one of them.
  package var host: String
  /// Whether they keep to the version that they had before; otherwise they claim no jobs of the kind.
  package var isServed: Bool
}
