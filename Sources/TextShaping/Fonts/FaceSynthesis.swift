/// What a face lacks and is made up for.
package struct FaceSynthesis: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let none: FaceSynthesis = []
  /// Outlines are thickened.
  package static let bold = FaceSynthesis(rawValue: 1)
  /// Outlines are sheared.
  package static let oblique = FaceSynthesis(rawValue: 2)
}
