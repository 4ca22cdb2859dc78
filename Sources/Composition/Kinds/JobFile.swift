import JSON

/// A job written down in a file, or a line of many, with all that enqueueing it needs: `Jobs/examples/*.json`.
///
/// Its members are called as in the output of `pressrun jobs show --json`. All but `kind` and `payload` may be left out.
package struct JobFile: Sendable {
  package var kind: String
  /// `email:pm@fund.example`, `print`; nil for the kind's own.
  package var destination: String?
  package var tenant: String?
  /// Higher goes first.
  package var priority: Int?
  /// Not before this time.
  package var runAt: Timestamp?
  package var uniqueKey: String?
  /// How long the key holds at the least; only where there is one.
  package var uniqueFor: Duration?
  package var maxAttempts: Int?
  package var queue: String?
  package var batch: String?
  package var payload: JSONValue

  private static let members = [
    "kind", "payload", "tenant", "destination", "priority", "run_at", "unique_key", "unique_for", "max_attempts", "queue",
    "batch",
  ]

  /// - Throws: as `JSONParser` does, and `missingField`, `wrongType`, `invalidValue` for what is around the payload.
  package init(_ bytes: [UInt8]) throws(CompositionError) {
    let fields = try Fields(try Payload.parse(bytes))
    kind = try fields.filledString("kind")
    destination = try fields.optionalString("destination")
    tenant = try fields.optionalString("tenant")
    priority = try fields.optionalInteger("priority", in: Int(Int32.min)...Int(Int32.max))
    runAt = try fields.optionalTimestamp("run_at")
    uniqueKey = try fields["unique_key"] == nil ? nil : fields.filledString("unique_key")
    uniqueFor = try Self.uniqueFor(fields, hasKey: uniqueKey != nil)
    maxAttempts = try fields.optionalInteger("max_attempts", in: 1...1000)
    queue = try fields.optionalString("queue")
    batch = try fields.optionalString("batch")
    guard let payload = fields["payload"] else {
      throw CompositionError(.missingField, "missing; expected an object", at: fields.path(of: "payload").description)
    }
    self.payload = payload
    if let unknown = fields.warnings(unless: Set(Self.members)).first {
      throw CompositionError(
        .invalidValue, "unknown; a job has \(Self.members.joined(separator: ", "))", at: unknown.source)
    }
  }

  private static func uniqueFor(_ fields: Fields, hasKey: Bool) throws(CompositionError) -> Duration? {
    guard let text = try fields.optionalString("unique_for") else { return nil }
    guard let duration = Duration(period: text), duration > .zero else {
      throw CompositionError(
        .invalidValue, "expected a time such as 30m, 12h or 10d", at: fields.path(of: "unique_for").description)
    }
    guard hasKey else {
      throw CompositionError(.missingField, "it goes with a unique_key", at: fields.path(of: "unique_for").description)
    }
    return duration
  }
}
