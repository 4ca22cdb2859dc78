/// The grid shorthands (css-grid-2 §7.4, §7.8, §8.4).
extension ValueParser {
  private static func lines(_ shorthand: Shorthand, _ lines: [GridLine]) -> Expansion {
    var result = Expansion()
    for (property, line) in zip(shorthand.longhands, lines) { result.set(property, .gridLine(line)) }
    return result
  }

  mutating func gridPlacement(_ shorthand: Shorthand) -> Expansion? {
    guard let start = gridLine() else { return nil }
    guard slash() else { return Self.lines(shorthand, [start, start.implied]) }
    guard let end = gridLine() else { return nil }
    return Self.lines(shorthand, [start, end])
  }

  mutating func gridArea() -> Expansion? {
    var lines: [GridLine] = []
    repeat {
      guard lines.count < 4, let line = gridLine() else { return nil }
      lines.append(line)
    } while slash()
    if lines.count < 2 { lines.append(lines[0].implied) }
    if lines.count < 3 { lines.append(lines[0].implied) }
    if lines.count < 4 { lines.append(lines[1].implied) }
    return Self.lines(.gridArea, lines)
  }

  mutating func gridTemplate() -> Expansion? {
    var result = Expansion()
    if atEnd { return nil }
    if let parts = attempt({ $0.templateTracks() }) {
      result.set(.gridTemplateRows, parts.rows)
      result.set(.gridTemplateColumns, parts.columns)
      result.set(.gridTemplateAreas, .areas([]))
      return result
    }
    // Rows of areas, each with the size of its track.
    var rows: [[String]] = []
    var items: [SpecifiedTracks.Item] = []
    while true {
      if let names = lineNames() { items.append(.names(names)) }
      guard let row = string() else { break }
      guard let cells = Self.areaRow(row) else { return nil }
      rows.append(cells)
      if let size = trackItems(allowsRepeat: false)?.first, case .track = size {
        items.append(size)
      } else {
        items.append(.track(minimum: .keyword(.auto), maximum: .keyword(.auto)))
      }
    }
    guard let areas = Self.areas(rows) else { return nil }
    var columns = Value.tracks(SpecifiedTracks(items: []))
    if slash() {
      guard let items = trackItems(allowsRepeat: false) else { return nil }
      columns = .tracks(SpecifiedTracks(items: items))
    }
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

  mutating func grid() -> Expansion? {
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

  /// `auto-flow` and `dense`, in any order; true where it is dense.
  private mutating func autoFlow() -> Bool? {
    var isDense = has(.dense)
    guard ident("auto-flow") else { return nil }
    isDense = has(.dense) || isDense
    return isDense
  }
}

extension GridLine {
  /// What an omitted end or second line is: the same name, else `auto`.
  var implied: GridLine {
    if case .name = self { return self }
    return .auto
  }
}
