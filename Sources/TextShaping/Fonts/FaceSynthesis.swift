/// Styles that are synthesized because the face does not have them.
package struct FaceSynthesis: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let none: FaceSynthesis = []
  /// Outlines are emboldened.
  package static let bold = FaceSynthesis(rawValue: 1)
  /// Outlines are sheared.
  package static let oblique = FaceSynthesis(rawValue: 2)
}
