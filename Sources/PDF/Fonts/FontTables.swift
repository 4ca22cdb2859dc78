/// The tables of a font in SFNT form (ISO/IEC 14496-22, 4.3) from which a subset is made.
package struct FontTables {
  /// The bytes of a table; empty if the font does not have it. They stay valid as long as the font.
  package var table: (_ tag: StaticString) -> UnsafeBufferPointer<UInt8>

  package init(table: @escaping (_ tag: StaticString) -> UnsafeBufferPointer<UInt8>) { self.table = table }

  func bytes(_ tag: StaticString) -> FontBytes { FontBytes(bytes: table(tag)) }
}

/// A font program for a PDF with the glyphs that a document uses. The index of a glyph is its code in content streams.
package struct FontProgram: Equatable, Sendable {
  /// The form of the outlines, and the keys with which a PDF states it (9.7.4, 9.9).
  package enum Format: Sendable {
    /// `glyf` outlines: `/CIDFontType2` with `/FontFile2`.
    case trueType
    /// A bare CFF with CIDs: `/CIDFontType0` with `/CIDFontType0C`.
    case compact
  }
  package let format: Format
  package let bytes: [UInt8]

  /// The subset of a font.
  /// - Parameters:
  ///   - glyphs: the font's glyphs by their codes; the first is glyph 0, which is shown for missing characters.
  ///   - characters: characters of the Basic Multilingual Plane and their codes, in ascending order, for a table
  ///     `cmap`.
  /// - Returns: nil if the font has neither `glyf` nor `CFF` outlines, or damaged ones.
  package init?(_ tables: FontTables, glyphs: [UInt32], characters: [(character: UInt16, code: Int)] = []) {
    if let subset = TrueTypeSubset(tables, glyphs: glyphs) {
      format = .trueType
      bytes = subset.file(characters)
    } else if let subset = CFFSubset.program(tables.table("CFF "), glyphs: glyphs) {
      format = .compact
      bytes = subset
    } else {
      return nil
    }
  }

  init(format: Format, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
  }
}
