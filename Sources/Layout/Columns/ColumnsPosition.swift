/// A break position in a multi-column container: the spanner and the content that continue.
struct ColumnsPosition: Equatable {
  var spanner: BreakToken?
  /// A token of the container itself, `.blocks` or `.lines`. Nil if no content is left.
  var content: BreakToken?
  /// The content has not started.
  var isAtStart = false
}

extension BreakToken {
  /// The innermost break position, which determines forced breaks and the page name.
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
      case .tablePart(let part):
        guard let inner = part.token else { return token }
        token = inner
      default: return token
      }
    }
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

/// By how much content missed the height of the columns tried, to choose the next height (css-multicol-1 §7.1).
struct ColumnFit {
  /// px; the least additional height at which something that was moved to the next column would have fitted.
  var shortage = Double.infinity
  /// px; the most by which monolithic content overflowed.
  var overflow = 0.0

  /// Records a bottom edge that does not fit. With `isKept` the content stays in the column.
  mutating func note(_ bottom: Double, in fragmentainer: Fragmentainer, isKept: Bool = false) {
    let missing = fragmentainer.offset + bottom - fragmentainer.height
    guard fragmentainer.isColumn, missing > Fragmentainer.tolerance else { return }
    if isKept { overflow = max(overflow, missing) } else { shortage = min(shortage, missing) }
  }
}
