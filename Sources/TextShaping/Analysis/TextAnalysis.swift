import CPango

/// The properties of a text that shaping needs: boundaries, and ranges of one level and script.
struct TextAnalysis {
  /// The boundaries, one for each byte and one for the end.
  var boundaries: ContiguousArray<Boundary>
  /// The stretches in logical order; they cover the text.
  var stretches: ContiguousArray<Stretch>

  /// Whether `LatinAnalysis` was used.
  var isLatin = false

  struct Stretch {
    /// The offset after the last byte.
    var end: Int
    /// The embedding level (UAX #9).
    var level: UInt8
    var script: hb_script_t
  }

  /// - Parameters:
  ///   - text: valid UTF-8 without NUL.
  ///   - paragraphs: the directions of the paragraphs if they differ from `rightToLeft`.
  ///   - controls: the bidi controls of boxes (`BoxControls`).
  ///   - language: an `hb_language_t`; `nil` for English.
  init(
    _ text: ContiguousArray<UInt8>, rightToLeft: Bool, paragraphs: ParagraphDirections? = nil,
    controls: [Range<Int>] = [], language: OpaquePointer?
  ) {
    if !rightToLeft, let boundaries = LatinAnalysis.boundaries(text) {
      self.boundaries = boundaries
      stretches = [Stretch(end: text.count, level: 0, script: HB_SCRIPT_LATIN)]
      isLatin = true
    } else {
      self = GeneralAnalysis.analyse(
        text, rightToLeft: rightToLeft, paragraphs: paragraphs, controls: controls, language: language)
    }
  }

  init(boundaries: ContiguousArray<Boundary>, stretches: ContiguousArray<Stretch>) {
    self.boundaries = boundaries
    self.stretches = stretches
  }
}
