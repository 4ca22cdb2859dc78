/// Text that was itemised and shaped once: lines are slices of it.
///
/// All arrays are flat; offsets are into the UTF-8 bytes that were shaped.
package struct ShapedText: Sendable {
  package internal(set) var bytes: ContiguousArray<UInt8>
  /// In logical order; they cover `bytes` without gaps.
  package internal(set) var runs: ContiguousArray<GlyphRun>
  /// A run's glyphs stand together, in visual order (right to left runs from the last character to the first).
  package internal(set) var glyphs: ContiguousArray<Glyph>
  /// One per byte plus one for the end: what may happen before that byte.
  package internal(set) var boundaries: ContiguousArray<Boundary>
}

/// A stretch of text in one font, one direction, one span.
package struct GlyphRun: Sendable {
  package var bytes: Range<UInt32>
  package var glyphs: Range<UInt32>
  /// The face that really has these glyphs (after fallback), at its size.
  package var face: FaceID
  /// The embedding level (UAX #9); odd is right to left.
  package var level: UInt8
  /// Index of the `TextSpan` it came from.
  package var span: UInt32
}

/// One positioned glyph; px.
package struct Glyph: Sendable {
  package var id: UInt32
  /// Includes letter and word spacing.
  package var advance: Float
  package var dx, dy: Float
  /// The first byte of the cluster it belongs to.
  package var cluster: UInt32
}

/// What may happen before a byte (UAX #14, UAX #29).
package struct Boundary: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A line may end before this byte.
  package static let line = Boundary(rawValue: 1)
  /// A line must end before this byte.
  package static let mandatory = Boundary(rawValue: 2)
  /// A grapheme cluster starts here.
  package static let grapheme = Boundary(rawValue: 4)
  /// A word starts here (for capitalize).
  package static let word = Boundary(rawValue: 8)
  /// This byte is the first of white space that hangs or collapses at a line's end.
  package static let space = Boundary(rawValue: 16)
}

/// A stretch of text to shape alike.
package struct TextSpan: Hashable, Sendable {
  /// UTF-8 offsets.
  package var bytes: Range<Int>
  package var font: FontID
  /// px after each cluster, and in addition after each space.
  package var letterSpacing: Double
  package var wordSpacing: Double
  package init(bytes: Range<Int>, font: FontID, letterSpacing: Double = 0, wordSpacing: Double = 0) {
    self.bytes = bytes
    self.font = font
    self.letterSpacing = letterSpacing
    self.wordSpacing = wordSpacing
  }
}

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

/// A font's measures in px, at its size. Positive `descent` is below the baseline.
package struct FontMetrics: Hashable, Sendable {
  package var ascent, descent, lineGap: Double
  package var xHeight, capHeight: Double
  /// The advance of `0`: the `ch` unit.
  package var zeroAdvance: Double
  package var spaceAdvance: Double
  /// The underline's middle, below the baseline.
  package var underlinePosition, underlineThickness: Double
  package var strikeoutPosition, strikeoutThickness: Double
  package init(
    ascent: Double, descent: Double, lineGap: Double, xHeight: Double, capHeight: Double, zeroAdvance: Double,
    spaceAdvance: Double, underlinePosition: Double, underlineThickness: Double, strikeoutPosition: Double,
    strikeoutThickness: Double
  ) {
    self.ascent = ascent
    self.descent = descent
    self.lineGap = lineGap
    self.xHeight = xHeight
    self.capHeight = capHeight
    self.zeroAdvance = zeroAdvance
    self.spaceAdvance = spaceAdvance
    self.underlinePosition = underlinePosition
    self.underlineThickness = underlineThickness
    self.strikeoutPosition = strikeoutPosition
    self.strikeoutThickness = strikeoutThickness
  }
}
