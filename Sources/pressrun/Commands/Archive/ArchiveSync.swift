import Application
import Archives
import ArgumentParser
import Foundation

struct ArchiveSync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Add annotation segments to a document. A segment that is sent repeatedly is stored once.",
    discussion: """
      Each segment is tried first, and refused if it does not fit or does more than annotate. Incremental updates are \
      tried on the file for which they were made: --parent, --made-on, or by default the current document. Earlier segments \
      are not read if that file is given, or is the base or an earlier build. Other formats are converted on the current \
      document, and the resulting update is stored with the segment.
      """)

  @Argument(help: "The name of the document.")
  var document: String

  @OptionGroup
  var owner: DocumentTenantArguments

  @Option(name: .customLong("segment"), help: "An incremental update; repeatable.")
  var segments: [String] = []

  @Option(help: "Annotations as XFDF, added after the updates; repeatable.")
  var xfdf: [String] = []

  @Option(help: "Annotations as Instant JSON, added after XFDF; repeatable.")
  var instantJson: [String] = []

  @Option(help: "Recorded ink, added after Instant JSON; repeatable.")
  var ink: [String] = []

  @Option(
    help:
      "The SHA-256 of the file for which the first update was made; each further one was made for the previous result.")
  var parent: String?

  @Option(help: "The file for which the first update was made.")
  var madeOn: String?

  @Option(help: "The author.")
  var author: String?

  @Option(help: "Time of the annotations by the device's clock (ISO 8601).")
  var deviceTime: String?

  @Option(help: "The client's identifier of a single segment; by default its SHA-256.")
  var clientID: String?

  @Flag(help: "Print one JSON object per segment.")
  var json = false

  private var sources: [(format: ArchiveSegment.Format, path: String)] {
    segments.map { (.pdf, $0) } + xfdf.map { (.xfdf, $0) } + instantJson.map { (.instantJSON, $0) }
      + ink.map { (.ink, $0) }
  }

  func validate() throws {
    guard !sources.isEmpty else {
      throw ValidationError("Name at least one segment; `archive list` shows the stored ones.")
    }
    guard clientID == nil || sources.count == 1 else { throw ValidationError("--client-id is for one segment alone.") }
    guard parent == nil || madeOn == nil else { throw ValidationError("--parent and --made-on exclude each other.") }
    guard parent.map({ Hash.bytes($0) != nil }) ?? true else {
      throw ValidationError("--parent is 64 lower-case hexadecimal digits.")
    }
  }

  func run() async throws {
    let time = try deviceTime.map(parsed)
    let installation = Installation()
    try await installation.withDocuments(of: owner.tenant) { documents in
      var sync = try await SegmentSync(
        document, parent: parent, madeOn: madeOn, in: documents, artifacts: installation.artifactStore())
      for (format, path) in sources {
        let bytes = try read(path)
        do {
          let result = try await sync.add(
            bytes, format: format, clientID: clientID, author: author, deviceTime: time)
          try report(result, path)
        } catch let refusal as SegmentSync.Refusal {
          throw Failure(refusal, path: path)
        }
      }
    }
  }

  private func parsed(_ time: String) throws -> Date {
    guard let date = try? Date(time, strategy: .iso8601) else {
      throw Failure("is not a time such as 2026-01-31T12:00:05Z", place: "--device-time", status: Failure.badInput)
    }
    return date
  }

  private func report(_ result: SegmentSync.Result, _ path: String) throws {
    let added = result.added
    for warning in result.warnings { printMessage("warning: \(path): \(warning)") }
    guard json else {
      return printMessage(
        "\(path): segment \(added.sequence)\(added.inserted ? "" : ", already stored"), chain \(added.chain)")
    }
    var writer = JSONWriter()
    writer.object {
      $0.field("sequence", Int(added.sequence))
      $0.field("client_id", result.segment.clientID)
      $0.field("parent", result.segment.parent)
      $0.field("chain", added.chain)
      $0.field("inserted", added.inserted)
      $0.key("warnings")
      $0.array(result.warnings) { $0.string($1) }
    }
    try writer.finish()
  }
}
