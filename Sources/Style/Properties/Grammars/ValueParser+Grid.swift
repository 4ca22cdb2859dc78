/// Track lists, areas and lines (css-grid-2 §7 and §8).
extension ValueParser {
  /// Maximum number of items of a `repeat()` and of a whole list.
  private static let trackLimit = 10_000
  /// Maximum number of cells of areas, of which each container looks at all.
  private static let areaCellLimit = 10_000

  mutating func trackList() -> Value? {
    if has(.none) { return .tracks(SpecifiedTracks(items: [])) }
    if has(.subgrid) {
      var items: [SpecifiedTracks.Item] = [.subgrid]
      while items.count < Self.trackLimit {
        if let names = lineNames() {
          items.append(.names(names))
        } else if let repetition = function("repeat", read: { $0.nameRepetition() }) {
          items.append(repetition)
        } else {
          break
        }
      }
      return .tracks(SpecifiedTracks(items: items))
    }
    guard let items = trackItems(allowsRepeat: true) else { return nil }
    return .tracks(SpecifiedTracks(items: items))
  }

  /// `grid-auto-rows` and `-columns`: sizes only.
  mutating func trackSizes() -> Value? {
    let sizes = repeated { $0.trackSize() }
    return sizes.map { .tracks(SpecifiedTracks(items: $0)) }
  }

  mutating func trackItems(allowsRepeat: Bool) -> [SpecifiedTracks.Item]? {
    var items: [SpecifiedTracks.Item] = []
    var tracks = 0
    while items.count < Self.trackLimit {
      if let names = lineNames() {
        items.append(.names(names))
      } else if allowsRepeat, let repetition = function("repeat", read: { $0.repetition() }) {
        items.append(repetition)
        tracks += 1
      } else if let track = trackSize() {
        items.append(track)
        tracks += 1
      } else {
        break
      }
    }
    guard tracks > 0, Self.mayRepeatAutomatically(items) else { return nil }
    return items
  }

  /// A list with `repeat(auto-fill)` or `repeat(auto-fit)` has one such repetition and definite sizes only (css-grid-2
  /// §7.2). Intrinsic sizes may be repeated where nothing else is in the list, which only grid lanes use (css-grid-3
  /// §2.3).
  private static func mayRepeatAutomatically(_ items: [SpecifiedTracks.Item]) -> Bool {
    let automatic = items.filter {
      if case .repetition(let count, _) = $0 { count == .autoFill || count == .autoFit } else { false }
    }
    guard !automatic.isEmpty else { return true }
    let tracks = items.filter { if case .names = $0 { false } else { true } }
    return automatic.count == 1 && (items.allSatisfy { hasFixedSize($0) } || tracks.count == 1)
  }

  private static func hasFixedSize(_ item: SpecifiedTracks.Item) -> Bool {
    switch item {
    case .names, .subgrid: return true
    case .repetition(_, let items): return items.allSatisfy { hasFixedSize($0) }
    case .track(let minimum, let maximum): return isFixed(minimum) || isFixed(maximum)
    }
  }

  private static func isFixed(_ breadth: Value) -> Bool {
    switch breadth {
    case .keyword, .dimension(_, .fr), .list: false
    default: true
    }
  }

  private mutating func repetition() -> SpecifiedTracks.Item? {
    let count: SpecifiedTracks.RepeatCount
    if has(.autoFill) {
      count = .autoFill
    } else if has(.autoFit) {
      count = .autoFit
    } else {
      guard let number = plainInteger(), number > 0 else { return nil }
      count = .times(min(Int(number), Self.trackLimit))
    }
    guard comma(), let items = trackItems(allowsRepeat: false) else { return nil }
    return .repetition(count: count, items: items)
  }

  /// Line names of a subgrid: `repeat(2, [a] [b])`.
  private mutating func nameRepetition() -> SpecifiedTracks.Item? {
    let count: SpecifiedTracks.RepeatCount
    if has(.autoFill) {
      count = .autoFill
    } else {
      guard let number = plainInteger(), number > 0 else { return nil }
      count = .times(min(Int(number), Self.trackLimit))
    }
    guard comma(), let names = repeated({ $0.lineNames() }) else { return nil }
    return .repetition(count: count, items: names.map { .names($0) })
  }

