import JSON

/// The signature of the PDFs of a kind's jobs, by a signer that the installation configures. The worker signs them.
///
///     sign: seal
///
///     sign: {signer: seal, reason: Issued by Example Ltd, on_timestamp_failure: sign_without}
package struct KindSignature: Hashable, Sendable {
  /// The handling of a job's last attempt if the timestamp authority does not respond.
  package enum TimestampFailure: String, CaseIterable, Sendable {
    case fail
    /// The document is signed without a timestamp (B-B), with a warning.
    case signWithout = "sign_without"
  }

  /// The name of a signer in the file of signers.
  package var signer: String
  /// Override the reason and the location of the signer; nil keeps the signer's.
  package var reason, location: String?
  package var onTimestampFailure = TimestampFailure.fail

  package init(signer: String) { self.signer = signer }
}

extension JobKind {
  /// `sign`: the name of a signer, or a mapping with it.
  /// - Throws: `kindFile`.
  static func signature(
    _ yaml: YAMLFields, _ composer: Composer, _ outputs: [KindOutput]
  ) throws(CompositionError) -> KindSignature? {
    guard yaml.has("sign") else { return nil }
    guard composer != .archive else {
      throw yaml.error("archives are not signed: a signature would not be part of their history", at: "sign")
    }
    guard outputs.contains(where: { $0.format == .pdf }) else {
      throw yaml.error("only the output pdf can be signed, which the kind does not have", at: "sign")
    }
    guard yaml.isMapping("sign"), let fields = try yaml.fields("sign") else {
      return KindSignature(signer: try yaml.string("sign"))
    }
    try fields.allow(only: ["signer", "reason", "location", "on_timestamp_failure"])
    var signature = KindSignature(signer: try fields.string("signer"))
    for (key, path) in [("reason", \KindSignature.reason), ("location", \.location)] {
      guard let text = try fields.optionalString(key) else { continue }
      guard text.utf8.count <= 1_000 else { throw fields.error("expected at most 1000 bytes", at: key) }
      signature[keyPath: path] = text
    }
    if let text = try fields.optionalString("on_timestamp_failure") {
      guard let rule = KindSignature.TimestampFailure(rawValue: text) else {
        throw fields.error("expected fail or sign_without", at: "on_timestamp_failure")
      }
      signature.onTimestampFailure = rule
    }
    return signature
  }
}
