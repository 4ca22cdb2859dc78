/// Generated content, flexbox, grid and columns.
extension StyleComputer {
  mutating func applyContent(_ value: Value, _ property: Property) {
    switch property {
    case .content:
      switch value {
      case .keyword(.none): style.content.content = []
      case .content(let items): style.content.content = content(items)
      default: style.content.content = nil
      }
    case .counterReset: style.content.counterReset = counters(value)
    case .counterIncrement: style.content.counterIncrement = counters(value)
    case .counterSet: style.content.counterSet = counters(value)
    case .stringSet:
      guard case .stringSets(let sets) = value else { return }
      style.content.stringSet = sets.map { StringSet(name: $0.name, items: content($0.items)) }
    case .bookmarkLevel: style.content.bookmarkLevel = value == .keyword(.none) ? nil : max(1, integer(value))
    case .bookmarkLabel:
      if case .content(let items) = value {
        style.content.bookmarkLabel = content(items)
      } else {
        style.content.bookmarkLabel = []
      }
    case .bookmarkState: style.content.bookmarkOpen = value != .keyword(.closed)
    case .language:
      if case .identifier(let language) = value { style.text.language = language }
    default: break
    }
  }

  private func counters(_ value: Value) -> [CounterChange] {
    if case .counters(let changes) = value { return changes }
    return []
  }

  mutating func applyItem(_ value: Value, _ property: Property) {
    switch property {
    case .flexDirection:
      switch keyword(value) {
      case .rowReverse?: style.item.flexDirection = .rowReverse
      case .column?: style.item.flexDirection = .column
      case .columnReverse?: style.item.flexDirection = .columnReverse
      default: style.item.flexDirection = .row
      }
    case .flexWrap:
      style.item.flexWrap = value == .keyword(.wrap) ? .wrap : value == .keyword(.wrapReverse) ? .wrapReverse : .nowrap
    case .flexGrow: style.item.flexGrow = positive(value)
    case .flexShrink: style.item.flexShrink = positive(value)
    case .flexBasis: style.item.flexBasis = size(value)
    case .order: style.item.order = integer(value)
    case .alignContent: style.item.alignContent = alignment(value)
    case .alignItems: style.item.alignItems = alignment(value)
    case .alignSelf: style.item.alignSelf = alignment(value)
    case .justifyContent: style.item.justifyContent = alignment(value)
    case .justifyItems: style.item.justifyItems = alignment(value)
    case .justifySelf: style.item.justifySelf = alignment(value)
    case .rowGap: style.item.rowGap = gap(value)
    case .columnGap: style.item.columnGap = gap(value)
    case .columnCount: style.item.columnCount = value == .keyword(.auto) ? nil : max(1, integer(value))
    case .columnWidth: style.item.columnWidth = value == .keyword(.auto) ? nil : positive(value)
    case .columnRuleWidth: style.item.columnRuleWidth = positive(value)
    case .columnRuleStyle: style.item.columnRuleStyle = borderStyle(value)
    case .columnRuleColor: style.item.columnRuleColor = color(value)
    case .columnSpan: style.item.columnSpanAll = value == .keyword(.all)
    case .columnFill:
      style.item.columnFillBalance = value != .keyword(.auto)
      style.item.columnFillBalanceAll = value == .identifier("balance-all")
    case .columnHeight: style.item.columnHeight = value == .keyword(.auto) ? nil : positive(value)
    case .columnWrap:
      style.item.columnWrap = value == .keyword(.wrap) ? .wrap : value == .keyword(.nowrap) ? .nowrap : .auto
    default: applyGrid(value, property)
    }
  }

  private func gap(_ value: Value) -> LengthPercentage? {
    value == .keyword(.normal) ? nil : lengthPercentage(value, isNonNegative: true)
  }

  private func alignment(_ value: Value) -> ItemStyle.Alignment {
    if case .list = value { return .lastBaseline }
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

  // MARK: - Grid

  /// Tracks of all written-out repetitions together.
  private static let trackLimit = 10_000

  private mutating func applyGrid(_ value: Value, _ property: Property) {
    switch property {
    case .gridTemplateRows: style.item.grid.templateRows = template(value)
    case .gridTemplateColumns: style.item.grid.templateColumns = template(value)
    case .gridTemplateAreas:
      if case .areas(let areas) = value { style.item.grid.templateAreas = areas }
    case .gridAutoRows: style.item.grid.autoRows = autoTracks(value)
    case .gridAutoColumns: style.item.grid.autoColumns = autoTracks(value)
    case .gridAutoFlow:
      let words = items(value)
      style.item.grid.flowsColumns = words.first == .keyword(.column)
      style.item.grid.isDense = words.last == .keyword(.dense)
    case .gridRowStart: style.item.grid.rowStart = line(value)
    case .gridRowEnd: style.item.grid.rowEnd = line(value)
    case .gridColumnStart: style.item.grid.columnStart = line(value)
    case .gridColumnEnd: style.item.grid.columnEnd = line(value)
    default: break
    }
  }

  private func line(_ value: Value) -> GridLine {
    if case .gridLine(let line) = value { return line }
    return .auto
  }

  private func template(_ value: Value) -> GridTemplate {
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

  private func autoTracks(_ value: Value) -> [TrackSize] {
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
