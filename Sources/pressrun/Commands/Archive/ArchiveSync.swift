import Annotations
import Application
import Archives
import ArgumentParser
import ArtifactStore
import Foundation
import JobQueue
import PDF

struct ArchiveSync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Add annotation segments to a document; each is kept once, however often it is sent.",
    discussion: """
      Segments are tried first, and one that does not hold or does more than annotate is refused: updates on the document \
      as it stands or on the file that they were made on, other forms on its base if they can stand there. Updates name \
      what they were made on: --parent, --made-on, or else the document as it stands. Where that file is given, or is the \
      base or an earlier build, the segments before need not be read.
      """)

  @Argument(help: "The document's name.")
  var document: String

  @Option(name: .customLong("segment"), help: "An incremental update; more than one in order.")
  var segments: [String] = []

  @Option(help: "Annotations as XFDF; more than one in order, after the updates.")
  var xfdf: [String] = []

  @Option(help: "Annotations as Instant JSON; more than one in order, after those.")
  var instantJson: [String] = []

  @Option(help: "Ink strokes; more than one in order, after those.")
  var ink: [String] = []

  @Option(
    help:
      "The SHA-256 of the file that the first update was made on; each next one is made on that with the one before.")
  var parent: String?

  @Option(help: "That file itself.")
  var madeOn: String?

  @Option(help: "Who made them.")
  var author: String?

  @Option(help: "When they were made, by the device's clock (ISO 8601).")
  var deviceTime: String?

  @Option(help: "The sender's name for the segment, where there is one alone; else its SHA-256.")
  var clientID: String?

  @Flag(help: "Print one JSON object a segment.")
  var json = false

  private var sources: [(format: NewSegment.Format, path: String)] {
    segments.map { (.pdf, $0) } + xfdf.map { (.xfdf, $0) } + instantJson.map { (.instantJSON, $0) }
      + ink.map { (.ink, $0) }
  }

  func validate() throws {
    guard !sources.isEmpty else {
      throw ValidationError("Name at least one segment; `archive list` shows what is there.")
    }
    guard clientID == nil || sources.count == 1 else { throw ValidationError("--client-id is for one segment alone.") }
    guard parent == nil || madeOn == nil else { throw ValidationError("--parent and --made-on say the same.") }
    guard parent.map({ Hash.bytes($0) != nil }) ?? true else {
      throw ValidationError("--parent is 64 lower-case hexadecimal digits.")
    }
  }

  func run() async throws {
    var time: Date?
    if let deviceTime {
      guard let date = try? Date(deviceTime, strategy: .iso8601) else {
        throw Failure("is no time such as 2026-01-31T12:00:05Z", place: "--device-time", status: Failure.badInput)
      }
      time = date
    }
    let installation = Installation()
    try await installation.withQueue { queue in
      let bare = try await ArchiveInDatabase(document, through: 0, queue, installation.artifactStore)
      let base = try PDFFile(path: bare.basePath)
      var line = try ParentLine(parent: parent, madeOn: madeOn, installation.artifactStore)
      var whole: Whole?
      for (format, path) in sources {
        let bytes = try read(path)
        let id = clientID ?? Hash.of(bytes)
        var segment = NewSegment(
          clientID: id, parent: line.said ?? bare.document.baseSHA256, format: format, bytes: bytes, author: author,
          deviceTime: time)
        var warnings = warningsOnBase(segment, base)
        if format == .pdf, try about(path, { () throws(PDFError) in try line.tryOut(bytes) }) { warnings = [] }
        if warnings == nil {
          if whole == nil { whole = try await Whole(document, queue, installation.artifactStore) }
          guard var all = whole.take() else { continue }
          segment.parent = line.parent(all.trial)
          warnings = try all.tryOut(&segment, path, saysParent: line.said != nil)
          if format == .pdf { line.append(bytes, all.trial) }
          whole = all
        }
        try report(try await queue.add(segment, to: document), segment, path, warnings ?? [])
      }
    }
  }

  /// What there is to say of a segment that is no update and can be put on the base as it is; nil for any other. Then the
  /// segments before it need not be looked at, however many they are; it may still change what one of them added.
  private func warningsOnBase(_ segment: NewSegment, _ base: PDFFile) -> [String]? {
    AnnotationFormat(rawValue: segment.format.rawValue).flatMap {
      (try? AnnotationImport(segment.bytes, format: $0, base: base))?.warnings.map(\.description)
    }
  }

  /// The document with all that has arrived, to try segments on.
  private struct Whole {
    var trial: ArchiveBuilder
    private var known: [String: ArchiveSegment] = [:]

    init(_ id: String, _ queue: JobQueue, _ store: ArtifactStore) async throws {
      let archive = try await ArchiveInDatabase(id, queue, store)
      trial = try archive.build()
      for segment in archive.segments { known[segment.metadata.clientID] = segment }
    }

    /// - Returns: what there is to say of it.
    /// - Throws: where the segment would stay out of the archive.
    mutating func tryOut(_ segment: inout NewSegment, _ path: String, saysParent: Bool) throws -> [String] {
      // Sent once more without a word about what it was made on, it is still the one that is there.
      if let there = known[segment.clientID], there.bytes == segment.bytes, !saysParent {
        segment.parent = there.metadata.parent
        return []
      }
      let step = try trial.tried(
        segment.bytes, format: segment.format.rawValue, parent: segment.parent, clientID: segment.clientID)
      guard step.outcome == .refused else { return step.warnings ?? [] }
      throw Failure(step.reason ?? "is refused", place: path, status: Failure.badInput)
    }
  }

  private func report(
    _ added: AddedSegment, _ segment: NewSegment, _ path: String, _ warnings: [String]
  ) throws {
    for warning in warnings { complain("warning: \(path): \(warning)") }
    guard json else {
      return complain(
        "\(path): segment \(added.sequence)\(added.inserted ? "" : ", there already"), chain \(added.chain)")
    }
    var writer = JSONWriter()
    writer.object {
      $0.field("sequence", Int(added.sequence))
      $0.field("client_id", segment.clientID)
      $0.field("parent", segment.parent)
      $0.field("chain", added.chain)
      $0.field("inserted", added.inserted)
      $0.key("warnings")
      $0.array(warnings) { $0.string($1) }
    }
    try writer.finish()
  }
}
