/// The index of a font description that a `TextShaper` knows: a list of families with fallback.
package struct FontID: Hashable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
}

/// The index of one real face at one size.
package struct FaceID: Hashable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
}

/// What a font is chosen by.
package struct FontDescription: Hashable, Sendable {
  /// In order of preference; CSS generic family keywords are understood.
  package var families: [String]
  /// px.
  package var size: Double
  /// 1...1000.
  package var weight: UInt16
  package var slant: Slant
  /// Percent.
  package var stretch: Double
  /// `tag=value`, as OpenType features, sorted.
  package var features: [String]
  /// BCP 47; empty where unknown.
  package var language: String
  /// What may be made up where a face lacks it (`font-synthesis`).
  package var synthesis: FaceSynthesis = [.bold, .oblique]
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
