/// Writes PREMIS 3.0 elements in schema order.
struct PremisWriter {
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

  /// - Parameters:
  ///   - sources: the objects from which it was derived.
  ///   - event: the event that created it.
  mutating func object(
    _ path: String, _ file: ArchiveManifest.File, format: String, sources: [String] = [], madeBy event: String = ""
  ) {
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
    if !sources.isEmpty {
      open("relationship")
      leaf("relationshipType", "derivation")
      leaf("relationshipSubType", "has source")
      for source in sources { identifier("relatedObject", source) }
      identifier("relatedEvent", event)
      close("relationship")
    }
    close("object")
  }

  mutating func event(
    _ name: String, type: String, date: String, detail: String, outcome: String, note: String = "",
    agents: [PremisAgent], objects: [String]
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
    for agent in agents { identifier("linkingAgent", agent.identifier) }
    for object in objects { identifier("linkingObject", object) }
    close("event")
  }

  mutating func agent(_ agent: PremisAgent) {
    open("agent")
    identifier("agent", agent.identifier)
    leaf("agentName", agent.name)
    leaf("agentType", agent.type)
    close("agent")
  }

  private mutating func identifier(_ kind: String, _ value: String) {
    open("\(kind)Identifier")
    leaf("\(kind)IdentifierType", "local")
    leaf("\(kind)IdentifierValue", value)
    close("\(kind)Identifier")
  }

  /// Escaped text for XML 1.0, which does not permit most control characters.
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
