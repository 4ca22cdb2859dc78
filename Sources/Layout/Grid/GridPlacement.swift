/// The auto-placement algorithm (css-grid-2 §8.5).
///
/// The major axis is that of `grid-auto-flow`: rows by default. The time is about linear in the number of items and
/// of the tracks they span: items that are left when the searches of all items have taken too many steps are placed
/// after the others.
struct GridPlacement {
  struct Item {
    var major: GridSpan
    var minor: GridSpan
  }

  private(set) var placed: [(major: Range<Int>, minor: Range<Int>)]
  /// All tracks, implicit ones included.
  private(set) var majorTracks: Range<Int>
  private(set) var minorTracks: Range<Int>
  private let isDense: Bool
  private var occupied = Occupancy()
  /// The tracks that the searches may visit.
  let maxSteps: Int
  /// Where dense packing resumes the search for an item of a given size. Earlier positions are occupied for that
  /// size.
  private var searched: [SearchKey: (major: Int, minor: Int)] = [:]

  /// The tracks that the searches have visited.
  var steps: Int { occupied.steps }

  /// Whether the searches have taken so many steps that the items left are placed after the others.
  var isExhausted: Bool { steps > maxSteps }

  private struct SearchKey: Hashable {
    var major: Int?
    var minor: Int?
    var majorCount, minorCount: Int
  }

  /// Places items in order-modified document order.
  init(_ items: [Item], explicitMajor: Int, explicitMinor: Int, isDense: Bool, maxSteps: Int) {
    self.isDense = isDense
    self.maxSteps = maxSteps
    placed = Array(repeating: (0..<0, 0..<0), count: items.count)
    majorTracks = 0..<max(explicitMajor, 0)
    minorTracks = 0..<max(explicitMinor, 0)
    for item in items {
      if case .tracks(let range) = item.major { majorTracks = majorTracks.union(range) }
      if case .tracks(let range) = item.minor { minorTracks = minorTracks.union(range) }
    }
    for (index, item) in items.enumerated() {
      if case .tracks(let major) = item.major, case .tracks(let minor) = item.minor { occupy(index, major, minor) }
    }
    placeLockedToMajor(items)
    for item in items {
      if case .count(let count) = item.minor {
        minorTracks = minorTracks.lowerBound..<max(minorTracks.upperBound, minorTracks.lowerBound + count)
      }
    }
    placeRemaining(items)
  }

  private mutating func occupy(_ index: Int, _ major: Range<Int>, _ minor: Range<Int>) {
    placed[index] = (major, minor)
    majorTracks = majorTracks.union(major)
    minorTracks = minorTracks.union(minor)
    occupied.add(major, minor)
  }

  /// Items that have a row but no column (steps 1 and 2).
  private mutating func placeLockedToMajor(_ items: [Item]) {
    var cursors: [Int: Int] = [:]
    for (index, item) in items.enumerated() {
      guard case .tracks(let major) = item.major, case .count(let count) = item.minor else { continue }
      let key = SearchKey(major: major.lowerBound, minor: nil, majorCount: major.count, minorCount: count)
      var from =
        isDense ? searched[key]?.minor ?? minorTracks.lowerBound : cursors[major.lowerBound] ?? minorTracks.lowerBound
      if isExhausted { from = minorTracks.upperBound }
      let start = occupied.firstFree(count, in: major, from: from)
      if isDense { searched[key] = (major.lowerBound, start) } else { cursors[major.lowerBound] = start + count }
      occupy(index, major, start..<start + count)
    }
  }

