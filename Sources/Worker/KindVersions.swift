import Composition
import JobQueue

/// The versions of kinds that a worker has in memory.
struct KindVersions {
  /// The versions of its files, by kind. If the files of a kind are broken later, its last version remains.
  private(set) var current: [String: KindVersion] = [:]
  /// Errors of kinds whose files cannot be used, by kind.
  private(set) var problems: [String: String] = [:]
  /// Other versions, which jobs were rendered with.
  private var others: [String: KindVersion] = [:]
  private static let otherLimit = 64

  /// The version with a SHA-256; nil if it is not in memory.
  subscript(sha256: String) -> KindVersion? {
    current.values.first { $0.sha256 == sha256 } ?? others[sha256]
  }

  /// The kinds that can be rendered.
  var kinds: JobKinds { JobKinds(current.values.map(\.kind)) }

  var announced: [String: AnnouncedTemplate] {
    var all = current.mapValues {
      AnnouncedTemplate(sha256: $0.sha256, bytes: $0.archive.count, files: $0.files.count)
    }
    for (name, problem) in problems { all[name, default: AnnouncedTemplate()].problem = problem }
    return all
  }

  /// Keeps a version that a job is rendered with.
  mutating func keep(_ version: KindVersion) {
    if others.count >= Self.otherLimit { others = [:] }
    others[version.sha256] = version
  }

  /// Replaces the versions of the files. Kinds without files are removed; jobs may still be rendered with their
  /// versions.
  mutating func use(_ versions: [KindVersion], problems: [String: CompositionError]) {
    let broken = current.filter { problems[$0.key] != nil }
    for old in current.values { keep(old) }
    current = Dictionary(uniqueKeysWithValues: versions.map { ($0.kind.name, $0) })
    current.merge(broken) { new, _ in new }
    self.problems = problems.mapValues(\.description)
  }
}
