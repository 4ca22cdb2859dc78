/// The level of a PAdES signature (ETSI EN 319 142-1, 6.1).
package enum SignatureLevel: String, Sendable, CaseIterable {
  case b = "b-b"
  /// A signature with a timestamp.
  case t = "b-t"
  /// A signature with a timestamp and the data for a later validation.
  case lt = "b-lt"
  /// A signature with a timestamp, validation data, and a timestamp of the document.
  case lta = "b-lta"

  /// Whether it contains data for a later validation.
  package var isLongTerm: Bool { self == .lt || self == .lta }
}
