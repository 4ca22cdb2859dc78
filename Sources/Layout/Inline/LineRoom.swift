import Style
import TextShaping

/// The space that floats leave for a line, and the floats and objects in it.
extension LayoutContext {
  /// Sets the edges of a line beside the floats at its y, or further down where there is space for `width`. Returns
  /// true if the line moved.
  @discardableResult
  func findRoom(_ line: inout Line, _ breaker: LineBreaker, atLeast width: Double) -> Bool {
    var y = line.y
    var moved = false
    guard let context = page.floats.last, !context.isEmpty else {
      line.left = 0
      line.right = breaker.space.width
      return false
    }
    while true {
      let (left, right) = context.edges(
        at: breaker.contextY + y, height: line.height, left: breaker.contextX,
        right: breaker.contextX + breaker.space.width)
      line.left = left - breaker.contextX
      line.right = right - breaker.contextX
      if width <= line.right - line.left + Fragmentainer.tolerance { break }
      guard let next = context.nextEdge(below: breaker.contextY + y) else { break }
      y = next - breaker.contextY
      moved = true
    }
    line.y = y
    return moved
  }

  /// True if floats intrude further into a built line than was assumed when it was filled.
  func meetsFloats(_ line: Line, _ breaker: LineBreaker, height: Double) -> Bool {
    guard let context = page.floats.last, !context.isEmpty, height > line.height else { return false }
    let room = context.edges(
      at: breaker.contextY + line.y, height: height, left: breaker.contextX,
      right: breaker.contextX + breaker.space.width)
    return room.left - breaker.contextX > line.left + Fragmentainer.tolerance
      || room.right - breaker.contextX < line.right - Fragmentainer.tolerance
  }

  /// Places the floats and measures the edges and objects of a word, or of the part of a word that starts with an
  /// item.
  mutating func measureItems(
    of word: Word, _ breaker: inout LineBreaker, line: inout Line, used: Double, isEmpty: Bool, from first: UInt32
  ) -> Double {
    var extra = 0.0
    for index in word.items where index >= first {
      let item = tree.inlines[Int(breaker.inline)].items[Int(index)]
      switch item.kind {
      case .text: continue
      case .open: extra += tree.inlines[Int(breaker.inline)].metrics[Int(item.box)].startEdge
      case .close: extra += tree.inlines[Int(breaker.inline)].metrics[Int(item.box)].endEdge
      case .atomic:
        if breaker.atomics[Int(index)] == nil {
          breaker.atomics[Int(index)] = layoutAtomic(
            item.object, space: breaker.space,
            isCentred: self[tree.inlines[Int(breaker.inline)].style(of: item.box)].text.vertical.isCentred)
        }
        extra += breaker.atomics[Int(index)]!.width
      case .float:
        guard index >= breaker.placedItems else { continue }
        breaker.placedItems = index + 1
        placeFloat(item.object, &breaker, line: &line, used: used + extra, isEmpty: isEmpty)
      case .outOfFlow: continue
      }
    }
    return extra
  }

  /// Places a float beside the line if it fits, otherwise below it (CSS 2.2 §9.5.1).
  private mutating func placeFloat(
    _ box: BoxID, _ breaker: inout LineBreaker, line: inout Line, used: Double, isEmpty: Bool
  ) {
    var space = breaker.space
    (space.contextX, space.contextY) = (breaker.contextX, breaker.contextY)
    var top = line.y
    if !isEmpty, floatWidth(box, space: space) > line.right - line.left - used + Fragmentainer.tolerance {
      top += lineHeight(tree.inlines[Int(breaker.inline)].rootStyle)
    }
    if page.floats.isEmpty { page.floats.append(FloatContext()) }
    let outcome = placeFloat(
      box, at: top, space: space, waits: breaker.floatsWait, isPageTop: isEmpty && line.start.byte == 0, from: nil)
    breaker.floatsWait = breaker.floatsWait || outcome.token?.isBefore == true
    breaker.placedFloats.append(outcome)
    findRoom(&line, breaker, atLeast: 0)
  }
}
