import Style
import TextShaping

/// Shaping an inline formatting context once, and dividing it into words.
extension LayoutContext {
  /// Shapes the content on first use and returns its words.
  mutating func shape(_ inline: UInt32) -> ShapedContent {
    if var shaped = tree.inlines[Int(inline)].shaped {
      guard shaped.words.isEmpty else { return shaped }
      shaped.words = words(of: inline, text: Int(shaped.text))
      tree.inlines[Int(inline)].shaped = shaped
      return shaped
    }
    var spans: [TextSpan] = []
    var bytes = tree.inlines[Int(inline)].bytes
    var hasAutospace = false
    let root = tree.inlines[Int(inline)].rootStyle
    var style = root
    let items = tree.inlines[Int(inline)].items
    for item in items where !item.bytes.isEmpty {
      switch item.kind {
      case .text, .open, .close: style = tree.inlines[Int(inline)].style(of: item.box)
      case .atomic, .float, .outOfFlow: break
      }
      if !self[style].text.autospace.isEmpty { hasAutospace = true }
      if self[style].text.font.smallCaps, item.kind == .text, lacksSmallCaps(style) {
        spans += smallCapSpans(Int(item.bytes.lowerBound)..<Int(item.bytes.upperBound), of: &bytes, style)
        continue
      }
      let span = TextSpan(
        bytes: Int(item.bytes.lowerBound)..<Int(item.bytes.upperBound), font: font(style),
        letterSpacing: self[style].text.letterSpacing, wordSpacing: self[style].text.wordSpacing)
      if let last = spans.last, last.font == span.font, last.letterSpacing == span.letterSpacing,
        last.wordSpacing == span.wordSpacing, last.bytes.upperBound == span.bytes.lowerBound
      {
        spans[spans.count - 1].bytes = last.bytes.lowerBound..<span.bytes.upperBound
      } else {
        spans.append(span)
      }
    }
    let isRTL = self[root].text.direction == .rightToLeft
    let paragraphs = self[root].text.unicodeBidi == .plaintext ? ParagraphDirections(of: bytes, fallback: isRTL) : nil
    if let paragraphs { tree.inlines[Int(inline)].detail.paragraphs = paragraphs }
    let controls = tree.inlines[Int(inline)].boxControls
    var text = shaper.shape(bytes, spans: spans, rightToLeft: isRTL, paragraphs: paragraphs, controls: controls)
    if shaper.hasNewDiagnostics { reportTextWarnings(in: inline) }
    if hasAutospace { addAutospace(to: &text, of: tree.inlines[Int(inline)]) }
    texts.append(text)
    let index = texts.count - 1
    let shaped = ShapedContent(text: UInt32(index), words: words(of: inline, text: index))
    tree.inlines[Int(inline)].shaped = shaped
    return shaped
  }

  /// Releases the words of contents that end on the finished page. The few that are needed again, such as those of
  /// repeated table headers, are recomputed.
  mutating func releaseWords() {
    for inline in page.endedLines { tree.inlines[Int(inline)].shaped?.words = [] }
    page.endedLines.removeAll(keepingCapacity: true)
  }

  /// Releases the words of a box that was measured long before it is laid out.
  mutating func releaseWords(of box: BoxID) {
    if tree[box].hasLines { tree.inlines[Int(tree[box].inline)].shaped?.words = [] }
  }

  private func words(of inline: UInt32, text: Int) -> ContiguousArray<Word> {
    let advances = texts[text].advances()
    let content = tree.inlines[Int(inline)]
    return content.bytes.withUnsafeBufferPointer { bytes in
      texts[text].boundaries.withUnsafeBufferPointer { boundaries in
        advances.withUnsafeBufferPointer { advances in
          var builder = WordBuilder(content: content, bytes: bytes, boundaries: boundaries, advances: advances)
          builder.build(styles: document.styles)
          return builder.words
        }
      }
    }
  }
}

