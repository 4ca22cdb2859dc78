/// A line that must end a word earlier than it could.
struct NarrowLine {
  /// The byte with which it starts.
  var start: UInt32
  /// px.
  var width: Double
}

/// `text-wrap: pretty` (css-text-4 §6.4.2): the last line of a paragraph is not a single short word. The line before it
/// ends a word earlier.
extension LayoutContext {
  /// A last word is short if it fills less than this part of a line.
  private static let shortPart = 1.0 / 3
  /// The part of a line that the line before the last one fills at least.
  private static let filledPart = 0.6

  /// Longer paragraphs are not changed. They are on several pages, and all their words would be measured for each.
  private static let mostWords = 2000

  /// Returns nil if the last line is long enough, and where lines cannot be predicted: beside floats, and with boxes in
  /// them.
  func lineBeforeShortOne(_ breaker: LineBreaker) -> NarrowLine? {
    let content = tree.inlines[Int(breaker.inline)]
    let hasObjects = content.items.contains { $0.kind == .atomic || $0.kind == .float }
    if hasObjects || page.floats.last?.isEmpty == false || content.firstLine != Box.absent { return nil }
    let (words, width) = (breaker.shaped.words, breaker.space.width)
    guard words.count <= Self.mostWords else { return nil }
    let starts = lastTwoLines(breaker)
    guard let last = words.last, starts.last == words.count - 1, starts.count == 2,
      last.width < width * Self.shortPart
    else { return nil }
    let line = words[starts[0]..<words.count - 1]
    guard line.count > 1, let moved = line.last, moved.width + moved.space + last.width <= width else { return nil }
    let rest = line.dropLast()
    let used = rest.reduce(0) { $0 + $1.width + $1.space } - (rest.last?.space ?? 0)
    let indent = starts[0] == 0 ? breaker.indent : 0
    guard indent + used >= width * Self.filledPart else { return nil }
    return NarrowLine(start: words[starts[0]].bytes.lowerBound, width: used + Fragmentainer.tolerance)
  }

  /// The indices of the words that begin the last two lines; only that of the last line if a forced break precedes it.
  private func lastTwoLines(_ breaker: LineBreaker) -> [Int] {
    var starts = [0]
    var (x, space) = (breaker.indent, 0.0)
    for (index, word) in breaker.shaped.words.enumerated() {
      if let last = starts.last, index > last, x + space + word.width > breaker.space.width + Fragmentainer.tolerance {
        starts = [last, index]
        (x, space) = (0, 0)
      }
      x += space + word.width
      space = word.space
      if word.endsLine, index + 1 < breaker.shaped.words.count {
        starts = [index + 1]
        (x, space) = (0, 0)
      }
    }
    return starts
  }
}
