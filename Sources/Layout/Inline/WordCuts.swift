import Style
import TextShaping

/// A position within a word at which a line ends because the word does not fit.
struct WordCut {
  /// The end of the line's text and the start of the next line's. They differ if a hyphen changes the spelling.
  var visibleEnd: UInt32
  var byte: UInt32
  /// The first item after the cut.
  var item: UInt32
  /// The width from the start of the word, or of the line if the word started on the previous one, without a hyphen,
  /// px.
  var width: Double
  /// Characters that the spelling requires before the hyphen.
  var insert = ""
}

/// Breaking words that do not fit on a line (css-text-4 §5.5, §6.1).
extension LayoutContext {
  /// Cuts a word after the last cluster that fits, or after the first one, where the style of the text permits it.
  func cutAnywhere(_ word: Word, from start: InlinePosition, _ breaker: LineBreaker, available: Double) -> WordCut? {
    guard let edges = edges(of: word, from: start, breaker) else { return nil }
    let text = texts[Int(breaker.shaped.text)]
    let parts = WordParts(word, tree.inlines[Int(breaker.inline)], document.styles)
    var cut: WordCut?
    var width = 0.0
    let first = max(start.byte, word.bytes.lowerBound)
    var position = first
    while position < word.spaceStart {
      var next = position + 1
      while next < word.spaceStart, !text.boundaries[Int(next)].contains(.grapheme) { next += 1 }
      width += text.width(of: position..<next)
      let all = width + edges.width(before: next)
      if all > available + Fragmentainer.tolerance, cut != nil { return cut }
      if parts.permission(before: next).breaksAnywhere {
        cut = WordCut(visibleEnd: next, byte: next, item: edges.items(before: next), width: all)
      }
      position = next
    }
    return nil
  }

  /// Cuts a word that no line can hold after the last slash that fits, or else after the first one. Addresses of web
  /// pages would otherwise leave the page, where nobody can scroll to their end.
  func cutAfterSlash(_ word: Word, from start: InlinePosition, _ breaker: LineBreaker, available: Double) -> WordCut? {
    let text = texts[Int(breaker.shaped.text)]
    let first = max(start.byte, word.bytes.lowerBound)
    guard first < word.spaceStart, text.bytes[Int(first)..<Int(word.spaceStart)].contains(0x2F),
      self[textStyle(breaker.inline, at: first + 1)].text.whiteSpace.wraps,
      let edges = edges(of: word, from: start, breaker)
    else { return nil }
    var cut: WordCut?
    var (width, measured) = (0.0, first)
    for position in first + 1..<word.spaceStart
    where text.bytes[Int(position) - 1] == 0x2F && text.bytes[Int(position)] != 0x2F {
      width += text.width(of: measured..<position)
      measured = position
      let all = width + edges.width(before: position)
      if cut != nil, all > available + Fragmentainer.tolerance { break }
      cut = WordCut(visibleEnd: position, byte: position, item: edges.items(before: position), width: all)
      if all > available + Fragmentainer.tolerance { break }
    }
    return cut
  }

  /// Cuts a word at the last hyphenation point where its start and the hyphen fit.
  /// - Parameter overflows: cuts it at the first point if they fit nowhere.
  mutating func cutWithHyphen(
    _ word: Word, from start: InlinePosition, _ breaker: LineBreaker, available: Double, overflows: Bool
  ) -> WordCut? {
    let first = max(start.byte, word.bytes.lowerBound)
    guard let edges = edges(of: word, from: start, breaker) else { return nil }
    let part = part(of: word, from: first, breaker.shaped, available: available)
    var cut: WordCut?
    for place in hyphenationPlaces(word, breaker.inline, breaker.shaped, in: part).reversed()
    where min(place.end, place.start) > first {
      let width = texts[Int(breaker.shaped.text)].width(of: first..<place.end) + edges.width(before: place.end)
      cut = WordCut(
        visibleEnd: place.end, byte: place.start, item: edges.items(before: place.start), width: width,
        insert: place.insert)
      if width + hyphenWidth(breaker.inline, at: place.end, after: place.insert) <= available + Fragmentainer.tolerance
      {
        return cut
      }
    }
    return overflows ? cut : nil
  }

  /// Whether the limits on hyphenation keep a word whole that does not fit (css-text-4 §6.3): enough preceding lines
  /// end with hyphens, or the line is almost full.
  func limitsHyphens(_ breaker: LineBreaker, at byte: UInt32, unfilled: Double, line: Double) -> Bool {
    let limits = self[textStyle(breaker.inline, at: byte + 1)].text.hyphenateLimits
    if let lines = limits.lines, breaker.hyphenatedLines >= lines { return true }
    return limits.zone != .zero && unfilled <= limits.zone.resolve(against: line) + Fragmentainer.tolerance
  }