/// Divides shaped text at its break opportunities.
private struct WordBuilder {
  let content: InlineContent
  let bytes: UnsafeBufferPointer<UInt8>
  /// Before each byte.
  let boundaries: UnsafeBufferPointer<Boundary>
  /// Of each byte, px.
  let advances: UnsafeBufferPointer<Float>
  private(set) var words: ContiguousArray<Word> = []
  private var start = 0
  private var width = 0.0
  private var space = 0.0
  private var spaceStart = 0
  private var hasTab = false
  private var hangsTab = false
  private var breaksAnywhere = false
  private var shrinks = false
  private var hyphenates = false
  private var hangEnd = 0
  private var keepsSpace = false
  /// The end of the text without bidi controls at the edges of boxes.
  private var textEnd = 0
  /// The start of the last character.
  private var characterStart = 0
  /// A break before the controls that end an inline box is made after them, so that the end of the box stays on the line and
  /// preceding white space is still at the end of the line (css-text-3 §4.1.2).
  private var mayEnd = false
  private var mustEnd = false

  init(
    content: InlineContent, bytes: UnsafeBufferPointer<UInt8>, boundaries: UnsafeBufferPointer<Boundary>,
    advances: UnsafeBufferPointer<Float>
  ) {
    (self.content, self.bytes, self.boundaries, self.advances) = (content, bytes, boundaries, advances)
  }

  mutating func build(styles: ContiguousArray<ComputedStyle>) {
    var count = 1
    for boundary in boundaries where boundary.contains(.line) { count += 1 }
    words.reserveCapacity(count)
    var previous: InlineItem?
    for item in content.items where !item.bytes.isEmpty {
      let style = content.style(of: item.box)
      let wraps = styles[Int(style.index)].text.whiteSpace.wraps
      let rule = BreakRule(styles, style)
      let startWraps = previous.map { self.wraps(between: $0, and: item, styles) } ?? wraps
      previous = item
      let start = Int(item.bytes.lowerBound)
      addCharacter(start, of: item, rule, wraps: startWraps, wrapsInside: wraps)
      if item.kind == .text, rule.isStandard, !mayEnd, !mustEnd {
        addText(start + 1..<Int(item.bytes.upperBound), rule, wraps: wraps)
      } else {
        for index in start + 1..<Int(item.bytes.upperBound) {
          addCharacter(index, of: item, rule, wraps: wraps, wrapsInside: wraps)
        }
      }
    }
    if start < bytes.count || words.isEmpty {
      endWord(at: bytes.count, endsLine: mustEnd || bytes.last == 0x0A)
    }
    assignItems()
  }

  /// Adds a byte of any item.
  /// - Parameters:
  ///   - wraps: whether a line may end before it.
  ///   - wrapsInside: whether lines may end in the item.
  private mutating func addCharacter(
    _ index: Int, of item: InlineItem, _ rule: BreakRule, wraps: Bool, wrapsInside: Bool
  ) {
    let boundary = boundaries[index]
    if index > start {
      let endsLine = boundary.contains(.mandatory) || mustEnd
      let allowsBreak =
        endsLine || mayEnd
        || wraps && rule.allowsBreak(boundary, previous: boundaries[characterStart], at: index, of: bytes)
      if item.kind == .close {
        (mayEnd, mustEnd) = (allowsBreak, endsLine)
      } else if allowsBreak {
        endWord(at: index, endsLine: endsLine)
        (mayEnd, mustEnd) = (false, false)
      }
    }
    if !boundary.isEmpty || bytes[index] & 0xC0 != 0x80 { characterStart = index }
    // Bidi controls at the edges of boxes are not text: preceding white space is still at the end of the line.
    if item.kind != .open, item.kind != .close {
      textEnd = index + 1
      add(byte: bytes[index], at: index, hangs: rule.hangs(boundaries[characterStart]), rule)
    }
    if wrapsInside { allowBreaks(rule) }
  }

