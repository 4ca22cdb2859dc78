import Style

/// The floats of one block formatting context (CSS 2.2 §9.5); coordinates are the context's.
///
/// No float stands higher than one before it (rule 5), so that below the last one's top the room between floats only
/// grows: on each side it is a stair, and a stack of steps. Above, it never changes again: finished bands. Each float
/// is pushed and popped once, each question is a binary search.
struct FloatContext {
  private struct Float {
    var frame: Rect
    var isLeft: Bool
  }
  /// Floats leave `edge` on one side until `end`.
  private struct Step {
    var end: Double
    var edge: Double
  }
  /// What floats leave from `y` to the next band.
  private struct Band {
    var y: Double
    var left, right: Double
  }
  private var placed: ContiguousArray<Float> = []
  private var bands: ContiguousArray<Band> = []
  /// The step that ends first comes last.
  private var leftSteps: ContiguousArray<Step> = []
  private var rightSteps: ContiguousArray<Step> = []
  private var leftBottom: Double?
  private var rightBottom: Double?
  /// Sides on which a float goes on over the page: what clears it can't stand on this one.
  private(set) var goesOnLeft = false
  private(set) var goesOnRight = false

  /// Lengths closer than this count as the same.
  private static let tolerance = 0.0005

  var isEmpty: Bool { placed.isEmpty }

  /// The lowest bottom margin edge of the floats on the sides that `clear` names.
  func bottom(_ clear: BoxStyle.Clear) -> Double? {
    switch clear {
    case .none: nil
    case .left: leftBottom
    case .right: rightBottom
    case .both: if let leftBottom, let rightBottom { max(leftBottom, rightBottom) } else { leftBottom ?? rightBottom }
    }
  }

  /// True where a float that `clear` names goes on over the page.
  func goesOn(_ clear: BoxStyle.Clear) -> Bool {
    clear != .none && (goesOnLeft && clear != .right || goesOnRight && clear != .left)
  }

  mutating func noteGoesOn(isLeft: Bool) { if isLeft { goesOnLeft = true } else { goesOnRight = true } }

  /// The top of the last float: a later one may not stand higher (rule 5).
  var lastTop: Double { placed.last?.frame.y ?? -.infinity }

  /// The left and right edge that floats leave at some height.
  func edges(at y: Double, height: Double = 0, left: Double, right: Double) -> (left: Double, right: Double) {
    var left = left
    var right = right
    let bottom = y + max(height, 2 * Self.tolerance)
    if y < lastTop {
      var band = firstBand(at: y)
      while band < bands.count, bands[band].y < bottom {
        left = max(left, bands[band].left)
        right = min(right, bands[band].right)
        band += 1
      }
      guard bottom > lastTop else { return (left, right) }
    }
    // The room only grows downwards: the top of the range says it all.
    let top = max(y, lastTop)
    if let step = Self.step(leftSteps, at: top) { left = max(left, step.edge) }
    if let step = Self.step(rightSteps, at: top) { right = min(right, -step.edge) }
    return (left, right)
  }

  /// The next height at which floats leave more room.
  func nextEdge(below y: Double) -> Double? {
    if y < lastTop {
      let next = firstBand(at: y) + 1
      if next < bands.count { return bands[next].y }
      return max(lastTop, y + 2 * Self.tolerance)
    }
    let left = Self.step(leftSteps, at: y)?.end
    let right = Self.step(rightSteps, at: y)?.end
    if let left, let right { return min(left, right) }
    return left ?? right
  }

  mutating func add(_ frame: Rect, isLeft: Bool) {
    finishBands(above: frame.y)
    placed.append(Float(frame: frame, isLeft: isLeft))
    if isLeft {
      leftBottom = max(leftBottom ?? frame.maxY, frame.maxY)
    } else {
      rightBottom = max(rightBottom ?? frame.maxY, frame.maxY)
    }
    guard frame.height > Self.tolerance else { return }
    // The right side is mirrored, so that both stairs fall.
    if isLeft {
      Self.push(Step(end: frame.maxY, edge: frame.maxX), to: &leftSteps)
    } else {
      Self.push(Step(end: frame.maxY, edge: -frame.x), to: &rightSteps)
    }
  }

  // MARK: - Going back

  /// How many floats there are, to go back to.
  struct Mark {
    fileprivate var count: Int
    fileprivate var goesOnLeft, goesOnRight: Bool
  }

  var mark: Mark { Mark(count: placed.count, goesOnLeft: goesOnLeft, goesOnRight: goesOnRight) }

  /// Takes back the floats that were added after a mark.
  mutating func rewind(to mark: Mark) {
    (goesOnLeft, goesOnRight) = (mark.goesOnLeft, mark.goesOnRight)
    guard placed.count > mark.count else { return }
    var again = FloatContext()
    for float in placed[..<mark.count] { again.add(float.frame, isLeft: float.isLeft) }
    (again.goesOnLeft, again.goesOnRight) = (goesOnLeft, goesOnRight)
    self = again
  }

  // MARK: - Steps and bands

  /// The step that holds at some height.
  private static func step(_ steps: ContiguousArray<Step>, at y: Double) -> Step? {
    // Ends fall along the array: the last one that is still below.
    var low = 0
    var high = steps.count
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].end > y + tolerance { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? steps[low - 1] : nil
  }

  /// Adds a step; those that it hides go.
  private static func push(_ step: Step, to steps: inout ContiguousArray<Step>) {
    var index = steps.count
    while index > 0, steps[index - 1].end <= step.end { index -= 1 }
    // A longer step that reaches further hides it.
    if index > 0, steps[index - 1].edge >= step.edge { return }
    var hidden = index
    while hidden < steps.count, steps[hidden].edge <= step.edge { hidden += 1 }
    steps.replaceSubrange(index..<hidden, with: CollectionOfOne(step))
  }

  /// Makes bands of what lies above the next float's top.
  private mutating func finishBands(above top: Double) {
    guard !placed.isEmpty else { return }
    var y = lastTop
    while y < top {
      while let step = leftSteps.last, step.end <= y + Self.tolerance { leftSteps.removeLast() }
      while let step = rightSteps.last, step.end <= y + Self.tolerance { rightSteps.removeLast() }
      let left = leftSteps.last
      let right = rightSteps.last
      bands.append(Band(y: y, left: left?.edge ?? -.infinity, right: right.map { -$0.edge } ?? .infinity))
      y = min(top, left?.end ?? top, right?.end ?? top)
    }
  }

  /// The band that holds at some height above the last float's top.
  private func firstBand(at y: Double) -> Int {
    var low = 0
    var high = bands.count
    while low < high {
      let middle = (low + high) / 2
      if bands[middle].y <= y + Self.tolerance { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}
