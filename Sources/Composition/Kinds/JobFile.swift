import Dates
import JSON

/// A job description in a file, or on a line of a file, with all parameters for enqueueing: `Jobs/examples/*.json`.
///
/// The members have the names that `pressrun jobs show --json` prints. All but `kind` and `payload` are optional.
package struct JobFile: Sendable {
  package var kind: String
  /// `email:pm@fund.example`, `print`; nil for the default of the kind.
  package var destination: String?
  package var tenant: String?
  /// Higher priorities run first.
  package var priority: Int?
  /// Earliest time to run.
  package var runAt: Timestamp?
  /// While a job of the kind and tenant with this key is unfinished, enqueueing returns that job.
  package var uniqueKey: String?
  /// Minimum time for which the key is reserved; only with a key.
  package var uniqueFor: Duration?
  /// The greatest number of attempts; nil for the default of the kind.
  package var maxAttempts: Int?
  package var queue: String?
  /// The name of the tenant's batch; nil for none.
  package var batch: String?
  /// Options of the delivery: an object.
  package var deliveryOptions: JSONValue?
  /// Files that the document refers to, by their paths: `{"logo.png": "artifact:SHA-256"}`.
  package var assets: [String: String]
  /// The input of the composer.
  package var payload: JSONValue

  private static let members = [
    "kind", "payload", "tenant", "destination", "priority", "run_at", "unique_key", "unique_for", "max_attempts",
    "queue", "batch", "delivery_options", "assets",
  ]

  /// - Throws: errors of `JSONParser`; `missingField`, `wrongType`, `invalidValue` for members other than the payload.
  package init(_ bytes: [UInt8]) throws(CompositionError) {
    let fields = try Fields(try Payload.parse(bytes))
    kind = try fields.filledString("kind")
    destination = try fields.optionalString("destination")
    tenant = try Self.text("tenant", fields, upTo: 200)
    priority = try fields.optionalInteger("priority", in: Int(Int32.min)...Int(Int32.max))
    runAt = try fields.optionalTimestamp("run_at")
    uniqueKey = try Self.text("unique_key", fields, upTo: 500)
    uniqueFor = try Self.uniqueFor(fields, hasKey: uniqueKey != nil)
    maxAttempts = try fields.optionalInteger("max_attempts", in: 1...1000)
    queue = try Self.queue(fields)
    batch = try Self.text("batch", fields, upTo: 200)
    guard let payload = fields["payload"] else {
      throw CompositionError(.missingField, "missing; expected an object", at: fields.path(of: "payload").description)
    }
    self.payload = payload
    deliveryOptions = fields["delivery_options"]
    assets = try Self.assets(fields)
    if let unknown = fields.warnings(unless: Set(Self.members)).first {
      throw CompositionError(
        .invalidValue, "unknown; a job has \(Self.members.joined(separator: ", "))", at: unknown.location.source)
    }
  }

  // The queue checks these limits too, but its errors do not have the line of the file.

  private static func text(
    _ name: String, _ fields: Fields, upTo limit: Int
  ) throws(CompositionError) -> String? {
    guard let text = try fields.optionalString(name) else { return nil }
    guard (1...limit).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw CompositionError(
        .invalidValue, "expected 1 to \(limit) bytes without control characters", at: fields.path(of: name).description)
    }
    return text
  }

  private static func queue(_ fields: Fields) throws(CompositionError) -> String? {
    guard let name = try fields.optionalString("queue") else { return nil }
    let others = Set("._-".utf8)
    func fits(_ byte: UInt8) -> Bool {
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || others.contains(byte)
    }
    guard (1...100).contains(name.utf8.count), name.utf8.allSatisfy(fits) else {
      throw CompositionError(
        .invalidValue, "expected 1 to 100 letters, digits, \".\", \"_\" or \"-\"",
        at: fields.path(of: "queue").description)
    }
    return name
  }

  private static func assets(_ fields: Fields) throws(CompositionError) -> [String: String] {
    let path = fields.path(of: "assets")
    switch fields["assets"] ?? .null {
    case .null: return [:]
    case .object(let assets):
      var found: [String: String] = [:]
      for asset in assets.members {
        guard case .string(let reference) = asset.value else {
          throw Fields.wrongType("a string such as \"artifact:SHA-256\"", asset.value, at: path.member(asset.name))
        }
        found[asset.name] = reference
      }
      return found
    case let other: throw Fields.wrongType("an object", other, at: path)
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
