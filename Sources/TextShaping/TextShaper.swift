import CPango
import Diagnostics

/// Fonts and shaping for one renderer: itemizes and shapes text, and caches fonts and words.
///
/// Fonts come from fontconfig and from the document; levels, scripts and break opportunities from Pango; glyphs from
/// HarfBuzz, unhinted, so that advances are the same at every resolution. Results depend on the arguments and the fonts
/// only, not on previous calls.
///
/// Not thread-safe; one per renderer.
package final class TextShaper {
  // Read for each word and line, and never accessed while they are modified: the checks are off as in `WordShaper`.
  @exclusivity(unchecked) private(set) var book: FontBook
  @exclusivity(unchecked) var words: WordShaper
  package let limits: TextLimits
  private let hyphenator = Hyphenator()
  // Incremented for each text, with nothing else called meanwhile.
  @exclusivity(unchecked) private var texts = 0
  @exclusivity(unchecked) private var latinTexts = 0

  private var shared = SharedParts()
  // The texts of a document are many and short.
  private var bytePacker = ArrayPacker<UInt8>()
  private var glyphPacker = ArrayPacker<GlyphList.Core>()
  /// Memory for the glyphs of the text in progress.
  @exclusivity(unchecked) private var builder = GlyphListBuilder()

  @export(interface)
  package init(limits: TextLimits = TextLimits()) {
    self.limits = limits
    book = FontBook(limits: limits)
    words = WordShaper(book: book)
  }

  /// Discards the fonts and diagnostics of the previous document, and faces with a Cairo error. Previous ids become
  /// invalid.
  package func startDocument() {
    if book.lists.hasAddedFonts || book.lists.hasBrokenFaces || book.fonts.count > 1000 {
      book = FontBook(limits: limits)
      words = WordShaper(book: book)
    }
    book.diagnostics.removeAll()
    book.forgetUsedFonts()
  }

  // MARK: Hyphenation

  /// The hyphenation opportunities of a text; see `Hyphenator`.
  @export(interface)
  package func hyphenationPoints(
    in text: some Collection<UInt8>, language: String, limits: (word: Int?, before: Int?, after: Int?)
  ) -> [HyphenationPoint] {
    let points = hyphenator.points(in: text, language: language, limits: limits)
    for language in hyphenator.missing {
      book.diagnostics.add(
        .missingDictionary,
        "There is no hyphenation dictionary for the language \(language.prefix(40)): its words are not hyphenated.")
    }
    hyphenator.missing.removeAll()
    return points
  }

  // MARK: Diagnostics

  /// The problems of this document, each once.
  package var diagnostics: [Diagnostic] { book.diagnostics.entries }

  /// Whether there are problems that `takeDiagnostics` has not returned.
  package var hasNewDiagnostics: Bool { book.diagnostics.hasNew }

  /// The problems since the previous call.
  package func takeDiagnostics() -> [TextDiagnostic] { book.diagnostics.takeNew() }

  /// Discards all diagnostics, so that a problem that occurs again is reported again.
  package func discardDiagnostics() { book.diagnostics.removeAll() }

  package var counters: ShapingCounters {
    var counters = words.counters
    counters.texts = texts
    counters.latinTexts = latinTexts
    return counters
  }

  // MARK: Shaping

  /// - Parameters:
  ///   - text: the UTF-8 of an inline formatting context, after white space processing.
  ///   - spans: in order, covering the text.
  ///   - rightToLeft: the base direction of the paragraphs.
  ///   - paragraphs: their directions if each has its own.
  ///   - controls: the ranges of bytes, in ascending order, that are bidi controls of boxes. They apply to all
  ///     paragraphs in the boxes.
  /// - Returns: runs for all bytes of `text`. Bytes that are not UTF-8 are replaced by question marks, NUL by U+0001.
  ///   Text beyond a limit or outside of the spans has no glyphs.
  @export(interface)
  package func shape(
    _ text: ContiguousArray<UInt8>, spans: [TextSpan], rightToLeft: Bool, paragraphs: ParagraphDirections? = nil,
    controls: [Range<Int>] = []
  ) -> ShapedText {
    texts += 1
    var text = text
    if TextRepair.repair(&text) {
      book.diagnostics.add(.invalidEncoding, "Text with bytes that are not UTF-8: question marks stand for them.")
    }
    let language = spans.first.flatMap { book.font($0.font) }.flatMap { book.lists.language($0.list) }
    let analysis = TextAnalysis(
      text, rightToLeft: rightToLeft, paragraphs: paragraphs, controls: controls, language: language)
    if analysis.isLatin { latinTexts += 1 }
    var shaped = text.withUnsafeBufferPointer { bytes in
      analysis.boundaries.withUnsafeBufferPointer { boundaries in
        var built = build(bytes, boundaries, analysis, spans)
        builder = built.takeGlyphs()
        let glyphs = GlyphList(builder, packer: &glyphPacker)
        builder.removeAll()
        return ShapedText(
          bytes: bytePacker.pack(bytes), runs: built.runs, glyphs: glyphs, boundaries: analysis.boundaries)
      }
    }
    shared.share(in: &shaped)
    return shaped
  }

  private func build(
    _ text: UnsafeBufferPointer<UInt8>, _ boundaries: UnsafeBufferPointer<Boundary>, _ analysis: TextAnalysis,
    _ spans: [TextSpan]
  ) -> RunBuilder {
    var glyphs = GlyphListBuilder()
    swap(&glyphs, &builder)
    var builder = RunBuilder(shaper: words, text: text, boundaries: boundaries, glyphs: glyphs)
    let limit = drawnLimit(text, spans)
    var position = 0
    var stretchIndex = 0
    for (index, span) in spans.enumerated() {
      let end = index == spans.count - 1 ? text.count : Self.scalarStart(text, span.bytes.upperBound)
      while position < end {
        while analysis.stretches[stretchIndex].end <= position { stretchIndex += 1 }
        let stretch = analysis.stretches[stretchIndex]
        let upper = min(end, stretch.end)
        append(position..<upper, to: &builder, stretch, span, UInt32(clamping: index), limit: limit)
        position = upper
      }
    }
    builder.close()
    return builder
  }

  private func append(
    _ bytes: Range<Int>, to builder: inout RunBuilder, _ stretch: TextAnalysis.Stretch, _ span: TextSpan,
    _ spanIndex: UInt32, limit: Int
  ) {
    // Letters that are connected are not spaced, but the spaces between words are (css-text-3 §8.2).
    let spacing = Self.spacing(span.letterSpacing)
    let letterSpacing = WordShaper.joins(stretch.script.rawValue) ? 0 : spacing
    let style = words.style(
      span.font, script: stretch.script, isRightToLeft: stretch.level & 1 == 1, hasLigatures: letterSpacing == 0)
    var set = RunBuilder.Stretch(
      bytes: bytes, level: stretch.level, span: spanIndex, style: style, letterSpacing: letterSpacing,
      wordSpacing: Self.spacing(span.wordSpacing) + spacing - letterSpacing)
    let drawnEnd = style.font.typeface < 0 ? bytes.lowerBound : min(max(limit, bytes.lowerBound), bytes.upperBound)
    set.bytes = bytes.lowerBound..<drawnEnd
    builder.append(set)
    if drawnEnd < bytes.upperBound { builder.appendBlank(drawnEnd..<bytes.upperBound, set) }
  }

  /// The offset at which the text exceeds a limit, which adds a diagnostic; otherwise the length of the text.
  private func drawnLimit(_ text: UnsafeBufferPointer<UInt8>, _ spans: [TextSpan]) -> Int {
    var limit = text.count
    if text.count > limits.textBytes { limit = Self.scalarStart(text, limits.textBytes) }
    if spans.count > limits.spans { limit = min(limit, Self.scalarStart(text, spans[limits.spans].bytes.lowerBound)) }
    if limit < text.count {
      book.diagnostics.add(
        .textTooLong,
        "A text has more than \(limits.textBytes) bytes or \(limits.spans) spans; what comes after is left out.")
    }
    return limit
  }

  private static func spacing(_ spacing: Double) -> Float {
    spacing.isFinite ? Float(min(max(spacing, -100_000), 100_000)) : 0
  }

  /// The offset of the first character at or after `offset`.
  private static func scalarStart(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int {
    var index = min(max(offset, 0), text.count)
    while index < text.count && text[index] & 0xC0 == 0x80 { index += 1 }
    return index
  }
}
