/// A break position in a multi-column container: the spanner and the content that continue.
struct ColumnsPosition: Equatable {
  var spanner: BreakToken?
  /// A token of the container itself, `.blocks` or `.lines`; nil if no content is left.
  var content: BreakToken?
  /// The content has not started.
  var isAtStart = false
}

extension BreakToken {
  /// The innermost break position, which determines forced breaks and the page name.
  var innermost: BreakToken {
    var token = self
    while !token.forced.isForced {
      let inner: BreakToken?
      switch token.position {
      case .blocks(let parallel, let next): inner = next ?? parallel.last
      case .flex(let position): inner = position.forced ?? Self.innermost(of: position.unfinished)
      case .grid(let position):
        let next = position.forced
        inner = next?.forced.isForced == true ? next : Self.innermost(of: position.unfinished) ?? next
      case .columns(let columns): inner = columns.spanner ?? columns.content
      case .tablePart(let part): inner = part.token
      // A row that has started continues in its cells.
      case .rows(let position): inner = position.consumedRow > 0 ? Self.innermost(of: position.cells) : nil
      case .before, .content, .lines, .finished, .remainder: inner = nil
      }
      guard let inner else { break }
      token = inner
    }
    return token
  }

  /// The innermost position of one of several boxes side by side that continue: the first one that a forced break
  /// ended; or else the first one with content left, or the first one.
  private static func innermost(of tokens: [Int: BreakToken]) -> BreakToken? {
    var (content, rest): (BreakToken?, BreakToken?)
    for (_, token) in tokens.sorted(by: { $0.key < $1.key }) where !token.isAtEnd {
      // A position that is found has no further one inside, so that nested boxes are not searched again.
      let inner = token.innermost
      if inner.forced.isForced { return inner }
      if case .remainder = token.position { rest = rest ?? inner } else { content = content ?? inner }
    }
    return content ?? rest
  }

  /// The floats and overflowing boxes that a token leaves to the next column.
  var parallel: [BreakToken] { if case .blocks(let parallel, _) = position { parallel } else { [] } }

  /// The token of a block container with other floats and overflowing boxes.
  func with(parallel: [BreakToken]) -> BreakToken {
    guard case .blocks(_, let next) = position else { return self }
    var token = self
    token.position = .blocks(floats: parallel, next: next)
    return token
  }

  /// The token with its innermost position, which is before a spanner, moved behind it.
  var afterSpanner: BreakToken {
    var token = self
    switch position {
    case .blocks(let parallel, let next?): token.position = .blocks(floats: parallel, next: next.afterSpanner)
    case .before: token.position = .finished
    default: break
    }
    return token
  }
}

/// The amount by which content missed the height of the columns tried, to choose the next height (css-multicol-1 §7.1).
struct ColumnFit {
  /// px; the least additional height at which something that was moved to the next column would have fitted.
  var shortage = Double.infinity
  /// px; the most by which monolithic content overflowed.
  var overflow = 0.0

  /// Records a bottom edge that does not fit. With `isKept` the content stays in the column.
  mutating func recordBottom(_ bottom: Double, in fragmentainer: Fragmentainer, isKept: Bool = false) {
    let missing = fragmentainer.offset + bottom - fragmentainer.height
    guard fragmentainer.isColumn, missing > Fragmentainer.tolerance else { return }
    if isKept { overflow = max(overflow, missing) } else { shortage = min(shortage, missing) }
  }
}
