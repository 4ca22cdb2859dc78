import JSON

/// The artifacts that the payload of an archive names: its base and its segments.
package enum ArchiveArtifacts {
  /// The SHA-256 of each, as the composer requests them; empty if the payload is no such payload, which the composer
  /// reports.
  package static func named(in payload: [UInt8]) -> Set<String> {
    guard let value = try? Payload.parse(payload), let fields = try? Fields(value) else { return [] }
    var found: Set<String> = []
    if let base = fields["base"] { insert(base, into: &found) }
    for segment in (try? fields.array("segments")) ?? [] {
      insert(segment, into: &found)
      guard case .object(let object) = segment else { continue }
      for member in object.members { insert(member.value, into: &found) }
    }
    return found
  }

  private static func insert(_ value: JSONValue, into found: inout Set<String>) {
    guard case .object(let object) = value, case .string(let sha256)? = object["artifact"] else { return }
    found.insert(sha256.lowercased())
  }
}
