/// Why something that the caller handed over cannot be used.
package struct TextError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    /// Not a font, or damaged.
    case unreadableFont
    /// Larger than `TextLimits.fontBytes`, packed or unpacked, or too many.
    case fontTooLarge
  }
  package var code: Code
  package var message: String
  /// The family that the font was to have.
  package var family: String
}

/// What could not be set as asked; the text is there all the same.
package struct TextWarning: Hashable, Sendable {
  package enum Code: String, Sendable {
    /// No font has the character: a box stands for it.
    case missingCharacter
    /// None of the families of a list is there.
    case missingFamily
    /// No hyphenation dictionary is there for a language.
    case missingDictionary
    /// The text after a limit has no glyphs.
    case textTooLong
    /// A font beyond a limit was replaced.
    case tooManyFonts
    /// Bytes that are not UTF-8 were replaced.
    case invalidEncoding
  }
  package var code: Code
  package var message: String
  /// A missing character's first place: its offset in the bytes that were shaped.
  package var offset: Int? = nil
}

/// Limits on what a document may ask of the shaper.
package struct TextLimits: Hashable, Sendable {
  /// Bytes of one inline formatting context.
  package var textBytes = 1 << 26
  /// Spans of one inline formatting context.
  package var spans = 1 << 20
  /// Distinct font descriptions.
  package var fonts = 1 << 16
  /// Distinct lists of families with weight, slant, stretch and language.
  package var fontLists = 1 << 10
  /// Families of one list that are looked at.
  package var families = 64
  /// Bytes of one font that a document brings, also when unpacked.
  package var fontBytes = 1 << 26
  /// Fonts that documents bring.
  package var addedFonts = 256
  /// Distinct warnings that are kept.
  package var warnings = 100
  package init() {}
}