  /// The part of a word that fits on a line which starts at `start`, with the letters around it on which hyphenation
  /// depends. A word of digits and letters may be as long as the document, and each of its lines is hyphenated.
  private func part(of word: Word, from start: UInt32, _ shaped: ShapedContent, available: Double) -> Range<UInt32> {
    guard start < word.spaceStart else { return word.bytes.lowerBound..<word.spaceStart }
    let text = texts[Int(shaped.text)]
    var length: UInt32 = 256
    while length < word.spaceStart - start, text.width(of: start..<start + length) <= available { length *= 2 }
    // Longer sequences of letters are not hyphenated, whole or in part.
    let letters = UInt32(4 * (Hyphenator.longestWord + 1))
    var first = max(word.bytes.lowerBound, start - min(start, letters))
    var end = min(word.spaceStart, start + length + letters)
    while first > word.bytes.lowerBound, text.bytes[Int(first)] & 0xC0 == 0x80 { first -= 1 }
    while end < word.spaceStart, text.bytes[Int(end)] & 0xC0 == 0x80 { end += 1 }
    return first..<end
  }

  /// The hyphenation points of a word according to the dictionary, except inside ligatures.
  /// - Parameter part: the bytes to search; nil for the whole word.
  mutating func hyphenationPlaces(
    _ word: Word, _ inline: UInt32, _ shaped: ShapedContent, in part: Range<UInt32>? = nil
  ) -> [(end: UInt32, start: UInt32, insert: String)] {
    let style = self[textStyle(inline, at: word.bytes.lowerBound + 1)].text
    let limits = (
      word: style.hyphenateLimits.word.map { Int($0) }, before: style.hyphenateLimits.before.map { Int($0) },
      after: style.hyphenateLimits.after.map { Int($0) }
    )
    let part = part ?? word.bytes.lowerBound..<word.spaceStart
    let bytes = texts[Int(shaped.text)].bytes[Int(part.lowerBound)..<Int(part.upperBound)]
    let points = shaper.hyphenationPoints(
      in: bytes, language: style.language, limits: limits)
    if shaper.hasNewDiagnostics { reportTextWarnings(in: inline, at: Int(word.bytes.lowerBound)) }
    let first = part.lowerBound
    guard !points.isEmpty else { return [] }
    let parts = WordParts(word, tree.inlines[Int(inline)], document.styles)
    return points.map { (end: first + UInt32($0.end), start: first + UInt32($0.start), insert: $0.insert) }
      .filter {
        startsCluster($0.end, shaped) && ($0.end == $0.start || startsCluster($0.start, shaped))
          && parts.permission(before: $0.end).hyphenates
      }
  }

  private func startsCluster(_ byte: UInt32, _ shaped: ShapedContent) -> Bool {
    let text = texts[Int(shaped.text)]
    guard Int(byte) < text.bytes.count else { return false }
    let run = text.run(at: Int(byte))
    guard run < text.runs.count, text.boundaries[Int(byte)].contains(.grapheme) else { return false }
    return text.glyphs(ofRun: run, in: byte..<byte + 1).contains { text.glyphs[Int($0)].cluster == byte }
  }

  /// The style of the text that ends at a position or continues over it.
  func textStyle(_ inline: UInt32, at byte: UInt32) -> StyleID {
    let content = tree.inlines[Int(inline)]
    var low = 0
    var high = content.items.count
    while low < high {
      let middle = (low + high) / 2
      if content.items[middle].bytes.lowerBound < byte { low = middle + 1 } else { high = middle }
    }
    while low > 0 {
      low -= 1
      if content.items[low].kind == .text { return content.style(of: content.items[low].box) }
    }
    return content.rootStyle
  }

  /// The edges of inline boxes within a word. Returns nil if it contains objects.
  private func edges(of word: Word, from start: InlinePosition, _ breaker: LineBreaker) -> WordEdges? {
    let isPartial = word.bytes.lowerBound < start.byte
    var edges = WordEdges(first: isPartial ? start.item : word.items.lowerBound)
    let content = tree.inlines[Int(breaker.inline)]
    for index in word.items.clamped(to: edges.first..<UInt32.max) {
      let item = content.items[Int(index)]
      let place = item.kind == .close ? item.bytes.lowerBound : item.bytes.lowerBound + 1
      switch item.kind {
      case .text, .float, .outOfFlow: edges.add(0, at: place)
      case .open: edges.add(content.metrics[Int(item.box)].startEdge, at: place)
      case .close: edges.add(content.metrics[Int(item.box)].endEdge, at: place)
      case .atomic: return nil
      }
    }
    return edges
  }
}

/// The items between the letters of a word. There may be as many as letters, so that each query is a binary search.
private struct WordEdges {
  let first: UInt32
  /// The position at which an item takes effect, in ascending order, and the width of the items up to it.
  private var places: [(byte: UInt32, width: Double)] = []

  init(first: UInt32) { self.first = first }

  /// Adds an item. It takes effect after the items before it.
  mutating func add(_ width: Double, at byte: UInt32) {
    let last = places.last ?? (byte, 0)
    places.append((max(last.byte, byte), last.width + width))
  }

  func width(before byte: UInt32) -> Double {
    let count = count(before: byte)
    return count > 0 ? places[count - 1].width : 0
  }

  func items(before byte: UInt32) -> UInt32 { first + UInt32(count(before: byte)) }

  /// The number of items that take effect at or before a position.
  private func count(before byte: UInt32) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].byte <= byte { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
