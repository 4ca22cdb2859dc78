/// Itemized and shaped text; lines are slices of it.
///
/// All arrays are flat; offsets refer to the UTF-8 bytes that were shaped.
package struct ShapedText: Sendable {
  package internal(set) var bytes: PackedArray<UInt8>
  /// The runs in logical order; they cover `bytes` without gaps.
  package internal(set) var runs: ContiguousArray<GlyphRun>
  /// The glyphs of a run are contiguous and in visual order (right-to-left runs from the last character to the first).
  package internal(set) var glyphs: GlyphList
  /// One for each byte and one for the end: the boundaries before that byte.
  package internal(set) var boundaries: ContiguousArray<Boundary>
}

/// A range of text in one face, one direction and one span.
///
/// Tabs, hard breaks (U+000A–000D, U+0085, U+2028, U+2029), other control characters and object replacement characters
/// (U+FFFC) are runs without glyphs: layout determines their size. Bidi controls are runs without glyphs too. Soft
/// hyphens, zero width spaces and joiners have no glyphs and are part of the adjacent runs.
package struct GlyphRun: Hashable, Sendable {
  package var bytes: Range<UInt32>
  package var glyphs: Range<UInt32>
  /// The face of the glyphs, after fallback, at its size. If the system has no font, an invalid index; the run then has
  /// no glyphs.
  package var face: FaceID
  /// The embedding level (UAX #9); odd is right to left.
  package var level: UInt8
  /// The index of its `TextSpan`.
  package var span: UInt32
}

/// One positioned glyph, in px, with y downwards.
package struct Glyph: Hashable, Sendable {
  /// The glyph index in the face.
  package var id: UInt32
  /// Includes letter and word spacing.
  package var advance: Float
  /// The offset from the pen position.
  package var dx, dy: Float
  /// The offset of the first byte of its cluster.
  package var cluster: UInt32
}

/// The boundaries before a byte (UAX #14, UAX #29).
package struct Boundary: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A soft wrap opportunity or a hard break. Always set at the end of the text, never at its start.
  package static let line = Boundary(rawValue: 1)
  /// A hard break precedes this byte. Set at the end of the text only if it ends in a hard break. `line` is also set.
  package static let mandatory = Boundary(rawValue: 2)
  /// The start of a grapheme cluster.
  package static let grapheme = Boundary(rawValue: 4)
  /// The start of a word (for `capitalize`).
  package static let word = Boundary(rawValue: 8)
  /// The start of a character that hangs or collapses at the end of a line: a space, a tab or another space separator
  /// (css-text-3 §4.1.3), but not a hard break.
  package static let space = Boundary(rawValue: 16)
}

/// A range of text with one font and spacing.
package struct TextSpan: Hashable, Sendable {
  /// Offsets in UTF-8 bytes.
  package var bytes: Range<Int>
  package var font: FontID
  /// The space after each cluster, and additionally after each space, px.
  package var letterSpacing: Double
  package var wordSpacing: Double
  package init(bytes: Range<Int>, font: FontID, letterSpacing: Double = 0, wordSpacing: Double = 0) {
    self.bytes = bytes
    self.font = font
    self.letterSpacing = letterSpacing
    self.wordSpacing = wordSpacing
  }
}
