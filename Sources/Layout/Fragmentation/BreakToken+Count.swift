extension BreakToken {
  /// The number of break positions that are kept with this one, itself included.
  var count: Int {
    var (count, waiting) = (0, [self])
    while let token = waiting.popLast() {
      count += 1
      waiting += token.floats
      token.addInner(to: &waiting)
    }
    return count
  }

  private func addInner(to tokens: inout [BreakToken]) {
    switch position {
    case .blocks(let parallel, let next):
      tokens += parallel
      if let next { tokens.append(next) }
    case .flex(let position):
      for flow in position.flows { tokens += flow.unfinished.values }
      if let forced = position.forced { tokens.append(forced) }
    case .grid(let position):
      tokens += position.unfinished.values
      if let forced = position.forced { tokens.append(forced) }
    case .columns(let columns):
      if let spanner = columns.spanner { tokens.append(spanner) }
      if let content = columns.content { tokens.append(content) }
    case .tablePart(let part):
      if let token = part.token { tokens.append(token) }
    case .rows(let position): tokens += position.cells.values
    case .before, .content, .lines, .finished, .remainder: break
    }
  }
}
