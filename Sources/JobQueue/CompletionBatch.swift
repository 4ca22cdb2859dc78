import FoundationEssentials
import Postgres

/// Completions in the form that `pressrun.complete_many` takes: one array per column.
struct CompletionBatch {
  private var jobs: [Int64] = []
  private var leases: [Int64] = []
  /// Empty for a job that made no document.
  private var digests: [String] = []
  private var bytes: [Int64] = []
  private var mediaTypes: [String] = []
  private var pageSizes: [[UInt8]] = []
  private var warnings: [[UInt8]] = []
  private var timings: [[UInt8]] = []

  private static let emptyArray = Array("[]".utf8)
  private static let emptyObject = Array("{}".utf8)

  /// - Throws: `QueueError` `.invalidArgument` for a malformed artifact, which would fail the whole batch in the database.
  init(_ completions: [(ref: LeaseRef, completion: Completion)]) throws {
    let encoder = JSONEncoder()
    for (ref, completion) in completions {
      jobs.append(ref.job.rawValue)
      leases.append(ref.lease)
      try append(completion.artifact, of: ref.job)
      let warnings = completion.warnings.prefix(100).map { $0.storable(1000) }
      self.warnings.append(warnings.isEmpty ? Self.emptyArray : Array(try encoder.encode(warnings)))
      let timings = completion.timings.filter { $0.value.isFinite }
      self.timings.append(timings.isEmpty ? Self.emptyObject : Array(try encoder.encode(timings)))
    }
  }

  private mutating func append(_ artifact: Artifact?, of job: JobID) throws(QueueError) {
    guard let artifact else {
      digests.append("")
      bytes.append(0)
      mediaTypes.append("")
      pageSizes.append(Self.emptyArray)
      return
    }
    let isDigest =
      artifact.sha256.utf8.count == 64
      && artifact.sha256.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    guard isDigest, artifact.bytes >= 0, artifact.pages.allSatisfy({ $0.width.isFinite && $0.height.isFinite }) else {
      throw QueueError(code: .invalidArgument, message: "the artifact of job \(job) is malformed")
    }
    digests.append(artifact.sha256)
    bytes.append(artifact.bytes)
    mediaTypes.append(artifact.mediaType.storable(200))
    pageSizes.append(Array("[\(artifact.pages.map { "[\($0.width),\($0.height)]" }.joined(separator: ","))]".utf8))
  }

  var parameters: [Parameter] {
    [
      .integers(jobs), .integers(leases), .texts(digests), .integers(bytes), .texts(mediaTypes),
      Self.values(pageSizes, where: Self.emptyArray), Self.values(warnings, where: Self.emptyArray),
      Self.values(timings, where: Self.emptyObject),
    ]
  }

  /// Null if all values are empty, so that the server need not parse an array.
  private static func values(_ values: [[UInt8]], where empty: [UInt8]) -> Parameter {
    values.allSatisfy { $0 == empty } ? .null : .utf8s(values)
  }
}
