import FoundationEssentials
import OperatingSystem
import Postgres

/// Completions in the form that `pressrun.complete_many` takes: one array per column.
struct CompletionBatch {
  private var jobs: [Int64] = []
  private var leases: [Int64] = []
  /// It is empty for a job that made no document.
  private var digests: [String] = []
  private var bytes: [Int64] = []
  private var mediaTypes: [String] = []
  private var pageSizes: [[UInt8]] = []
  private var warnings: [[UInt8]] = []
  private var timings: [[UInt8]] = []
  /// All files of a job that made more than one, or whose file has a name or is no PDF.
  private var files: [[UInt8]] = []
  private var fonts: [[UInt8]] = []

  private static let emptyArray = Array("[]".utf8)
  private static let emptyObject = Array("{}".utf8)

  /// The number of files that one job may make.
  static let maximumFiles = 2000

  /// - Throws: `QueueError` `.invalidArgument` for a malformed artifact, which would fail the whole batch in the
  ///   database.
  init(_ completions: [(ref: LeaseRef, completion: Completion)]) throws {
    let encoder = JSONEncoder()
    for (ref, completion) in completions {
      jobs.append(ref.job.rawValue)
      leases.append(ref.lease)
      try append(completion.artifacts, of: ref.job, encoder)
      let warnings = completion.warnings.prefix(100).map { $0.storable(1000) }
      self.warnings.append(warnings.isEmpty ? Self.emptyArray : Array(try encoder.encode(warnings)))
      let timings = completion.timings.filter { $0.value.isFinite }
      self.timings.append(timings.isEmpty ? Self.emptyObject : Array(try encoder.encode(timings)))
    }
  }

  private mutating func append(_ artifacts: [Artifact], of job: JobID, _ encoder: JSONEncoder) throws {
    guard artifacts.count <= Self.maximumFiles, artifacts.allSatisfy(\.isWellFormed) else {
      throw QueueError(code: .invalidArgument, message: "the artifacts of job \(job) are malformed")
    }
    digests.append(artifacts.first?.sha256 ?? "")
    bytes.append(artifacts.first?.bytes ?? 0)
    mediaTypes.append(artifacts.first?.mediaType.storable(200) ?? "")
    pageSizes.append(
      Array("[\((artifacts.first?.pages ?? []).map { "[\($0.width),\($0.height)]" }.joined(separator: ","))]".utf8))
    let fonts = (artifacts.first?.fonts ?? []).prefix(ArtifactFont.maximum).map {
      ArtifactFont(name: $0.name.storable(200), file: $0.file?.storable(200))
    }
    self.fonts.append(fonts.isEmpty ? Self.emptyArray : Array(try encoder.encode(fonts)))
    let isPlain =
      artifacts.count <= 1 && artifacts.allSatisfy { $0.output == "pdf" && $0.fileName.isEmpty && $0.parts.isEmpty }
    files.append(isPlain ? Self.emptyArray : Array(try encoder.encode(artifacts.map(StoredFile.init))))
  }

  var parameters: [Parameter] {
    [
      .integers(jobs), .integers(leases), .texts(digests), .integers(bytes), .texts(mediaTypes),
      Self.values(pageSizes, where: Self.emptyArray), Self.values(warnings, where: Self.emptyArray),
      Self.values(timings, where: Self.emptyObject), Self.values(files, where: Self.emptyArray),
      Self.values(fonts, where: Self.emptyArray),
    ]
  }

  /// Returns null if all values are empty, so that the server does not parse an array.
  private static func values(_ values: [[UInt8]], where empty: [UInt8]) -> Parameter {
    values.allSatisfy { $0 == empty } ? .null : .utf8s(values)
  }
}

/// A file of a job as an element of the parameter `files`.
private struct StoredFile: Encodable {
  var output: String
  var fileName: String?
  var sha256: String
  var bytes: Int64
  var mediaType: String
  var pageSizes: [[Double]]
  var parts: [ArtifactPart]?

  init(_ artifact: Artifact) {
    output = artifact.output
    fileName = artifact.fileName.isEmpty ? nil : artifact.fileName.storable(500)
    sha256 = artifact.sha256
    bytes = artifact.bytes
    mediaType = artifact.mediaType.storable(200)
    pageSizes = artifact.pages.map { [$0.width, $0.height] }
    guard !artifact.parts.isEmpty else { return }
    parts = artifact.parts.map { part in
      var part = part
      (part.title, part.sha256) = (part.title.storable(1000), part.sha256.storable(64))
      return part
    }
  }
}

extension Artifact {
  fileprivate var isWellFormed: Bool {
    Hexadecimal.isSHA256(sha256) && bytes >= 0
      && (1...20).contains(output.utf8.count)
      && output.utf8.allSatisfy { (97...122).contains($0) || $0 == UInt8(ascii: "-") }
      && pages.allSatisfy { $0.width.isFinite && $0.height.isFinite }
  }
}
