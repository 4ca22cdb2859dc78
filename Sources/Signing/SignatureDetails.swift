/// The statements of a signature: certification, reason and location (ISO 32000-1, table 252).
package struct SignatureDetails: Hashable, Sendable {
  /// The changes that a certification allows (ISO 32000-1, 12.8.2.2).
  package enum Certification: String, Sendable, CaseIterable {
    case noChanges = "no-changes"
    case forms
    case annotations

    /// `/P` of the transform parameters.
    var permission: Int {
      switch self {
      case .noChanges: 1
      case .forms: 2
      case .annotations: 3
      }
    }
  }

  /// The longest reason and location in bytes.
  package static let textLimit = 1_000

  /// It is nil for an approval signature.
  package var certification: Certification?
  /// The reason for signing; nil for none.
  package var reason: String?
  /// The place of signing (`Location`); nil for none.
  package var location: String?

  package init(certification: Certification? = nil, reason: String? = nil, location: String? = nil) {
    self.certification = certification
    self.reason = reason
    self.location = location
  }
}