  /// Adds text whose lines end at break opportunities only; the same as `addCharacter` does for each byte.
  private mutating func addText(_ range: Range<Int>, _ rule: BreakRule, wraps: Bool) {
    let breaks: Boundary = wraps ? [.line, .mandatory] : .mandatory
    for index in range {
      let boundary = boundaries[index]
      if !boundary.isDisjoint(with: breaks) {
        textEnd = index
        endWord(at: index, endsLine: boundary.contains(.mandatory))
        if wraps { allowBreaks(rule) }
      }
      if !boundary.isEmpty || bytes[index] & 0xC0 != 0x80 { characterStart = index }
      add(byte: bytes[index], at: index, hangs: rule.hangs(boundaries[characterStart]), rule)
    }
    textEnd = range.upperBound
  }

  private mutating func allowBreaks(_ rule: BreakRule) {
    if rule.breaksWords { breaksAnywhere = true }
    if rule.shrinksWords { shrinks = true }
    if rule.hyphenates { hyphenates = true }
  }

  /// True if a line may end between two items.
  private func wraps(
    between previous: InlineItem, and item: InlineItem, _ styles: ContiguousArray<ComputedStyle>
  ) -> Bool {
    var box = item.box
    if previous.box != box {
      // At a space, its own `white-space` determines whether a line may end. Between other characters it is that of
      // their nearest common ancestor (css-text-3 §5.1).
      let isAfterSpace = bytes[Int(item.bytes.lowerBound) - 1] == 0x20
      box = isAfterSpace ? previous.box : content.commonBox(previous.box, item.box)
    }
    return styles[Int(content.style(of: box).index)].text.whiteSpace.wraps
  }

  /// Assigns items to words: a start to the following word, an end to the preceding one.
  private mutating func assignItems() {
    var word = 0
    words[0].items = 0..<0
    for (index, item) in content.items.enumerated() {
      let position = item.bytes.lowerBound
      while word + 1 < words.count,
        item.kind == .close ? words[word].bytes.upperBound < position : words[word].bytes.upperBound <= position
      {
        word += 1
        words[word].items = UInt32(index)..<UInt32(index)
      }
      words[word].items = words[word].items.lowerBound..<UInt32(index + 1)
    }
    while word + 1 < words.count {
      word += 1
      words[word].items = UInt32(content.items.count)..<UInt32(content.items.count)
    }
  }

  @inline(__always)
  private mutating func add(byte: UInt8, at index: Int, hangs: Bool, _ rule: BreakRule) {
    let advance = Double(advances[index])
    if byte == 0x0A || hangs {
      space += advance
      if byte == 0x09 { hangsTab = true }
      if byte != 0x0A, byte != 0x20 || !rule.collapsesSpaces {
        hangEnd = index + 1
        keepsSpace = keepsSpace || !rule.collapsesSpaces
      }
      return
    }
    keepsSpace = false
    if byte == 0x09 { hasTab = true }
    width += space + advance
    space = 0
    spaceStart = index + 1
  }

  private mutating func endWord(at end: Int, endsLine: Bool) {
    let last = textEnd > start ? textEnd : end
    let endsWithSoftHyphen = last >= 2 && bytes[last - 2] == 0xC2 && bytes[last - 1] == 0xAD
    words.append(
      Word(
        bytes: UInt32(start)..<UInt32(end), width: width, space: space, spaceStart: UInt32(spaceStart),
        hangEnd: UInt32(max(hangEnd, spaceStart)), keepsSpace: keepsSpace, endsLine: endsLine,
        endsWithSoftHyphen: endsWithSoftHyphen, breaksAnywhere: breaksAnywhere, shrinks: shrinks,
        hyphenates: hyphenates && !endsWithSoftHyphen && words.last?.endsWithSoftHyphen != true, hasTab: hasTab,
        hangsTab: hangsTab))
    start = end
    width = 0
    space = 0
    spaceStart = end
    hangEnd = end
    keepsSpace = false
    hasTab = false
    hangsTab = false
    breaksAnywhere = false
    shrinks = false
    hyphenates = false
  }
}
