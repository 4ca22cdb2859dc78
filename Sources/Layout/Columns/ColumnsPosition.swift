/// A place in a multi-column container: the spanner that goes on or comes next, and where the content goes on.
struct ColumnsPosition: Equatable {
  var spanner: BreakToken?
  /// Of the container itself: `.blocks` or `.lines`; nil where no content is left.
  var content: BreakToken?
  /// The content has not begun.
  var isAtStart = false
}

extension BreakToken {
  /// The innermost place where the flow goes on: what a forced break or a page's name depends on.
  var innermost: BreakToken {
    var token = self
    while true {
      if token.forced.isForced { return token }
      switch token.position {
      case .blocks(let parallel, let next):
        guard let inner = next ?? parallel.last else { return token }
        token = inner
      case .flex(let position):
        guard let inner = position.forced else { return token }
        token = inner
      case .grid(let position):
        guard let inner = position.forced else { return token }
        token = inner
      case .columns(let columns):
        guard let inner = columns.spanner ?? columns.content else { return token }
        token = inner
      default: return token
      }
    }
  }

  /// The token with its innermost place, which stands before a spanner, moved behind it.
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

/// How content missed the columns that were tried for it, so that the next height can be chosen (css-multicol-1 §7.1).
struct ColumnFit {
  /// The least that would have let one more thing stay where it was cut off, px.
  var shortage = Double.infinity
  /// The most by which something that can't be broken stuck out, px.
  var overflow = 0.0

  /// Notes a bottom edge that does not fit; `isKept` where it stays all the same.
  mutating func note(_ bottom: Double, in page: PageSpace, isKept: Bool = false) {
    let missing = page.offset + bottom - page.height
    guard page.isColumn, missing > PageSpace.tolerance else { return }
    if isKept { overflow = max(overflow, missing) } else { shortage = min(shortage, missing) }
  }
}
