/// Text that was itemised and shaped once: lines are slices of it.
///
/// All arrays are flat; offsets are into the UTF-8 bytes that were shaped.
package struct ShapedText: Sendable {
  package internal(set) var bytes: ContiguousArray<UInt8>
  /// In logical order; they cover `bytes` without gaps.
  package internal(set) var runs: ContiguousArray<GlyphRun>
  /// A run's glyphs stand together, in visual order (right to left runs from the last character to the first).
  package internal(set) var glyphs: GlyphList
  /// One per byte plus one for the end: what may happen before that byte.
  package internal(set) var boundaries: ContiguousArray<Boundary>
  /// The sum of the advances before every `penStride`th glyph, px; see `advance(run:glyphs:)`.
  var pens: ContiguousArray<Double>
}

/// A stretch of text in one face, one direction, one span.
///
/// Tabs, hard breaks (U+000A–000D, U+0085, U+2028, U+2029), other control characters and object replacement characters
/// (U+FFFC) each stand in a run of their own that has no glyphs: what they take up is for the layout to say.
/// Soft hyphens, zero width spaces, joiners and bidi controls have no glyphs either, but stand in their
/// neighbours' runs.
package struct GlyphRun: Sendable {
  package var bytes: Range<UInt32>
  package var glyphs: Range<UInt32>
  /// The face that really has these glyphs (after fallback), at its size. Where there is no font at all, an index
  /// that no face has; such a run has no glyphs.
  package var face: FaceID
  /// The embedding level (UAX #9); odd is right to left.
  package var level: UInt8
  /// Index of the `TextSpan` it came from.
  package var span: UInt32
}

/// One positioned glyph; px, y downwards.
package struct Glyph: Hashable, Sendable {
  /// The face's own number for it.
  package var id: UInt32
  /// Includes letter and word spacing.
  package var advance: Float
  /// From the pen to where it is drawn.
  package var dx, dy: Float
  /// The first byte of the cluster it belongs to.
  package var cluster: UInt32
}

/// What may happen before a byte (UAX #14, UAX #29).
package struct Boundary: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A line may end before this byte: a soft wrap opportunity, or a hard break. Always there at the text's end, never
  /// at its start.
  package static let line = Boundary(rawValue: 1)
  /// A line must end before this byte: a hard break stands before it. At the text's end only where the text ends in
  /// a hard break. `line` is there too.
  package static let mandatory = Boundary(rawValue: 2)
  /// A grapheme cluster starts here.
  package static let grapheme = Boundary(rawValue: 4)
  /// A word starts here (for capitalize).
  package static let word = Boundary(rawValue: 8)
  /// A character starts here that hangs or collapses at a line's end: a space, a tab, or another space separator
  /// (css-text-3 §4.1.3), but no hard break. Each such character has it.
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
