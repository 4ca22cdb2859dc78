/// The grid shorthands (css-grid-2 §7.4, §7.8, §8.4).
extension ShorthandRows {
  mutating func addGrid() {
    add(.gridRow, "grid-row", [.gridRowStart, .gridRowEnd]) { $0.gridPlacement($1) }
    add(.gridColumn, "grid-column", [.gridColumnStart, .gridColumnEnd]) { $0.gridPlacement($1) }
    add(.gridArea, "grid-area", [.gridRowStart, .gridColumnStart, .gridRowEnd, .gridColumnEnd]) { $0.gridArea($1) }
    add(.gridTemplate, "grid-template", [.gridTemplateRows, .gridTemplateColumns, .gridTemplateAreas]) { parser, _ in
      parser.gridTemplate()
    }
    add(.grid, "grid", longhands(.gridTemplate) + [.gridAutoFlow, .gridAutoRows, .gridAutoColumns]) { parser, _ in
      parser.grid()
    }
  }
}

extension ValueParser {
  fileprivate mutating func gridPlacement(_ longhands: [Property]) -> Expansion? {
    guard let start = gridLine() else { return nil }
    guard slash() else { return Expansion(longhands, [.gridLine(start), .gridLine(start.implied)]) }
    guard let end = gridLine() else { return nil }
    return Expansion(longhands, [.gridLine(start), .gridLine(end)])
  }

  fileprivate mutating func gridArea(_ longhands: [Property]) -> Expansion? {
    var lines: [GridLine] = []
    repeat {
      guard lines.count < 4, let line = gridLine() else { return nil }
      lines.append(line)
    } while slash()
    if lines.count < 2 { lines.append(lines[0].implied) }
    if lines.count < 3 { lines.append(lines[0].implied) }
    if lines.count < 4 { lines.append(lines[1].implied) }
    return Expansion(longhands, lines.map { .gridLine($0) })
  }

  fileprivate mutating func gridTemplate() -> Expansion? {
    if atEnd { return nil }
    guard let parts = attempt({ $0.templateTracks() }) else { return templateOfAreas() }
    var result = Expansion()
    result.set(.gridTemplateRows, parts.rows)
    result.set(.gridTemplateColumns, parts.columns)
    result.set(.gridTemplateAreas, .areas([]))
    return result
  }

  /// Rows of areas, each with the size of its track.
  private mutating func templateOfAreas() -> Expansion? {
    var rows: [[String]] = []
    var items: [SpecifiedTracks.Item] = []
    while true {
      if let names = lineNames() { items.append(.names(names)) }
      guard let row = string() else { break }
      guard let cells = Self.areaRow(row) else { return nil }
      rows.append(cells)
      items.append(trackSize() ?? .track(minimum: .keyword(.auto), maximum: .keyword(.auto)))
      if let names = lineNames() { items.append(.names(names)) }
    }
    guard let areas = Self.areas(rows) else { return nil }
    var columns = Value.tracks(SpecifiedTracks(items: []))
    if slash() {
      guard let items = trackItems(allowsRepeat: false) else { return nil }
      columns = .tracks(SpecifiedTracks(items: items))
    }
    var result = Expansion()
    result.set(.gridTemplateRows, .tracks(SpecifiedTracks(items: items)))
    result.set(.gridTemplateColumns, columns)
    result.set(.gridTemplateAreas, areas)
    return result
  }

  private mutating func templateTracks() -> (rows: Value, columns: Value)? {
    guard let rows = trackList() else { return nil }
    if rows == .tracks(SpecifiedTracks(items: [])), atEnd { return (rows, rows) }
    guard slash(), let columns = trackList() else { return nil }
    return (rows, columns)
  }

  fileprivate mutating func grid() -> Expansion? {
    if let template = attempt({ parser -> Expansion? in
      let template = parser.gridTemplate()
      return parser.atEnd ? template : nil
    }) {
      var result = template
      for property in [Property.gridAutoFlow, .gridAutoRows, .gridAutoColumns] { result.set(property, .wide(.initial)) }
      return result
    }
    var result = Expansion()
    if let isDense = attempt({ $0.autoFlow() }) {
      let sizes = trackSizes()
      guard slash(), let columns = trackList() else { return nil }
      result.set(.gridTemplateRows, .tracks(SpecifiedTracks(items: [])))
      result.set(.gridTemplateColumns, columns)
      result.set(.gridAutoFlow, .list([.keyword(.row), .keyword(isDense ? .dense : .none)]))
      result.set(.gridAutoRows, sizes ?? .wide(.initial))
      result.set(.gridAutoColumns, .wide(.initial))
    } else {
      guard let rows = trackList(), slash(), let isDense = autoFlow() else { return nil }
      result.set(.gridTemplateRows, rows)
      result.set(.gridTemplateColumns, .tracks(SpecifiedTracks(items: [])))
      result.set(.gridAutoFlow, .list([.keyword(.column), .keyword(isDense ? .dense : .none)]))
      result.set(.gridAutoColumns, trackSizes() ?? .wide(.initial))
      result.set(.gridAutoRows, .wide(.initial))
    }
    result.set(.gridTemplateAreas, .areas([]))
    return result
  }

  /// `auto-flow` and `dense`, in any order; true if `dense` is given.
  private mutating func autoFlow() -> Bool? {
    var isDense = has(.dense)
    guard ident("auto-flow") else { return nil }
    isDense = has(.dense) || isDense
    return isDense
  }
}

extension GridLine {
  /// The value of an omitted end or second line: the same name, or `auto`.
  fileprivate var implied: GridLine {
    if case .name = self { return self }
    return .auto
  }
}
