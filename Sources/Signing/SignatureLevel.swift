/// The level of a PAdES signature (ETSI EN 319 142-1, 6.1).
package enum SignatureLevel: String, Sendable, CaseIterable {
  case b = "b-b"
  /// With a timestamp of the signature.
  case t = "b-t"
  /// Also with the data for a later validation.
  case lt = "b-lt"
  /// Also with a timestamp of the document.
  case lta = "b-lta"

  /// Whether it contains data for a later validation.
  package var isLongTerm: Bool { self == .lt || self == .lta }
}
