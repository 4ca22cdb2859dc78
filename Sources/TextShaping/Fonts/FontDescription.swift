/// The index of a font description in a `TextShaper`: a list of families with fallback.
package struct FontID: Hashable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
}

/// The index of one face at one size in a `TextShaper`.
package struct FaceID: Hashable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
}

/// The properties that select a font.
package struct FontDescription: Hashable, Sendable {
  /// The families in order of preference; CSS generic family keywords are allowed.
  package var families: [String]
  /// px.
  package var size: Double
  /// 1...1000.
  package var weight: UInt16
  package var slant: Slant
  /// Percent.
  package var stretch: Double
  /// OpenType features as `tag=value`, sorted.
  package var features: [String]
  /// Axes of variable fonts as `tag=value`, sorted.
  package var variations: [String] = []
  /// Whether variable fonts with an axis for it are drawn for their size.
  package var usesOpticalSize = true
  /// A BCP 47 tag; empty if unknown.
  package var language: String
  /// The styles that may be synthesized (`font-synthesis`).
  package var synthesis: FaceSynthesis = [.bold, .oblique]
  package var orientation = GlyphOrientation.sideways
  package init(
    families: [String], size: Double, weight: UInt16 = 400, slant: Slant = .normal, stretch: Double = 100,
    features: [String] = [], language: String = ""
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.slant = slant
    self.stretch = stretch
    self.features = features
    self.language = language
  }
  package enum Slant: UInt8, Hashable, Sendable { case normal, italic, oblique }
}
