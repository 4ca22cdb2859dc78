import Style
import TextShaping

/// The pieces of a line in logical order.
extension LayoutContext {
  mutating func pieces(of line: Line, _ breaker: LineBreaker) -> [LinePiece] {
    let content = breaker.inline
    var pieces: [LinePiece] = []
    let base = baseLevel(content, at: line.start.byte)
    var x = line.indent
    var hasPlaceholders = false
    for index in line.items {
      let item = tree.inlines[Int(content)].items[index]
      switch item.kind {
      case .text:
        addText(item, line.start.byte..<line.visibleEnd, of: line, breaker, x: &x, to: &pieces)
        if line.hangEnd > line.visibleEnd, item.bytes.upperBound > line.visibleEnd {
          let count = pieces.count
          addText(item, line.visibleEnd..<line.hangEnd, of: line, breaker, x: &x, to: &pieces)
          // White space at the end of a line has the level of the paragraph (UAX #9 L1).
          for index in pieces.indices[count...] { (pieces[index].hangs, pieces[index].level) = (true, base) }
        }
      case .open:
        if !item.bytes.isEmpty { addIsolateControl(item, at: item.bytes.lowerBound, breaker, to: &pieces) }
        let edge = tree.inlines[Int(content)].metrics[Int(item.box)].startEdge
        pieces.append(LinePiece(kind: .edge(isStart: true), box: item.box, width: edge, level: base))
        x += edge
      case .close:
        let edge = tree.inlines[Int(content)].metrics[Int(item.box)].endEdge
        pieces.append(LinePiece(kind: .edge(isStart: false), box: item.box, width: edge, level: base))
        if item.bytes.count > 2 { addIsolateControl(item, at: item.bytes.upperBound - 3, breaker, to: &pieces) }
        x += edge
      case .atomic:
        guard let atomic = breaker.atomics[index] else { continue }
        let run = texts[Int(breaker.shaped.text)].run(at: Int(item.bytes.lowerBound))
        let level =
          run < texts[Int(breaker.shaped.text)].runs.count ? texts[Int(breaker.shaped.text)].runs[run].level : base
        pieces.append(LinePiece(kind: .atomic(atomic), box: item.box, width: atomic.width, level: level))
        x += atomic.width
      case .outOfFlow:
        let isAfterBreak =
          item.bytes.lowerBound == line.end.byte && endsWithBreak(texts[Int(breaker.shaped.text)].bytes, line)
        pieces.append(
          LinePiece(
            kind: .outOfFlow(item.object, isAfterBreak: isAfterBreak), box: item.box, width: 0, level: base))
        hasPlaceholders = true
      case .float: continue
      }
    }
    if line.isForced { addBreak(of: line, breaker, base, to: &pieces) }
    if line.showsHyphen { addHyphen(line, breaker, to: &pieces) } else { markSpace(at: line, in: &pieces) }
    if hasPlaceholders { setLevelsOfPlaceholders(in: &pieces, base) }
    if tree.inlines[Int(content)].hasClonedEdges { addClonedEdges(to: &pieces, of: line, content) }
    return pieces
  }

  /// Adds the forced break that ends a line, unless its inline box has other content there: the box makes the line as
  /// high as if it had text (CSS 2.2 §10.8.1).
  private func addBreak(of line: Line, _ breaker: LineBreaker, _ base: UInt8, to pieces: inout [LinePiece]) {
    guard endsWithBreak(texts[Int(breaker.shaped.text)].bytes, line) else { return }
    let items = tree.inlines[Int(breaker.inline)].items[line.items]
    let end = items.last { $0.kind == .text && $0.bytes.contains(line.end.byte - 1) }
    guard let box = end?.box else { return }
    if breaker.ignoresStrut {
      let boxes = tree.inlines[Int(breaker.inline)].boxes
      guard !pieces.contains(where: { $0.hasHeight && $0.isInside(box, boxes) }) else { return }
    } else {
      guard box != InlineItem.root, !pieces.contains(where: { $0.box == box }) else { return }
    }
    pieces.append(LinePiece(kind: .space, box: box, width: 0, level: base))
  }

  private func endsWithBreak(_ text: PackedArray<UInt8>, _ line: Line) -> Bool {
    line.end.byte > line.start.byte && text[Int(line.end.byte) - 1] == 0x0A
  }

  /// Placeholders do not divide the text that they are in when the line is reordered: they have the lower level of the
  /// pieces around them.
  private func setLevelsOfPlaceholders(in pieces: inout [LinePiece], _ base: UInt8) {
    var level = base
    for index in pieces.indices {
      switch pieces[index].kind {
      case .edge: continue
      case .outOfFlow: pieces[index].level = level
      case .text, .atomic, .space: level = pieces[index].level
      }
    }
    level = base
    for index in pieces.indices.reversed() {
      switch pieces[index].kind {
      case .edge: continue
      case .outOfFlow: pieces[index].level = min(pieces[index].level, level)
      case .text, .atomic, .space: level = pieces[index].level
      }
    }
  }

