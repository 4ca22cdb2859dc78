import Style
import TextShaping

/// One thing on a line, in visual order once reordered.
struct LinePiece {
  enum Kind {
    case text(TextSlice, ascent: Double, descent: Double)
    /// The start or end edge of an inline box.
    case edge(isStart: Bool)
    case atomic(AtomicInline)
    case outOfFlow(BoxID)
    /// Nothing, but room.
    case space
  }
  var kind: Kind
  /// The inline box that it stands in (an edge: its own).
  var box: UInt32
  var width: Double
  var level: UInt8
  /// Justification opportunities in it.
  var spaces = 0
  /// White space that sticks out of the line.
  var hangs = false
}

/// A finished line: its fragment, and its measures.
struct BuiltLine {
  var fragment: FragmentID
  var height: Double
  /// Below the line's top.
  var baseline: Double
  /// Nothing in it takes room: it does not count as a line (CSS 2.2 §9.4.2).
  var isPhantom: Bool
}

extension Flow {
  /// Makes the fragments of a line: pieces in visual order, aligned across and along the line.
  mutating func build(_ line: Line, _ breaker: LineBreaker) -> BuiltLine {
    effort.lines += 1
    var pieces = pieces(of: line, breaker)
    if pieces.contains(where: { $0.level > 0 }) { reorder(&pieces, breaker.inline) }
    if tree.hasLeaders { fillLeaders(in: &pieces, of: line, indent: line.indent) }
    if breaker.showsEllipsis { addEllipsis(to: &pieces, of: line, breaker) }
    let metrics = tree.inlines[Int(breaker.inline)].metrics
    let extent = LineExtent(
      pieces: pieces, metrics: metrics, boxes: tree.inlines[Int(breaker.inline)].boxes, flow: &self,
      inline: breaker.inline)
    let isPhantom =
      !pieces.contains { piece in
        switch piece.kind {
        case .text: true
        case .atomic: true
        case .edge: piece.width != 0
        case .outOfFlow, .space: false
        }
      } && !line.isForced
    let container = fragments.add(
      .init(
        width: line.right - line.left, height: isPhantom ? 0 : extent.height,
        style: tree.inlines[Int(breaker.inline)].rootStyle,
        node: .none, box: .none, content: .position))
    let (start, extra) = alignment(of: line, pieces: &pieces, breaker)
    place(pieces, in: container, from: start, extra: extra, extent: extent, breaker.inline)
    return BuiltLine(
      fragment: container, height: isPhantom ? 0 : extent.height, baseline: extent.above, isPhantom: isPhantom)
  }

  func baseLevel(_ inline: UInt32) -> UInt8 {
    self[tree.inlines[Int(inline)].rootStyle].text.direction == .rightToLeft ? 1 : 0
  }

  // MARK: - Pieces in logical order

  private mutating func pieces(of line: Line, _ breaker: LineBreaker) -> [LinePiece] {
    let content = breaker.inline
    var pieces: [LinePiece] = []
    let base = baseLevel(content)
    var x = line.indent
    for index in line.items {
      let item = tree.inlines[Int(content)].items[index]
      switch item.kind {
      case .text:
        addText(item, line.start.byte..<line.visibleEnd, breaker, x: &x, to: &pieces)
        if line.hangEnd > line.visibleEnd, item.bytes.upperBound > line.visibleEnd {
          let count = pieces.count
          addText(item, line.visibleEnd..<line.hangEnd, breaker, x: &x, to: &pieces)
          // White space at a line's end is of the paragraph's level (UAX #9 L1).
          for index in pieces.indices[count...] { (pieces[index].hangs, pieces[index].level) = (true, base) }
        }
      case .open:
        let edge = tree.inlines[Int(content)].metrics[Int(item.box)].startEdge
        pieces.append(LinePiece(kind: .edge(isStart: true), box: item.box, width: edge, level: base))
        x += edge
      case .close:
        let edge = tree.inlines[Int(content)].metrics[Int(item.box)].endEdge
        pieces.append(LinePiece(kind: .edge(isStart: false), box: item.box, width: edge, level: base))
        x += edge
      case .atomic:
        guard let atomic = breaker.atomics[index] else { continue }
        let run = texts[Int(breaker.shaped.text)].run(at: Int(item.bytes.lowerBound))
        let level =
          run < texts[Int(breaker.shaped.text)].runs.count ? texts[Int(breaker.shaped.text)].runs[run].level : base
        pieces.append(LinePiece(kind: .atomic(atomic), box: item.box, width: atomic.width, level: level))
        x += atomic.width
      case .outOfFlow:
        pieces.append(LinePiece(kind: .outOfFlow(item.object), box: item.box, width: 0, level: base))
      case .float: continue
      }
    }
    if line.showsHyphen { addHyphen(line, breaker, to: &pieces) } else { noteSpace(at: line, in: &pieces) }
    if tree.inlines[Int(content)].hasClonedEdges { addClonedEdges(to: &pieces, of: line, content) }
    return pieces
  }

