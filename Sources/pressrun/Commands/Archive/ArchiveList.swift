import Application
import Archives
import ArgumentParser

struct ArchiveList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the documents, or the segments of one.")

  @Argument(help: "The name of a document.")
  var document: String?

  @OptionGroup
  var owner: DocumentTenantsArguments

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() async throws {
    try await Installation().withQueue { queue in
      guard let document else { return try show(await owner.documents(queue)) }
      let documents = owner.store(queue)
      _ = try await documents.document(document)
      try show(await documents.segments(of: document))
    }
  }

  func validate() throws {
    guard document == nil || !owner.allTenants else {
      throw ValidationError("--all-tenants lists documents; segments are listed for one document.")
    }
  }

  private func show(_ documents: [AnnotatedDocument]) throws {
    var table = Table(("DOCUMENT", .left), ("TENANT", .left), ("BASE", .left), ("BYTES", .right), ("TITLE", .left))
    for document in documents {
      guard json else {
        table.add(
          document.name, document.tenant, document.baseSHA256, grouped(document.baseBytes), document.title ?? "-")
        continue
      }
      var writer = JSONWriter()
      writer.object {
        $0.field("document", document.name)
        $0.field("tenant", document.tenant)
        $0.field("base_sha256", document.baseSHA256)
        $0.field("base_bytes", Int(document.baseBytes))
        $0.field("title", document.title)
        $0.field("registered_at", timestamp(document.registeredAt))
      }
      try writer.finish()
    }
    if !json { print(table.text, terminator: "") }
  }

  private func show(_ segments: [SegmentRecord]) throws {
    var table = Table(
      ("SEGMENT", .right), ("FORMAT", .left), ("BYTES", .right), ("AUTHOR", .left), ("ARRIVED", .left),
      ("CLIENT ID", .left), ("CHAIN", .left))
    for segment in segments {
      guard json else {
        table.add(
          "\(segment.sequence)", segment.format, grouped(Int64(segment.bytes.count)), segment.author ?? "-",
          timestamp(segment.serverTime), segment.clientID, segment.chain)
        continue
      }
      var writer = JSONWriter()
      writer.object {
        $0.field("sequence", Int(segment.sequence))
        $0.field("client_id", segment.clientID)
        $0.field("parent", segment.parent)
        $0.field("format", segment.format)
        $0.field("bytes", segment.bytes.count)
        $0.field("sha256", segment.sha256)
        $0.field("author", segment.author)
        $0.field("device_time", segment.deviceTime.map { timestamp($0) })
        $0.field("server_time", timestamp(segment.serverTime))
        $0.field("chain", segment.chain)
      }
      try writer.finish()
    }
    if !json { print(table.text, terminator: "") }
  }
}
