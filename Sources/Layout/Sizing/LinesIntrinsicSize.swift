import Style

/// The min-content and max-content width of lines (css-sizing-3 §5.1): those of the widest word and of the longest line.
extension LayoutContext {
  /// The lines of a content that are measured.
  private enum MeasuredLines { case all, first, rest }

  /// The intrinsic widths of the lines of a block container.
  mutating func linesIntrinsicSize(_ box: BoxID) -> IntrinsicSize {
    let inline = tree[box].inline
    let first = tree.inlines[Int(inline)].firstLine
    guard first != Box.absent else {
      return linesIntrinsicSize(inline, .all, keepsImages: usesQuirksCellWidth(box))
    }
    let (a, b) = (linesIntrinsicSize(first, .first), linesIntrinsicSize(inline, .rest))
    return IntrinsicSize(min: Swift.max(a.min, b.min), max: Swift.max(a.max, b.max))
  }

  /// - Parameters:
  ///   - lines: `.first` measures the first word for the smallest width, and up to the first forced break for the
  ///     preferred width.
  ///   - keepsImages: whether lines of the smallest width do not break before and after images.
  private mutating func linesIntrinsicSize(
    _ inline: UInt32, _ lines: MeasuredLines, keepsImages: Bool = false
  ) -> IntrinsicSize {
    measureInlineBoxes(inline, width: 0)
    let shaped = shape(inline)
    var size = IntrinsicSize()
    let style = tree.inlines[Int(inline)].rootStyle
    let (indent, hangs) = (self[style].text.textIndent.resolve(against: 0), self[style].text.indentHangs)
    // The indents of lines that begin the block or, with `each-line`, follow a forced break, and of other lines.
    let (beginning, following) = hangs ? (0, indent) : (indent, 0)
    var (line, trailing, floated) = (beginning, 0.0, 0.0)
    var (isFirst, begins) = (true, true)
    var quirk = keepsImages ? QuirksCellWidth() : nil
    for (index, word) in shaped.words.enumerated() {
      let (extra, extraMin) = itemContributions(to: word, inline, &size, floated: &floated)
      let visible = word.bytes.lowerBound..<word.spaceStart
      let width = extra + (word.hasTab ? tabbedWidth(of: visible, shaped, inline, from: 0) : word.width)
      var least =
        word.shrinks
        ? Swift.min(widestCluster(word, inline), width + extraMin)
        : word.hyphenates ? widestSyllable(word, inline, width + extraMin) : width + extraMin
      let isMeasured = lines == .all || (lines == .first) == (index == 0)
      if word.endsWithSoftHyphen, index + 1 < shaped.words.count { least += hyphenWidth(inline, at: word.spaceStart) }
      if quirk != nil { least = quirk?.width(with: word, least, hasImage: hasImage(word, inline)) ?? least }
      if isMeasured { size.min = Swift.max(size.min, least + (begins ? beginning : following)) }
      begins = word.endsLine && self[style].text.indentsEachLine
      line += trailing
      line += word.hasTab ? extra + tabbedWidth(of: visible, shaped, inline, from: line) : width
      trailing =
        word.hangsTab
        ? tabbedWidth(of: word.spaceStart..<word.bytes.upperBound, shaped, inline, from: line) : word.space
      if word.endsLine || index == shaped.words.count - 1, word.keepsSpace { line += trailing }
      if word.endsLine {
        if lines != .rest || !isFirst { size.max = Swift.max(size.max, line + floated) }
        line = begins ? beginning : following
        trailing = 0
        isFirst = false
        if lines == .first { break }
      }
    }
    if lines == .rest, isFirst { line = 0 }
    size.max = Swift.max(size.max, floatsAfterLastBreak(inline).reduce(0) { $0 + contribution(of: $1).max })
    size.max = Swift.max(size.max, line + floated, size.min)
    return size
  }

  /// The width that edges and objects add to a word, and the difference of their min-content width.
  ///
  /// - Parameter floated: increased by the preferred width of the floats in the word.
  private mutating func itemContributions(
    to word: Word, _ inline: UInt32, _ size: inout IntrinsicSize, floated: inout Double
  ) -> (extra: Double, extraMin: Double) {
    var extra = 0.0
    var extraMin = 0.0
    for index in word.items {
      let item = tree.inlines[Int(inline)].items[Int(index)]
      switch item.kind {
      case .text, .outOfFlow: continue
      case .open: extra += tree.inlines[Int(inline)].metrics[Int(item.box)].startEdge
      case .close: extra += tree.inlines[Int(inline)].metrics[Int(item.box)].endEdge
      case .atomic:
        let part = contribution(of: item.object)
        extra += part.max
        extraMin += part.min - part.max
      case .float:
        let part = contribution(of: item.object)
        size.min = Swift.max(size.min, part.min)
        if !isAfterLastBreak(item, inline) { floated += part.max }
      }
    }
    if tree.inlines[Int(inline)].hasClonedEdges {
      // Alone on a line, the word has the cloned edges of all boxes around it.
      let first = word.items.isEmpty ? Int(word.items.lowerBound) - 1 : Int(word.items.lowerBound)
      extraMin += clonedStart(inline, before: first) + clonedEnd(inline, after: Int(word.items.upperBound) - 1)
    }
    return (extra, extraMin)
  }

  /// The widest part of a word between hyphenation points, including its hyphen.
  private mutating func widestSyllable(_ word: Word, _ inline: UInt32, _ whole: Double) -> Double {
    guard let shaped = tree.inlines[Int(inline)].shaped else { return whole }
    let places = hyphenationPlaces(word, inline, shaped)
    guard !places.isEmpty else { return whole }
    var widest = 0.0
    var start = word.bytes.lowerBound
    for place in places where place.end > start {
      let hyphen = hyphenWidth(inline, at: place.end, after: place.insert)
      widest = Swift.max(widest, texts[Int(shaped.text)].width(of: start..<place.end) + hyphen)
      start = place.start
    }
    widest = Swift.max(widest, texts[Int(shaped.text)].width(of: start..<word.spaceStart))
    return Swift.min(widest, whole)
  }

  private func widestCluster(_ word: Word, _ inline: UInt32) -> Double {
    guard let shaped = tree.inlines[Int(inline)].shaped else { return word.width }
    let text = texts[Int(shaped.text)]
    let parts = WordParts(word, tree.inlines[Int(inline)], document.styles)
    var (widest, width) = (0.0, 0.0)
    var start = word.bytes.lowerBound
    while start < word.spaceStart {
      var end = start + 1
      while end < word.spaceStart, !text.boundaries[Int(end)].contains(.grapheme) { end += 1 }
      width += text.width(of: start..<end)
      widest = Swift.max(widest, width)
      if parts.permission(before: end).shrinks { width = 0 }
      start = end
    }
    return widest
  }
}