  /// Adds the start or end of an isolate, which separates its content from that around it when a line is reordered: its
  /// level is that of the text around the isolate (UAX #9 X5a).
  private func addIsolateControl(
    _ item: InlineItem, at byte: UInt32, _ breaker: LineBreaker, to pieces: inout [LinePiece]
  ) {
    let text = Int(breaker.shaped.text)
    guard 0x2066...0x2069 ~= texts[text].bytes.scalar(at: Int(byte)) else { return }
    let run = texts[text].run(at: Int(byte))
    guard run < texts[text].runs.count else { return }
    let parent = tree.inlines[Int(breaker.inline)].boxes[Int(item.box)].parent
    pieces.append(LinePiece(kind: .space, box: parent, width: 0, level: texts[text].runs[run].level))
  }

  /// Marks the last piece of a line if white space or a forced break separates it from the next line.
  private func markSpace(at line: Line, in pieces: inout [LinePiece]) {
    guard !line.isLast, line.visibleEnd < line.end.byte, line.hangEnd <= line.visibleEnd else { return }
    for index in pieces.indices.reversed() {
      switch pieces[index].kind {
      case .text(var slice, let ascent, let descent):
        slice.ending = .space
        pieces[index].kind = .text(slice, ascent: ascent, descent: descent)
        return
      case .atomic: return
      case .edge, .outOfFlow, .space: continue
      }
    }
  }

  private mutating func addText(
    _ item: InlineItem, _ bytes: Range<UInt32>, of line: Line, _ breaker: LineBreaker, x: inout Double,
    to pieces: inout [LinePiece]
  ) {
    let start = max(item.bytes.lowerBound, bytes.lowerBound)
    let end = min(item.bytes.upperBound, bytes.upperBound)
    guard start < end else { return }
    let text = Int(breaker.shaped.text)
    var run = texts[text].run(at: Int(start))
    while run < texts[text].runs.count, texts[text].runs[run].bytes.lowerBound < end {
      let bytes = texts[text].runs[run].bytes
      var from = max(start, bytes.lowerBound)
      let to = min(end, bytes.upperBound)
      while from < to {
        var tab = from
        while tab < to, texts[text].bytes[Int(tab)] != 0x09 { tab += 1 }
        if tab > from { addSlice(text: text, run: run, bytes: from..<tab, box: item.box, x: &x, to: &pieces) }
        if tab < to {
          let offset = tabOffset(of: line, breaker)
          let stop = tabStop(after: x + offset, breaker.inline, at: tab) - offset
          pieces.append(LinePiece(kind: .space, box: item.box, width: stop - x, level: texts[text].runs[run].level))
          x = stop
        }
        from = tab + 1
      }
      run += 1
    }
  }

  private mutating func addSlice(
    text: Int, run: Int, bytes: Range<UInt32>, box: UInt32, x: inout Double, to pieces: inout [LinePiece]
  ) {
    let glyphs = texts[text].glyphs(ofRun: run, in: bytes)
    let width = texts[text].advance(run: run, glyphs: glyphs)
    let face = shaper.metrics(face: texts[text].runs[run].face)
    let slice = TextSlice(text: UInt32(text), run: UInt32(run), glyphs: glyphs, baseline: 0)
    pieces.append(
      LinePiece(
        kind: .text(slice, ascent: face.ascent, descent: face.descent), box: box, width: width,
        level: texts[text].runs[run].level))
    x += width
  }

  private mutating func addHyphen(_ line: Line, _ breaker: LineBreaker, to pieces: inout [LinePiece]) {
    let text = Int(hyphen(breaker.inline, at: line.visibleEnd, after: line.hyphenInsert))
    var x = 0.0
    let last = pieces.lastIndex { if case .text = $0.kind { true } else { false } }
    let base = baseLevel(breaker.inline, at: line.start.byte)
    let (box, level) = last.map { (pieces[$0].box, pieces[$0].level) } ?? (InlineItem.root, base)
    var hyphen: [LinePiece] = []
    for run in texts[text].runs.indices {
      let bytes = texts[text].runs[run].bytes
      addSlice(text: text, run: run, bytes: bytes, box: box, x: &x, to: &hyphen)
    }
    for index in hyphen.indices {
      hyphen[index].level = level
      guard case .text(var slice, let ascent, let descent) = hyphen[index].kind else { continue }
      slice.ending = .hyphen
      hyphen[index].kind = .text(slice, ascent: ascent, descent: descent)
    }
    // Before the ends of inline boxes that close there, and before hanging white space.
    pieces.insert(contentsOf: hyphen, at: last.map { $0 + 1 } ?? pieces.count)
  }
}