  mutating func gridAutoFlow() -> Value? {
    guard case .list(let words)? = keywords([.row, .column, .dense]) else { return nil }
    let isColumn = words.contains(.keyword(.column))
    guard !(isColumn && words.contains(.keyword(.row))) else { return nil }
    return .list([.keyword(isColumn ? .column : .row), .keyword(words.contains(.keyword(.dense)) ? .dense : .none)])
  }

  mutating func lineNames() -> [String]? {
    guard peek().kind == .openSquare else { return nil }
    let start = position
    var inner = block()
    var names: [String] = []
    while let name = inner.customIdent(except: "span", "auto") { names.append(name) }
    guard inner.atEnd else {
      position = start
      return nil
    }
    return names
  }

  mutating func trackSize() -> SpecifiedTracks.Item? {
    if let breadth = trackBreadth(allowsFlex: true) {
      if case .dimension(_, .fr) = breadth { return .track(minimum: .keyword(.auto), maximum: breadth) }
      return .track(minimum: breadth, maximum: breadth)
    }
    if let limit = function("fit-content", read: { $0.lengthPercent(0) }) {
      return .track(minimum: .keyword(.auto), maximum: .list([.keyword(.fitContent), limit]))
    }
    return function("minmax") { parser in
      guard let minimum = parser.trackBreadth(allowsFlex: false), parser.comma(),
        let maximum = parser.trackBreadth(allowsFlex: true)
      else { return nil }
      return .track(minimum: minimum, maximum: maximum)
    }
  }

  private mutating func trackBreadth(allowsFlex: Bool) -> Value? {
    keyword(.auto, .minContent, .maxContent) ?? lengthPercent(0) ?? (allowsFlex ? numeric(.flex, minimum: 0) : nil)
  }

  /// One string for each row; nil if an area is not a rectangle.
  mutating func templateAreas() -> Value? {
    if has(.none) { return .areas([]) }
    var rows: [[String]] = []
    while let row = string() {
      guard let cells = Self.areaRow(row) else { return nil }
      rows.append(cells)
    }
    return Self.areas(rows)
  }

  static func areas(_ rows: [[String]]) -> Value? {
    guard let width = rows.first?.count, width > 0, rows.allSatisfy({ $0.count == width }),
      width * rows.count <= areaCellLimit
    else { return nil }
    var bounds: [String: (rows: ClosedRange<Int>, columns: ClosedRange<Int>, cells: Int)] = [:]
    for (y, row) in rows.enumerated() {
      for (x, name) in row.enumerated() where name != "." {
        if let known = bounds[name] {
          let rows = known.rows.lowerBound...y
          let columns = min(known.columns.lowerBound, x)...max(known.columns.upperBound, x)
          bounds[name] = (rows, columns, known.cells + 1)
        } else {
          bounds[name] = (y...y, x...x, 1)
        }
      }
    }
    return bounds.values.allSatisfy { $0.cells == $0.rows.count * $0.columns.count } ? .areas(rows) : nil
  }

  /// The cells of one string: names, and `.` for none.
  static func areaRow(_ row: String) -> [String]? {
    var parser = ValueParser(row)
    var cells: [String] = []
    while !parser.atEnd {
      let token = parser.peek()
      if token.kind == .ident {
        parser.position += 1
        cells.append(parser.list.text(token))
        continue
      }
      guard parser.delimiter(".") else { return nil }
      // Adjacent dots are one cell.
      while parser.position < parser.end, parser.list.tokens[parser.position].kind == .delim, parser.delimiter(".") {}
      cells.append(".")
    }
    return cells.isEmpty ? nil : cells
  }

  mutating func gridLine() -> GridLine? {
    if has(.auto) { return .auto }
    var isSpan = false
    var number: Int32?
    var name: String?
    while !atEnd {
      if !isSpan, peekKeyword() == .span {
        isSpan = true
        position += 1
      } else if number == nil, let integer = plainInteger() {
        number = integer
      } else if name == nil, let ident = customIdent(except: "auto", "span") {
        name = ident
      } else {
        break
      }
    }
    if isSpan {
      guard number != nil || name != nil, (number ?? 1) > 0 else { return nil }
      return .span(Int(number ?? 1), name: name)
    }
    guard number != 0 else { return nil }
    if let number { return .line(Int(number), name: name) }
    return name.map { .name($0) }
  }
}
