import Style

/// The placement of an item along one axis: on specific tracks, or on a number of tracks to be found.
///
/// Tracks are counted from the first track of the explicit grid; preceding ones are negative.
enum GridSpan: Equatable {
  case tracks(Range<Int>)
  case count(Int)

  var count: Int {
    switch self {
    case .tracks(let range): range.count
    case .count(let count): count
    }
  }
}

/// The explicit grid's lines along one axis, and their names (css-grid-2 §7 and §8.3).
struct GridLines {
  /// The greatest distance of a line from the explicit grid's first line. css-grid-2 §6.6 allows clamping.
  static let farthest = 10_000

  /// The explicit grid's number of tracks.
  var count: Int
  /// Lines of each name, ascending; line 0 is the first.
  private var named: [String: [Int]] = [:]

  init(count: Int) { self.count = count }

  mutating func add(_ name: String, at line: Int) { named[name, default: []].append(line) }

  /// The names of the lines in a range.
  func names(from first: Int, through last: Int) -> [(name: String, line: Int)] {
    named.flatMap { name, lines in
      lines[Self.count(of: lines, before: first)..<Self.count(of: lines, before: last + 1)].map { (name, $0) }
    }
  }

  /// Sorts the lines of each name, after all are added. A line that has a name more than once, such as by an area and
  /// in the template, counts once.
  mutating func sort() { for (name, lines) in named where lines.count > 1 { named[name] = Set(lines).sorted() } }

  /// The tracks between two lines, or the number of tracks (§8.3, §8.3.1).
  func span(from start: GridLine, to end: GridLine) -> GridSpan {
    let first = position(start, suffix: "-start")
    let last = position(end, suffix: "-end")
    switch (first, last) {
    case (let first?, let last?):
      return first == last ? tracks(first, first + 1) : tracks(min(first, last), max(first, last))
    case (let first?, nil):
      guard case .span(let count, let name) = end else { return tracks(first, first + 1) }
      return tracks(first, name.map { line(count, named: $0, after: first) } ?? first + Self.clamp(count))
    case (nil, let last?):
      guard case .span(let count, let name) = start else { return tracks(last - 1, last) }
      return tracks(name.map { line(count, named: $0, before: last) } ?? last - Self.clamp(count), last)
    case (nil, nil):
      if case .span(let count, let name) = start { return .count(name == nil ? max(1, Self.clamp(count)) : 1) }
      if case .span(let count, let name) = end { return .count(name == nil ? max(1, Self.clamp(count)) : 1) }
      return .count(1)
    }
  }

  /// The line that a value specifies; nil for `auto` and spans.
  func position(_ value: GridLine, suffix: String) -> Int? {
    switch value {
    case .auto, .span: return nil
    case .name(let name): return named[name + suffix]?.first ?? line(1, named: name)
    case .line(let number, let name):
      let number = Self.clamp(number)
      if let name { return line(number, named: name) }
      return number > 0 ? number - 1 : count + 1 + number
    }
  }

  private static func clamp(_ number: Int) -> Int { max(-2 * farthest, min(2 * farthest, number)) }

  /// The nth line with a name. All implicit lines have every name.
  private func line(_ number: Int, named name: String) -> Int {
    let lines = named[name] ?? []
    if number > 0 { return number <= lines.count ? lines[number - 1] : count + number - lines.count }
    return -number <= lines.count ? lines[lines.count + number] : number + lines.count
  }

  /// The nth line with a name after a line.
  private func line(_ number: Int, named name: String, after start: Int) -> Int {
    let (number, lines) = (Self.clamp(number), named[name] ?? [])
    let first = Self.count(of: lines, before: start + 1)
    return first + number <= lines.count
      ? lines[first + number - 1] : max(count, start) + number - (lines.count - first)
  }

  /// The nth line with a name before a line, counted backwards.
  private func line(_ number: Int, named name: String, before end: Int) -> Int {
    let (number, lines) = (Self.clamp(number), named[name] ?? [])
    let last = Self.count(of: lines, before: end)
    return number <= last ? lines[last - number] : min(0, end) - (number - last)
  }

  /// The number of ascending lines before a position. A search in halves: thousands of items may refer to thousands of
  /// lines.
  private static func count(of lines: [Int], before position: Int) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// A range clamped to the possible lines.
  private func tracks(_ start: Int, _ end: Int) -> GridSpan {
    let start = max(-Self.farthest, min(Self.farthest - 1, start))
    return .tracks(start..<max(start + 1, min(Self.farthest, end)))
  }
}
