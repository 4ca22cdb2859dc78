import JSON

/// A rule that a payload breaks.
package struct InvoiceViolation: Hashable, Sendable, CustomStringConvertible {
  package enum Severity: String, Sendable { case error, warning }
  package enum Code: String, Sendable { case missingField, wrongType, invalidValue, totalMismatch, unknownMember }

  package var severity: Severity
  package var code: Code
  /// The rule as its publishers name it: `BR-CO-15`, `BR-DE-2`, `PEPPOL-EN16931-R120`; nil for rules of the payload.
  package var rule: String?
  /// The term of EN 16931: `BT-112`.
  package var term: String?
  package var path: JSONPath
  /// The violation and its correction, without the path and the rule.
  package var message: String
  /// The amount that the payload states, and the computed one.
  package var stated: String?
  package var computed: String?

  /// The message with its rule, without the path.
  package var text: String { rule.map { "\(message) (\($0))" } ?? message }
  package var description: String { "\(path): \(text)" }
}

/// A payload that is not a valid invoice: all its violations.
package struct InvoiceError: Error, Sendable, CustomStringConvertible {
  /// The violations: at least one, at most `ViolationLog.limit`.
  package var violations: [InvoiceViolation]
  package var description: String { violations.map(\.description).joined(separator: "\n") }
}
