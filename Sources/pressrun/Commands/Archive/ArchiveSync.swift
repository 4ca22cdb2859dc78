import Archives
import ArgumentParser
import Fleet
import Foundation
import JobQueue
import PDFObjects

struct ArchiveSync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Add annotation segments to a document; each is kept once, however often it is sent.",
    discussion: """
      Segments are tried on the document first, and one that does not hold or does more than annotate is refused. \
      Incremental updates name what they were made on: --parent, --made-on, or else the document as it stands.
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

  @Option(help: "The SHA-256 of the file that the first update was made on; each next one is made on that with the one before.")
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
    guard !sources.isEmpty else { throw ValidationError("Name at least one segment; `archive list` shows what is there.") }
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
      let archive = try await ArchiveInDatabase(document, queue, installation.artifactStore)
      var trial = try archive.build()
      var known: [String: ArchiveSegment] = [:]
      for segment in archive.segments { known[segment.metadata.clientID] = segment }
      var line = try ParentLine(parent: parent, madeOn: madeOn)
      for (format, path) in sources {
        let bytes = try read(path)
        let id = clientID ?? Hash.of(bytes)
        var segment = NewSegment(
          clientID: id, parent: line.parent(trial), format: format, bytes: bytes, author: author,
          deviceTime: time)
        // Sent once more without a word about what it was made on, it is still the one that is there.
        if let there = known[id], there.bytes == bytes, parent == nil, madeOn == nil {
          segment.parent = there.metadata.parent
        } else {
          try tryOut(segment, path, &trial)
        }
        if format == .pdf { line.append(bytes, trial) }
        try report(try await queue.add(segment, to: document), segment, path)
      }
    }
  }

  /// - Throws: where the segment would stay out of the archive.
  private func tryOut(_ segment: NewSegment, _ path: String, _ trial: inout ArchiveBuilder) throws {
    let step = try trial.tried(
      segment.bytes, format: segment.format.rawValue, parent: segment.parent, clientID: segment.clientID)
    guard step.outcome == .refused else { return }
    throw Failure(step.reason ?? "is refused", place: path, status: Failure.badInput)
  }

  private func report(_ added: AddedSegment, _ segment: NewSegment, _ path: String) throws {
    guard json else {
      return complain("\(path): segment \(added.sequence)\(added.inserted ? "" : ", there already"), chain \(added.chain)")
    }
    var writer = JSONWriter()
    writer.object {
      $0.field("sequence", Int(added.sequence))
      $0.field("client_id", segment.clientID)
      $0.field("parent", segment.parent)
      $0.field("chain", added.chain)
      $0.field("inserted", added.inserted)
    }
    try writer.finish()
  }
}
