import JSON

/// A job written down in a file, with all that enqueueing it needs: `Jobs/examples/*.json`.
package struct JobFile: Sendable {
  package var kind: String
  /// `email:pm@fund.example`, `print`; nil for the kind's own.
  package var destination: String?
  package var tenant: String?
  package var payload: JSONValue

  /// - Throws: as `JSONParser` does, and `missingField`, `wrongType`, `invalidValue` for what is around the payload.
  package init(_ bytes: [UInt8]) throws(CompositionError) {
    let fields = try Fields(try Payload.parse(bytes))
    kind = try fields.filledString("kind")
    destination = try fields.optionalString("destination")
    tenant = try fields.optionalString("tenant")
    guard let payload = fields["payload"] else {
      throw CompositionError(.missingField, "missing; expected an object", at: fields.path(of: "payload").description)
    }
    self.payload = payload
    if let unknown = fields.warnings(unless: ["kind", "destination", "tenant", "payload"]).first {
      throw CompositionError(
        .invalidValue, "unknown; a job file has kind, destination, tenant and payload", at: unknown.source)
    }
  }
}
