/// The lanes that are filled so far (css-grid-3 §4).
struct LaneStack {
  /// The edge of each lane after which the next item is placed, px.
  private var edges: [Double]
  /// Whether a lane is an empty lane of `repeat(auto-fit)`, which takes no items, by lane.
  private let isCollapsed: [Bool]
  /// The lane after the item that was placed last.
  private var cursor = 0
  private let tolerance: Double
  private let gap: Double
  /// The lanes that the searches have visited, and the most that they may visit. Items that are left then are in the
  /// next lanes.
  private(set) var steps = 0
  let maxSteps: Int

  /// - Parameters:
  ///   - tolerance: px; the difference between lanes that does not matter.
  ///   - gap: px between items.
  init(_ lanes: GridTracks, tolerance: Double, gap: Double, maxSteps: Int) {
    edges = Array(repeating: 0, count: lanes.tracks.count)
    isCollapsed = lanes.tracks.map(\.isCollapsed)
    self.tolerance = tolerance
    self.gap = gap
    self.maxSteps = maxSteps
  }

  /// The lanes of an item: of those that are within the tolerance of the least filled, the next ones.
  mutating func lanes(spanning span: Int) -> Range<Int> {
    let count = min(span, edges.count)
    guard steps <= maxSteps else {
      let start = cursor + count <= edges.count ? cursor : 0
      return start..<start + count
    }
    steps += edges.count
    let positions = positions(spanning: count)
    let least = (positions.min() ?? 0) + tolerance + 1e-6
    var first: Int?
    for (start, position) in positions.enumerated() where position.isFinite && position <= least {
      if start >= cursor { return start..<start + count }
      if first == nil { first = start }
    }
    return (first ?? 0)..<(first ?? 0) + count
  }

  /// The position at which an item would start that begins in a lane, by lane; infinite if it would be in a collapsed
  /// lane. Each is the greatest edge of `count` lanes.
  private func positions(spanning count: Int) -> [Double] {
    func edge(_ lane: Int) -> Double { isCollapsed[lane] ? .infinity : edges[lane] }
    guard count > 1 else { return edges.indices.map(edge) }
    var positions: [Double] = []
    // The lanes of the current range that no later one exceeds, from `start` on: their edges decrease.
    var open: [Int] = []
    var start = 0
    for lane in edges.indices {
      while open.count > start, let last = open.last, edge(last) <= edge(lane) { open.removeLast() }
      open.append(lane)
      if open[start] + count <= lane { start += 1 }
      if lane + 1 >= count { positions.append(edge(open[start])) }
    }
    return positions
  }

  /// Adds an item after the others in its lanes, and returns its position.
  mutating func add(_ lanes: Range<Int>, size: Double) -> Double {
    let start = edges[lanes].max() ?? 0
    for lane in lanes { edges[lane] = start + size + gap }
    cursor = lanes.upperBound
    return start
  }

  /// The extent of all items.
  var extent: Double { max(0, (edges.max() ?? 0) - gap) }
}
