/// Computed values of box alignment and grids.
extension StyleComputer {
  func alignment(_ value: Value) -> ItemStyle.Alignment {
    var value = value
    if case .list(let words) = value {
      if words.first == .keyword(.last) { return .lastBaseline }
      value = words.last ?? .keyword(.normal)
    }
    return switch keyword(value) {
    case .auto?: .auto
    case .stretch?: .stretch
    case .start?: .start
    case .end?: .end
    case .flexStart?: .flexStart
    case .flexEnd?: .flexEnd
    case .selfStart?: .selfStart
    case .selfEnd?: .selfEnd
    case .center?: .center
    case .left?: .left
    case .right?: .right
    case .baseline?: .baseline
    case .spaceBetween?: .spaceBetween
    case .spaceAround?: .spaceAround
    case .spaceEvenly?: .spaceEvenly
    default: .normal
    }
  }

  /// Whether an alignment has the overflow position `safe`.
  func isSafe(_ value: Value) -> Bool {
    if case .list(let words) = value { words.first == .keyword(.safe) } else { false }
  }

  // MARK: - Grid

  /// The largest number of tracks that `repeat()` is expanded to.
  private static let trackLimit = 10_000

  mutating func setGridAutoFlow(_ value: Value) {
    let words = items(value)
    style.item.grid.flowsColumns = words.first == .keyword(.column)
    style.item.grid.isDense = words.last == .keyword(.dense)
  }

  func gridTemplate(_ value: Value) -> GridTemplate {
    guard case .tracks(let tracks) = value else { return GridTemplate() }
    var template = GridTemplate()
    if tracks.items.first == .subgrid { template.isSubgrid = true }
    template.items = expand(tracks.items)
    return template
  }

  private func expand(_ items: [SpecifiedTracks.Item]) -> [GridTemplate.Item] {
    var result: [GridTemplate.Item] = []
    for item in items {
      switch item {
      case .names(let names): result.append(.lines(names))
      case .track(let minimum, let maximum): result.append(.track(track(minimum, maximum)))
      case .subgrid: break
      case .repetition(.times(let count), let items):
        let once = expand(items)
        for _ in 0..<count where result.count < Self.trackLimit { result += once }
      case .repetition(let count, let items):
        result.append(.autoRepeat(collapsesEmpty: count == .autoFit, expand(items)))
      }
    }
    return result
  }

  func autoTracks(_ value: Value) -> [TrackSize] {
    guard case .tracks(let tracks) = value else { return [.auto] }
    return tracks.items.compactMap { item in
      if case .track(let minimum, let maximum) = item { return track(minimum, maximum) }
      return nil
    }
  }

  private func track(_ minimum: Value, _ maximum: Value) -> TrackSize {
    TrackSize(minimum: breadth(minimum), maximum: breadth(maximum))
  }

  private func breadth(_ value: Value) -> TrackSize.Breadth {
    switch value {
    case .keyword(.minContent): .minContent
    case .keyword(.maxContent): .maxContent
    case .keyword: .auto
    case .dimension(let factor, .fr): .fraction(factor)
    case .list(let parts) where parts.count == 2: .fitContent(lengthPercentage(parts[1], isNonNegative: true))
    default: .length(lengthPercentage(value, isNonNegative: true))
    }
  }
}
