/// The reason why a font of the document cannot be used.
package struct TextError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    /// The file is not a font, or damaged.
    case unreadableFont
    /// The font is larger than `TextLimits.fontBytes`, compressed or decompressed, or there are too many fonts.
    case fontTooLarge
    /// The license of a font does not permit embedding a subset of it.
    case embeddingForbidden
  }
  package var code: Code
  package var message: String
  /// The family of the font in the document.
  package var family: String
}

/// Limits on the input of the shaper.
package struct TextLimits: Hashable, Sendable {
  /// The greatest number of bytes of one inline formatting context.
  package var textBytes = 1 << 26
  /// The greatest number of spans of one inline formatting context.
  package var spans = 1 << 20
  /// Distinct font descriptions.
  package var fonts = 1 << 16
  /// Distinct lists of families with weight, slant, stretch and language.
  package var fontLists = 1 << 10
  /// Families of one list; further ones are ignored.
  package var families = 64
  /// Bytes of one font of the document, compressed or decompressed.
  package var fontBytes = 1 << 26
  /// Fonts of the document.
  package var addedFonts = 256
  /// Distinct diagnostics; further ones are dropped.
  package var warnings = 100
  package init() {}
}
