import Style

/// A line while it is filled with words.
struct LineFill {
  var line: Line
  /// The first item that reaches into the line, and the first one after it.
  let firstItem: Int
  var lastItem: UInt32
  /// The width filled so far, and that of the white space at the end, which counts if another word follows, px.
  var x: Double
  var space = 0.0
  var isEmpty = true
  let hanging: TextStyle.HangingPunctuation

  /// Whether a word is too wide for what is left of the line.
  func overflows(_ fit: WordFit) -> Bool {
    x + space + fit.width - max(fit.hanging, fit.blankEnd) > fit.available + Fragmentainer.tolerance
  }

  /// Adds a word after which the line may end.
  mutating func take(_ word: Word, _ fit: WordFit) {
    isEmpty = false
    lastItem = word.items.upperBound
    line.width = x
    line.hangingPunctuation =
      x > fit.available + Fragmentainer.tolerance || !hanging.contains(.allowEnd) ? fit.hanging : 0
    if x - line.hangingPunctuation > fit.available + Fragmentainer.tolerance {
      line.hangingPunctuation = max(line.hangingPunctuation, fit.blankEnd)
    }
    line.end = InlinePosition(byte: word.bytes.upperBound, item: word.items.upperBound)
    line.visibleEnd = max(line.start.byte, word.spaceStart)
    line.hangEnd = word.hangEnd
    line.keepsSpace = word.keepsSpace
    line.showsHyphen = word.endsWithSoftHyphen
    line.isForced = word.endsLine
  }
}

/// A word measured for a line, px.
struct WordFit {
  /// The width of the word with the edges and objects that belong to it.
  var width: Double
  /// The width of the line, less `reserve`.
  var available: Double
  /// The space for the cloned end edges of inline boxes that continue on the next line.
  var reserve: Double
  /// The width of the punctuation at the word's end that may hang.
  var hanging: Double
  /// The width of the blank half of fullwidth punctuation at the word's end.
  var blankEnd: Double
}