  /// Tells the last piece of a line where white space of the text, or a forced break, parts it from the next line.
  private func noteSpace(at line: Line, in pieces: inout [LinePiece]) {
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
    _ item: InlineItem, _ bytes: Range<UInt32>, _ breaker: LineBreaker, x: inout Double, to pieces: inout [LinePiece]
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
          let stop = Self.tabStop(after: x, every: tabWidth(breaker.inline))
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
    let (box, level) = last.map { (pieces[$0].box, pieces[$0].level) } ?? (InlineItem.root, baseLevel(breaker.inline))
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
    // Before the ends of boxes that close after it, and before white space that hangs.
    pieces.insert(contentsOf: hyphen, at: last.map { $0 + 1 } ?? pieces.count)
  }

  // MARK: - Fragments

  /// Adds the pieces' fragments to the line's, inside those of their painted inline boxes.
  private mutating func place(
    _ pieces: [LinePiece], in container: FragmentID, from start: Double, extra: Double, extent: LineExtent,
    _ inline: UInt32
  ) {
    var x = start
    var open: [(box: UInt32, fragment: FragmentID)] = []
    var chain: [UInt32] = []
    for piece in pieces {
      paintedBoxes(around: piece.box, inline, into: &chain)
      var common = 0
      while common < open.count, common < chain.count, open[common].box == chain[common] { common += 1 }
      while open.count > common { closeBox(&open, at: x) }
      for box in chain[common...] { openBox(box, &open, container: container, at: x, extent: extent, inline) }
      let parent = open.last?.fragment ?? container
      let width = piece.width + Double(piece.spaces) * extra
      add(piece, to: parent, open: open.map(\.fragment), x: x, width: width, extra: extra, extent: extent, inline)
      x += width
    }
    while !open.isEmpty { closeBox(&open, at: x) }
  }

  /// The painted inline boxes that a piece stands in, outermost first.
  private func paintedBoxes(around box: UInt32, _ inline: UInt32, into chain: inout [UInt32]) {
    chain.removeAll(keepingCapacity: true)
    var box = box
    while box != InlineItem.root {
      if tree.inlines[Int(inline)].metrics[Int(box)].isPainted { chain.append(box) }
      box = tree.inlines[Int(inline)].boxes[Int(box)].parent
    }
    chain.reverse()
  }

  private mutating func openBox(
    _ index: UInt32, _ open: inout [(box: UInt32, fragment: FragmentID)], container: FragmentID, at x: Double,
    extent: LineExtent, _ inline: UInt32
  ) {
    let box = tree.inlines[Int(inline)].boxes[Int(index)]
    let metrics = tree.inlines[Int(inline)].metrics[Int(index)]
    let edges = usedEdges(box.style, containerWidth: 0)
    let top = extent.baseline(of: index, metrics) - metrics.ascent - edges.top
    var entry = FragmentArena.Entry(
      width: 0, height: metrics.ascent + metrics.descent + edges.top + edges.bottom, style: box.style, node: box.node,
      box: .none, content: .fragment(.inlineBox))
    entry.link = box.link
    entry.edges = [.top, .bottom]
    let fragment = fragments.add(entry)
    let parent = open.last?.fragment ?? container
    let (originX, originY) = origin(of: open.map(\.fragment))
    fragments.append(fragment, to: parent, x: x - originX, y: top - originY)
    open.append((index, fragment))
  }

