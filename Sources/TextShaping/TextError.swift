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
