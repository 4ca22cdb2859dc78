/// The history of an archive as PREMIS 3.0 (Library of Congress, data dictionary of 2015): its files as objects,
/// actions as events, and persons and software as agents.
struct Premis {
  let text: String

  init(_ export: ArchiveExport) {
    var writer = PremisWriter()
    writer.open(
      "premis xmlns=\"http://www.loc.gov/premis/v3\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
        + " xsi:schemaLocation=\"http://www.loc.gov/premis/v3 http://www.loc.gov/standards/premis/v3/premis.xsd\""
        + " version=\"3.0\"")
    Premis.writeObjects(export, &writer)
    let manifest = export.manifest
    let software = PremisAgent.software(export.software)
    writer.event(
      Premis.registered(manifest), type: "ingestion", date: export.registered,
      detail: "The base was registered under the name \(manifest.document).", outcome: "success", agents: [software],
      objects: [BagNames.base])
    let readers = Premis.writeArrivals(export, &writer)
    Premis.writeConversions(export, software, &writer)
    for delivery in export.deliveries { Premis.write(delivery, of: manifest.document, by: software, &writer) }
    writer.event(
      Premis.built(manifest), type: "creation", date: export.exported,
      detail: "The document was built of the base and \(manifest.sequence) segments.", outcome: "success",
      note: "Its first \(manifest.base.bytes) bytes are the base.", agents: [software],
      objects: [BagNames.base, BagNames.document])
    writer.event(
      "\(manifest.document)/checked", type: "fixity check", date: export.exported,
      detail: "The chain over the base and the segments was computed once more.", outcome: "success",
      note: "It holds and ends with \(manifest.chain).", agents: [software],
      objects: [BagNames.base] + export.segments.map { BagNames.segment($0) })
    writer.event(
      "\(manifest.document)/digested", type: "message digest calculation", date: export.exported,
      detail: "SHA-256 of every file of the bag, in manifest-sha256.txt.", outcome: "success", agents: [software],
      objects: [BagNames.base, BagNames.document])
    for agent in [software] + readers { writer.agent(agent) }
    writer.close("premis")
    text = writer.text
  }

  /// The identifiers of events.
  static func registered(_ manifest: ArchiveManifest) -> String { "\(manifest.document)/registered" }
  static func built(_ manifest: ArchiveManifest) -> String { "\(manifest.document)/built" }

  private static func writeObjects(_ export: ArchiveExport, _ writer: inout PremisWriter) {
    let manifest = export.manifest
    let used = Set(manifest.steps.filter { !$0.isLeftOut }.map(\.sequence))
    let sources = export.segments.filter { used.contains($0.sequence) }.map { BagNames.segment($0) }
    writer.object(BagNames.base, manifest.base, format: "application/pdf")
    writer.object(
      BagNames.document, manifest.file, format: "application/pdf",
      sources: [BagNames.base] + sources, madeBy: built(manifest))
    for segment in export.segments {
      let file = ArchiveManifest.File(bytes: segment.metadata.bytes, sha256: segment.metadata.sha256)
      writer.object(BagNames.segment(segment), file, format: segment.fileType.media)
      guard let update = segment.update else { continue }
      writer.object(
        BagNames.update(segment.sequence), .init(bytes: update.bytes.count, sha256: Hash.of(update.bytes)),
        format: ArchiveSegment.updateMedia, sources: [BagNames.segment(segment)],
        madeBy: converted(manifest, segment.sequence))
    }
  }

  /// Writes the event of a delivery. The delivered file is an earlier export, which is not in this bag; its base is.
  private static func write(
    _ delivery: ArchiveDelivery, of document: String, by software: PremisAgent, _ writer: inout PremisWriter
  ) {
    let name = delivery.remoteID.map { " as \($0)" } ?? ""
    writer.event(
      "\(document)/delivered/\(delivery.delivery)", type: "transfer", date: delivery.time,
      detail:
        "The archive up to segment \(delivery.sequence) was delivered to \(delivery.destination) by \(delivery.protocol).",
      outcome: "success",
      note: "\(delivery.address)\(name): \(delivery.bytes) bytes, SHA-256 \(delivery.sha256).", agents: [software],
      objects: [BagNames.base])
  }

  /// Writes one event per segment.
  /// - Returns: the authors, each once.
  private static func writeArrivals(_ export: ArchiveExport, _ writer: inout PremisWriter) -> [PremisAgent] {
    let segments = Dictionary(export.segments.map { ($0.sequence, $0) }) { first, _ in first }
    var readers: [PremisAgent] = []
    var known: Set<PremisAgent> = []
    for step in export.manifest.steps {
      guard let segment = segments[step.sequence] else { continue }
      let reader = PremisAgent.person(step.author ?? "unknown author")
      if known.insert(reader).inserted { readers.append(reader) }
      writer.event(
        "\(export.manifest.document)/\(step.sequence)", type: "accession", date: step.serverTime,
        detail: "Annotation segment \(step.sequence) arrived. Chain: \(segment.chain)."
          + (step.deviceTime.map { " Made at \($0) by the device's clock." } ?? ""),
        outcome: step.isLeftOut ? "failure" : "success", note: note(step), agents: [reader],
        objects: [BagNames.segment(segment)])
    }
    return readers
  }

  private static func converted(_ manifest: ArchiveManifest, _ sequence: Int) -> String {
    "\(manifest.document)/\(sequence)/converted"
  }

  /// Writes one event per stored update: a conversion when the segment was accepted, or later.
  private static func writeConversions(_ export: ArchiveExport, _ software: PremisAgent, _ writer: inout PremisWriter) {
    for segment in export.segments {
      guard let update = segment.update else { continue }
      let later = (try? update.conversion())?.convertedLaterAt
      writer.event(
        converted(export.manifest, segment.sequence), type: "migration", date: later ?? segment.metadata.serverTime,
        detail: "Segment \(segment.sequence) was converted to an incremental update"
          + (later == nil ? ", which the chain covers." : " after it had been added; the chain is as it was."),
        outcome: "success", note: "SHA-256 of the update and its record: \(update.sha256).", agents: [software],
        objects: [BagNames.segment(segment), BagNames.update(segment.sequence)])
    }
  }

  private static func note(_ step: ArchiveStep) -> String {
    let bytes = "bytes \(step.start ?? 0) to \((step.end ?? 1) - 1)"
    let remarks = step.warnings.map { " Remarks in data/manifest.json: \($0.count)." } ?? ""
    return switch step.outcome {
    case .appended: "Appended as it is, \(bytes)."
    case .rebased: "Made on an older revision; written again on top, \(bytes)."
    case .converted where step.start == step.end: "It asks for nothing that was not there." + remarks
    case .converted: "Made into an update, \(bytes)." + remarks
    case .refused: "Kept, and not in the document: \(step.reason ?? "")"
    case .waiting: "Kept, and not in the document yet: \(step.reason ?? "")"
    }
  }
}

/// An agent of an event. A person can have the same name as a program.
enum PremisAgent: Hashable {
  case software(String)
  case person(String)

  var name: String {
    switch self {
    case .software(let name), .person(let name): name
    }
  }

  var type: String {
    switch self {
    case .software: "software"
    case .person: "person"
    }
  }

  var identifier: String { "\(type)/\(name)" }
}
