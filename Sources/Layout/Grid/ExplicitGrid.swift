import Style

/// The explicit grid along one axis: the template with repetitions expanded (css-grid-2 §7.2 to §7.4).
struct ExplicitGrid {
  /// The most tracks; further ones are ignored (css-grid-2 §6.6).
  static let maxTracks = 10_000

  /// The most names of lines. Without a limit, a `repeat()` of many names would take seconds for each container.
  static let maxNames = 20_000

  /// The sizes of the template's tracks. Areas may make the explicit grid longer.
  var sizes: [TrackSize] = []
  var lines: GridLines
  /// The tracks of `repeat(auto-fit)`.
  var collapsible = 0..<0
  /// Names of lines are left out, because there are too many.
  private(set) var hasTooManyNames = false

  /// The size that `repeat(auto-fill)` fills: the definite, maximum or minimum size of the container, px.
  struct FillSize {
    var definite: Double?
    var most: Double?
    var least: Double?
    /// The size of intrinsic tracks that are repeated, which only grid lanes have.
    var intrinsic: IntrinsicSize?
  }

  /// - Parameters:
  ///   - areas: the names in the cells of each track.
  ///   - gap: px between tracks.
  init(_ template: GridTemplate, areas: GridAreaNames, fill: FillSize, gap: Double) {
    var names: [(name: String, line: Int)] = []
    var sizes: [TrackSize] = []
    var collapsible = 0..<0
    func add(_ items: [GridTemplate.Item]) {
      for item in items {
        switch item {
        case .lines(let own):
          for name in own.prefix(Self.maxNames + 1 - names.count) { names.append((name, sizes.count)) }
        case .track(let size): if sizes.count < Self.maxTracks { sizes.append(size) }
        case .autoRepeat(let collapses, let repeated):
          let count = Self.repetitions(of: repeated, in: items, fill: fill, gap: gap)
          let start = sizes.count
          for _ in 0..<count where sizes.count < Self.maxTracks { add(repeated) }
          if collapses { collapsible = start..<sizes.count }
        }
      }
    }
    if !template.hasIntrinsicRepetition || fill.intrinsic != nil { add(template.items) }
    self.sizes = sizes
    self.collapsible = collapsible
    lines = GridLines(count: max(sizes.count, areas.count))
    hasTooManyNames = names.count > Self.maxNames
    for entry in names.prefix(Self.maxNames) { lines.add(entry.name, at: entry.line) }
    for (name, range) in areas.ranges {
      lines.add(name + "-start", at: range.lowerBound)
      lines.add(name + "-end", at: range.upperBound)
    }
    lines.sort()
  }

  /// The number of repetitions of `repeat(auto-fill, …)`: as many as fit, at least one (§7.2.3.2).
  private static func repetitions(
    of repeated: [GridTemplate.Item], in items: [GridTemplate.Item], fill: FillSize, gap: Double
  ) -> Int {
    func extent(_ items: [GridTemplate.Item]) -> (size: Double, count: Int) {
      var size = 0.0
      var count = 0
      for item in items {
        guard case .track(let track) = item else { continue }
        size += fixedSize(track, fill.definite ?? fill.most ?? fill.least, fill.intrinsic)
        count += 1
      }
      return (size, count)
    }
    let once = extent(repeated)
    let rest = extent(items)
    let length = once.size + gap * Double(once.count)
    guard length > 0, once.count > 0 else { return 1 }
    let most = Double(max(1, maxTracks / once.count))
    func count(_ size: Double, _ rounding: FloatingPointRoundingRule) -> Int {
      let free = size - rest.size - gap * Double(rest.count) + gap
      return Int(min(most, max(1, ((free + 0.001) / length).rounded(rounding))))
    }
    if let size = fill.definite ?? fill.most { return count(size, .down) }
    return fill.least.map { count($0 - 0.002, .up) } ?? 1
  }

  /// The size of a track for counting repetitions: its maximum if definite, else its minimum; at least 1 px.
  private static func fixedSize(_ track: TrackSize, _ extent: Double?, _ intrinsic: IntrinsicSize?) -> Double {
    let resolved = GridTrack(track, extent: extent)
    switch (resolved.minimum, resolved.maximum) {
    case (.fixed(let least), .fixed(let most)): return max(1, least, most)
    case (_, .fixed(let most)): return max(1, most)
    case (.fixed(let least), _): return max(1, least)
    case (_, .minContent): return max(1, intrinsic?.min ?? 0)
    case (_, .fitContent(let most)): return max(1, intrinsic.map { max($0.min, min($0.max, most)) } ?? 0)
    default: return max(1, intrinsic?.max ?? 0)
    }
  }

  /// The tracks between two lines. The implicit ones are sized by `grid-auto-rows` or `grid-auto-columns` (§7.6).
  func tracks(_ range: Range<Int>, auto: [TrackSize], extent: Double?, gap: Double) -> GridTracks {
    var result = GridTracks()
    result.gap = gap
    result.explicitStart = -range.lowerBound
    result.explicitCount = lines.count
    let auto = auto.isEmpty ? [.auto] : auto
    for index in range {
      let size: TrackSize
      if index < 0 {
        size = auto[auto.count - 1 - (-1 - index) % auto.count]
      } else {
        size = index < sizes.count ? sizes[index] : auto[(index - sizes.count) % auto.count]
      }
      result.tracks.append(GridTrack(size, extent: extent))
    }
    return result
  }
}

/// The named areas as ranges of tracks along one axis.
struct GridAreaNames {
  var count = 0
  var ranges: [String: Range<Int>] = [:]

  static func rows(_ areas: [[String]]) -> GridAreaNames {
    var result = GridAreaNames(count: areas.count)
    for (row, cells) in areas.enumerated() { for name in Set(cells) { result.add(name, row) } }
    return result
  }

  static func columns(_ areas: [[String]]) -> GridAreaNames {
    var result = GridAreaNames(count: areas.first?.count ?? 0)
    for cells in areas { for (column, name) in cells.enumerated() { result.add(name, column) } }
    return result
  }

  private mutating func add(_ name: String, _ track: Int) {
    guard name != "." else { return }
    let known = ranges[name] ?? track..<track + 1
    ranges[name] = min(known.lowerBound, track)..<max(known.upperBound, track + 1)
  }
}
