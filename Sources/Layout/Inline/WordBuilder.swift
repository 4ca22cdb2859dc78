import Style
import TextShaping

/// Divides shaped text at its break opportunities.
struct WordBuilder {
  let items: ContiguousArray<InlineItem>
  let nesting: InlineNesting
  let bytes: UnsafeBufferPointer<UInt8>
  /// The boundary before each byte.
  let boundaries: UnsafeBufferPointer<Boundary>
  /// The advance of each byte, px.
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
  /// A break before the controls that end an inline box is made after them, so that the end of the box stays on the
  /// line and preceding white space is still at the end of the line (css-text-3 §4.1.2).
  private var mayEnd = false
  private var mustEnd = false

  init(
    items: ContiguousArray<InlineItem>, nesting: InlineNesting, bytes: UnsafeBufferPointer<UInt8>,
    boundaries: UnsafeBufferPointer<Boundary>, advances: UnsafeBufferPointer<Float>
  ) {
    (self.items, self.nesting) = (items, nesting)
    (self.bytes, self.boundaries, self.advances) = (bytes, boundaries, advances)
  }

  mutating func build(styles: ContiguousArray<ComputedStyle>) {
    var count = 1
    for boundary in boundaries where boundary.contains(.line) { count += 1 }
    words.reserveCapacity(count)
    var previous: InlineItem?
    for item in items where !item.bytes.isEmpty {
      let style = nesting.style(of: item.box)
      let wraps = styles[Int(style.index)].text.whiteSpace.wraps
      let rule = BreakRule(styles, style)
      let around = previous.map { self.style(between: $0, and: item) } ?? style
      previous = item
      let start = Int(item.bytes.lowerBound)
      addCharacter(
        start, of: item, rule, before: around == style ? rule : BreakRule(styles, around),
        wraps: styles[Int(around.index)].text.whiteSpace.wraps, wrapsInside: wraps)
      if item.kind == .text, rule.isStandard, !mayEnd, !mustEnd {
        addText(start + 1..<Int(item.bytes.upperBound), rule, wraps: wraps)
      } else {
        for index in start + 1..<Int(item.bytes.upperBound) {
          addCharacter(index, of: item, rule, before: rule, wraps: wraps, wrapsInside: wraps)
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
  ///   - before: the rule for a break before it.
  ///   - wraps: whether a line may end before it.
  ///   - wrapsInside: whether lines may end in the item.
  private mutating func addCharacter(
    _ index: Int, of item: InlineItem, _ rule: BreakRule, before: BreakRule, wraps: Bool, wrapsInside: Bool
  ) {
    let boundary = boundaries[index]
    if index > start {
      let endsLine = boundary.contains(.mandatory) || mustEnd
      let allowsBreak =
        endsLine || mayEnd
        || wraps && before.allowsBreak(boundary, previous: boundaries[characterStart], at: index, of: bytes)
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
    // White space at the end of a word is not a part of it that could be broken.
    if wrapsInside, !rule.hangs(boundaries[characterStart]) { allowBreaks(rule) }
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

  /// The style that determines whether a line may end between two items.
  private func style(between previous: InlineItem, and item: InlineItem) -> StyleID {
    var box = item.box
    if previous.box != box {
      // After a space, which disappears at the end of a line, it is that of the space. Between other characters it is
      // that of their nearest common ancestor (css-text-3 §5.1).
      let last = bytes.scalar(endingAt: Int(item.bytes.lowerBound))
      let isAfterSpace = last == 0x20 || last == 0x200B
      box = isAfterSpace ? previous.box : nesting.commonBox(previous.box, item.box)
    }
    return nesting.style(of: box)
  }

  /// Assigns items to words: a start to the following word, an end to the preceding one.
  private mutating func assignItems() {
    var word = 0
    words[0].items = 0..<0
    for (index, item) in items.enumerated() {
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
      words[word].items = UInt32(items.count)..<UInt32(items.count)
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
