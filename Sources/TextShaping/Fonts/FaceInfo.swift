/// The properties of a face.
package struct FaceInfo: Hashable, Sendable {
  /// The name of the family in the font.
  package var family: String
  /// px.
  package var size: Double
  package var synthesis: FaceSynthesis
}
