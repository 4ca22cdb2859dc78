/// The history of an archive as PREMIS 3.0 (Library of Congress, data dictionary of 2015): its files as objects, what
/// was done to them as events, and who did it as agents.
struct Premis {
  let text: String

  init(_ export: ArchiveExport) {
    var writer = PremisWriter()
    writer.open(
      "premis xmlns=\"http://www.loc.gov/premis/v3\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
        + " xsi:schemaLocation=\"http://www.loc.gov/premis/v3 http://www.loc.gov/standards/premis/v3/premis.xsd\""
        + " version=\"3.0\"")
    let manifest = export.manifest
    writer.object(BagNames.base, manifest.base, format: "application/pdf")
    writer.object(BagNames.document, manifest.file, format: "application/pdf")
    for segment in export.segments {
      let file = ArchiveManifest.File(bytes: segment.metadata.bytes, sha256: segment.metadata.sha256)
      writer.object(BagNames.segment(segment), file, format: Premis.mediaType(segment.metadata.format))
    }
    writer.event(
      "\(manifest.document)/registered", type: "ingestion", date: export.registered,
      detail: "The base was registered under the name \(manifest.document).", outcome: "success", note: "",
      agents: [export.software], objects: [BagNames.base])
    let segments = Dictionary(export.segments.map { ($0.sequence, $0) }) { first, _ in first }
    for step in manifest.steps {
      guard let segment = segments[step.sequence] else { continue }
      writer.event(
        "\(manifest.document)/\(step.sequence)", type: "accession", date: step.serverTime,
        detail: "Annotation segment \(step.sequence) arrived. Chain: \(segment.chain)."
          + (step.deviceTime.map { " Made at \($0) by the device's clock." } ?? ""),
        outcome: Premis.succeeded(step) ? "success" : "failure", note: Premis.note(step),
        agents: [step.author ?? "unknown author"], objects: [BagNames.segment(segment)])
    }
    writer.event(
      "\(manifest.document)/built", type: "creation", date: export.exported,
      detail: "The document was built of the base and \(manifest.sequence) segments.", outcome: "success",
      note: "Its first \(manifest.base.bytes) bytes are the base.", agents: [export.software],
      objects: [BagNames.base, BagNames.document])
    writer.event(
      "\(manifest.document)/digested", type: "message digest calculation", date: export.exported,
      detail: "SHA-256 of every file of the bag, in manifest-sha256.txt.", outcome: "success", note: "",
      agents: [export.software], objects: [BagNames.document])
    writer.agent(export.software, type: "software")
    var authors: Set<String> = []
    for step in manifest.steps where authors.insert(step.author ?? "unknown author").inserted {
      writer.agent(step.author ?? "unknown author", type: "person")
    }
    writer.close("premis")
    text = writer.text
  }

  private static func succeeded(_ step: ArchiveStep) -> Bool { step.outcome != .refused && step.outcome != .waiting }

  private static func note(_ step: ArchiveStep) -> String {
    switch step.outcome {
    case .appended: "Appended as it is, bytes \(step.start ?? 0) to \((step.end ?? 1) - 1)."
    case .rebased:
      "Made on an older revision; written again on top, bytes \(step.start ?? 0) to \((step.end ?? 1) - 1)."
    case .converted: "Made into an update, bytes \(step.start ?? 0) to \((step.end ?? 1) - 1)."
    case .refused: "Kept, and not in the document: \(step.reason ?? "")"
    case .waiting: "Kept, and not in the document yet: \(step.reason ?? "")"
    }
  }

  private static func mediaType(_ format: ArchiveSegment.Format) -> String {
    switch format {
    case .pdf: "PDF incremental update (ISO 32000-1, 7.5.6)"
    case .xfdf: "application/vnd.adobe.xfdf"
    case .instantJSON: "application/vnd.pspdfkit.instant-json"
    case .ink: "application/json"
    }
  }
}

/// The elements of PREMIS in the order that its schema asks for.
private struct PremisWriter {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  mutating func open(_ tag: String) {
    line("<\(tag)>")
    depth += 1
  }

  mutating func close(_ tag: String) {
    depth -= 1
    line("</\(tag)>")
  }

  private mutating func line(_ content: String) { text += String(repeating: " ", count: depth) + content + "\n" }

  private mutating func leaf(_ tag: String, _ value: String) { line("<\(tag)>\(escaped(value))</\(tag)>") }

  mutating func object(_ path: String, _ file: ArchiveManifest.File, format: String) {
    open("object xsi:type=\"file\"")
    identifier("object", path)
    open("objectCharacteristics")
    open("fixity")
    leaf("messageDigestAlgorithm", "SHA-256")
    leaf("messageDigest", file.sha256)
    close("fixity")
    leaf("size", "\(file.bytes)")
    open("format")
    open("formatDesignation")
    leaf("formatName", format)
    close("formatDesignation")
    close("format")
    close("objectCharacteristics")
    close("object")
  }

  mutating func event(
    _ name: String, type: String, date: String, detail: String, outcome: String, note: String, agents: [String],
    objects: [String]
  ) {
    open("event")
    identifier("event", name)
    leaf("eventType", type)
    leaf("eventDateTime", date)
    open("eventDetailInformation")
    leaf("eventDetail", detail)
    close("eventDetailInformation")
    open("eventOutcomeInformation")
    leaf("eventOutcome", outcome)
    if !note.isEmpty {
      open("eventOutcomeDetail")
      leaf("eventOutcomeDetailNote", note)
      close("eventOutcomeDetail")
    }
    close("eventOutcomeInformation")
    for agent in agents { identifier("linkingAgent", agent) }
    for object in objects { identifier("linkingObject", object) }
    close("event")
  }

  mutating func agent(_ name: String, type: String) {
    open("agent")
    identifier("agent", name)
    leaf("agentName", name)
    leaf("agentType", type)
    close("agent")
  }

  private mutating func identifier(_ kind: String, _ value: String) {
    open("\(kind)Identifier")
    leaf("\(kind)IdentifierType", "local")
    leaf("\(kind)IdentifierValue", value)
    close("\(kind)Identifier")
  }

  /// Text for XML 1.0, which has no place for most control characters.
  private func escaped(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\n", "\t": result.unicodeScalars.append(" ")
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": result.unicodeScalars.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