  private mutating func closeBox(_ open: inout [(box: UInt32, fragment: FragmentID)], at x: Double) {
    let (originX, _) = origin(of: open.map(\.fragment))
    let closed = open.removeLast()
    var width = x - originX
    let style = fragments[closed.fragment].style
    let edges = usedEdges(style, containerWidth: 0)
    if fragments[closed.fragment].edges.contains(.right) { width -= edges.margin.right }
    if fragments[closed.fragment].edges.contains(.left) {
      width -= edges.margin.left
      fragments[closed.fragment].x += edges.margin.left
      fragments.moveChildren(of: closed.fragment, x: -edges.margin.left, y: 0)
    }
    fragments[closed.fragment].width = width
    moveIfRelative(closed.fragment, containerWidth: 0, containerHeight: nil)
  }

  private func origin(of chain: [FragmentID]) -> (Double, Double) {
    chain.reduce((0, 0)) { ($0.0 + fragments[$1].x, $0.1 + fragments[$1].y) }
  }

  private mutating func add(
    _ piece: LinePiece, to parent: FragmentID, open: [FragmentID], x: Double, width: Double, extra: Double,
    extent: LineExtent, _ inline: UInt32
  ) {
    let (originX, originY) = origin(of: open)
    let boxes = tree.inlines[Int(inline)].boxes
    let metrics = tree.inlines[Int(inline)].metrics[piece.box == InlineItem.root ? boxes.count : Int(piece.box)]
    let baseline = extent.baseline(of: piece.box, metrics)
    switch piece.kind {
    case .text(var slice, let ascent, let descent):
      slice.justification = piece.spaces > 0 ? Float(extra) : 0
      slice.spread = spread(inline)
      let box = piece.box == InlineItem.root ? nil : boxes[Int(piece.box)]
      var entry = FragmentArena.Entry(
        width: width, height: ascent + descent, style: box?.style ?? tree.inlines[Int(inline)].rootStyle,
        node: box?.node ?? .none, box: .none, content: .text(slice, ascent: ascent))
      entry.link = box?.link ?? Box.absent
      fragments.append(fragments.add(entry), to: parent, x: x - originX, y: baseline - ascent - originY)
      if self[entry.style].text.emphasis.mark != nil {
        addEmphasis(
          of: slice, style: entry.style, to: parent, x: x - originX, baseline: baseline - originY, ascent: ascent,
          descent: descent)
      }
    case .space: return
    case .edge(let isStart):
      guard let last = open.last, metrics.isPainted, piece.width != 0 || isStart else { return }
      let isRTL = self[fragments[last].style].text.direction == .rightToLeft
      fragments[last].edges.insert(isStart != isRTL ? .left : .right)
    case .atomic(let atomic):
      let top = extent.top(of: atomic, piece: piece, metrics)
      fragments.append(
        atomic.fragment, to: parent, x: x + atomic.edges.margin.left - originX,
        y: top + atomic.edges.margin.top - originY)
      moveIfRelative(atomic.fragment, containerWidth: 0, containerHeight: nil)
    case .outOfFlow(let box):
      let entry = FragmentArena.Entry(
        width: 0, height: 0, style: tree[box].style, node: tree[box].node, box: box, content: .outOfFlow)
      // What would have been a block stands at the start of the next line (CSS 2.2 §10.3.7).
      let isBlock = self[box].box.originalDisplay.blockified == self[box].box.originalDisplay
      let place = isBlock ? Point(x: 0, y: x > 0.5 ? extent.height : 0) : Point(x: x, y: extent.above - metrics.ascent)
      fragments.append(fragments.add(entry), to: parent, x: place.x - originX, y: place.y - originY)
    }
  }
}