  /// All others (step 4).
  private mutating func placeRemaining(_ items: [Item]) {
    var cursor = (major: majorTracks.lowerBound, minor: minorTracks.lowerBound)
    let first = cursor
    for (index, item) in items.enumerated() {
      guard case .count(let majorCount) = item.major else { continue }
      switch item.minor {
      case .tracks(let minor):
        let key = SearchKey(major: nil, minor: minor.lowerBound, majorCount: majorCount, minorCount: minor.count)
        var major = cursor.major
        if isDense {
          major = searched[key]?.major ?? first.major
        } else if minor.lowerBound < cursor.minor {
          major += 1
        }
        if isExhausted { major = max(major, majorTracks.upperBound) }
        while let last = occupied.lastConflict(minor, in: major..<major + majorCount) { major = last + 1 }
        if isDense { searched[key] = (major, minor.lowerBound) }
        cursor = (major, minor.lowerBound)
        occupy(index, major..<major + majorCount, minor)
      case .count(let count):
        let key = SearchKey(major: nil, minor: nil, majorCount: majorCount, minorCount: count)
        if isDense { cursor = searched[key] ?? first }
        while true {
          if isExhausted, cursor.major < majorTracks.upperBound {
            cursor = (majorTracks.upperBound, minorTracks.lowerBound)
          }
          let start = occupied.firstFree(count, in: cursor.major..<cursor.major + majorCount, from: cursor.minor)
          cursor.minor = start
          if start + count <= minorTracks.upperBound { break }
          cursor = (nextMajor(after: cursor.major, majorCount, count), minorTracks.lowerBound)
        }
        if isDense { searched[key] = cursor }
        occupy(index, cursor.major..<cursor.major + majorCount, cursor.minor..<cursor.minor + count)
      }
    }
  }
}

extension GridPlacement {
  /// The first major track from which an item could be placed that does not fit at `major`. An item that is as wide as
  /// the grid does not fit while one of its tracks has an occupied cell.
  private mutating func nextMajor(after major: Int, _ majorCount: Int, _ count: Int) -> Int {
    guard count == minorTracks.count,
      let last = occupied.lastConflict(minorTracks, in: major..<major + majorCount)
    else { return major + 1 }
    return last + 1
  }
}

/// The occupied cells: for each major track, ascending ranges that do not touch.
private struct Occupancy {
  private var after: [[Range<Int>]] = []
  private var before: [[Range<Int>]] = []
  /// The tracks that searches have visited.
  private(set) var steps = 0

  private func ranges(_ major: Int) -> [Range<Int>] {
    if major >= 0 { return major < after.count ? after[major] : [] }
    return -major - 1 < before.count ? before[-major - 1] : []
  }

  mutating func add(_ major: Range<Int>, _ minor: Range<Int>) {
    for track in major {
      if track >= 0 {
        while after.count <= track { after.append([]) }
        Self.insert(minor, into: &after[track])
      } else {
        while before.count <= -track - 1 { before.append([]) }
        Self.insert(minor, into: &before[-track - 1])
      }
    }
  }

  private static func insert(_ range: Range<Int>, into ranges: inout [Range<Int>]) {
    var low = firstEnding(after: range.lowerBound - 1, in: ranges)
    var merged = range
    let start = low
    while low < ranges.count, ranges[low].lowerBound <= range.upperBound {
      merged = merged.union(ranges[low])
      low += 1
    }
    ranges.replaceSubrange(start..<low, with: CollectionOfOne(merged))
  }

  /// The index of the first range that ends after a position.
  private static func firstEnding(after place: Int, in ranges: [Range<Int>]) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound > place { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The end of an occupied range that overlaps. Returns nil if the cells are free.
  mutating func conflict(_ minor: Range<Int>, in major: Range<Int>) -> Int? {
    for track in major {
      steps += 1
      let ranges = ranges(track)
      let index = Self.firstEnding(after: minor.lowerBound, in: ranges)
      if index < ranges.count, ranges[index].lowerBound < minor.upperBound { return ranges[index].upperBound }
    }
    return nil
  }

  /// The last of the tracks in which the cells are not free; nil if all are.
  mutating func lastConflict(_ minor: Range<Int>, in major: Range<Int>) -> Int? {
    for track in major.reversed() where conflict(minor, in: track..<track + 1) != nil { return track }
    return nil
  }

  mutating func firstFree(_ count: Int, in major: Range<Int>, from start: Int) -> Int {
    var start = start
    while let end = conflict(start..<start + count, in: major) { start = end }
    return start
  }
}

extension Range where Bound == Int {
  /// The smallest range that contains both.
  fileprivate func union(_ other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
