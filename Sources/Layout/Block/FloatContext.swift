import Style

/// The floats of one block formatting context (CSS 2.2 §9.5), in the context's coordinates.
///
/// No float is placed higher than a preceding one (rule 5). Below the top of the last float the space between the
/// floats therefore only widens: on each side it is a sequence of steps, kept as a stack. Above that top it no longer
/// changes and is kept as bands. Each float is pushed and popped once, and each query is a binary search, except those
/// of lines beside floats with shapes: they look at each float whose bottom, or that of a preceding one, is below the
/// top of the line.
struct FloatContext {
  private struct Float {
    var frame: Rect
    var isLeft: Bool
    var shape: FloatShape?
    /// The lowest bottom of this float and those before it.
    var lowest: Double
    /// What adding it changed.
    var changes: Changes

    /// The horizontal extent that lines between two y avoid; nil if there is none.
    func extent(from top: Double, to bottom: Double) -> ClosedRange<Double>? {
      guard let shape else { return frame.x...max(frame.x, frame.maxX) }
      guard let extent = shape.extent(from: top - frame.y, to: bottom - frame.y) else { return nil }
      // A shape does not extend beyond the margin box.
      let (left, right) = (max(extent.lowerBound, 0), min(extent.upperBound, frame.width))
      return left < right ? frame.x + left...frame.x + right : nil
    }
  }
  /// What was before a float was added, so that `rewind` takes no longer than adding.
  private struct Changes {
    var bands: Int
    var leftBottom, rightBottom: Double?
    var shapeHeight: Double?
    var shapeBottom: Double
    /// The steps that ended above the float.
    var left = 0
    var right = 0
    /// Where its own step is on its side, and how many steps that one replaced; nil if it has none.
    var step: (index: Int, replaced: Int)?
  }
  /// The edge of the available space on one side, up to a y.
  private struct Step {
    var end: Double
    var edge: Double
  }
  /// The available space between a y and the next band.
  private struct Band {
    var y: Double
    var left, right: Double
  }
  private var placed: ContiguousArray<Float> = []
  private var bands: ContiguousArray<Band> = []
  /// Steps on the left side, the one that ends first last.
  private var leftSteps: ContiguousArray<Step> = []
  private var rightSteps: ContiguousArray<Step> = []
  /// The steps that were removed, for `rewind`.
  private var oldLeftSteps: ContiguousArray<Step> = []
  private var oldRightSteps: ContiguousArray<Step> = []
  private var leftBottom: Double?
  private var rightBottom: Double?
  /// Sides on which a float continues on the next page: a box that clears it cannot be on this one.
  private(set) var continuesLeft = false
  private(set) var continuesRight = false
  /// The greatest height of a float with a shape; nil if there is none.
  private var shapeHeight: Double?
  private var shapeBottom = -Double.infinity

  /// Lengths that differ by less are equal.
  private static let tolerance = 0.0005

  var isEmpty: Bool { placed.isEmpty }

  /// The lowest bottom margin edge of the floats on the sides that `clear` specifies.
  func bottom(_ clear: BoxStyle.Clear) -> Double? {
    switch clear {
    case .none: nil
    case .left: leftBottom
    case .right: rightBottom
    case .both: if let leftBottom, let rightBottom { max(leftBottom, rightBottom) } else { leftBottom ?? rightBottom }
    }
  }

  /// True if a float that `clear` specifies continues on the next page.
  func continues(_ clear: BoxStyle.Clear) -> Bool {
    clear != .none && (continuesLeft && clear != .right || continuesRight && clear != .left)
  }

  mutating func recordContinuation(isLeft: Bool) { if isLeft { continuesLeft = true } else { continuesRight = true } }

  /// The top of the last float. A later float must not be placed higher (rule 5).
  var lastTop: Double { placed.last?.frame.y ?? -.infinity }

  /// The left and right edges of the available space at a y.
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
    // The space only widens downwards, so the top of the range determines it.
    let top = max(y, lastTop)
    if let step = Self.step(leftSteps, at: top) { left = max(left, step.edge) }
    if let step = Self.step(rightSteps, at: top) { right = min(right, -step.edge) }
    return (left, right)
  }

  /// The next y at which the available space widens.
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

  mutating func add(_ frame: Rect, isLeft: Bool, shape: FloatShape? = nil) {
    var changes = Changes(
      bands: bands.count, leftBottom: leftBottom, rightBottom: rightBottom, shapeHeight: shapeHeight,
      shapeBottom: shapeBottom)
    finishBands(above: frame.y, &changes)
    defer {
      let lowest = max(placed.last?.lowest ?? frame.maxY, frame.maxY)
      placed.append(Float(frame: frame, isLeft: isLeft, shape: shape, lowest: lowest, changes: changes))
    }
    if shape != nil {
      shapeHeight = max(shapeHeight ?? 0, frame.height)
      shapeBottom = max(shapeBottom, frame.maxY)
    }
    if isLeft {
      leftBottom = max(leftBottom ?? frame.maxY, frame.maxY)
    } else {
      rightBottom = max(rightBottom ?? frame.maxY, frame.maxY)
    }
    guard frame.height > Self.tolerance else { return }
    // The right side is mirrored, so that the edges of both stacks decrease.
    changes.step =
      isLeft
      ? Self.push(Step(end: frame.maxY, edge: frame.maxX), to: &leftSteps, &oldLeftSteps)
      : Self.push(Step(end: frame.maxY, edge: -frame.x), to: &rightSteps, &oldRightSteps)
  }

  // MARK: - Lines

  /// The left and right edges of the space for a line at a y. Lines avoid the shapes of floats, other boxes their
  /// margin boxes (css-shapes-1 §2).
  func lineEdges(at y: Double, height: Double, left: Double, right: Double) -> (left: Double, right: Double) {
    guard shapeHeight != nil else { return edges(at: y, height: height, left: left, right: right) }
    let (top, bottom) = (y + Self.tolerance, y + max(height, 2 * Self.tolerance) - Self.tolerance)
    var (left, right) = (left, right)
    // Tops do not decrease, so the floats that begin above the bottom are the first ones.
    var index = firstFloat(atOrBelow: bottom)
    while index > 0, placed[index - 1].lowest > top {
      index -= 1
      let float = placed[index]
      guard float.frame.maxY > top, let extent = float.extent(from: top, to: bottom) else { continue }
      if float.isLeft { left = max(left, extent.upperBound) } else { right = min(right, extent.lowerBound) }
    }
    return (left, right)
  }

  private func firstFloat(atOrBelow y: Double) -> Int {
    var low = 0
    var high = placed.count
    while low < high {
      let middle = (low + high) / 2
      if placed[middle].frame.y < y { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The next y at which a line may have more space. Beside shapes it is searched in steps of 1/64 of the highest one,
  /// at least 1 px.
  func nextLineEdge(below y: Double) -> Double? {
    guard let shapeHeight, y < shapeBottom else { return nextEdge(below: y) }
    let next = y + max(1, shapeHeight / 64)
    return nextEdge(below: y).map { min($0, next) } ?? next
  }

  // MARK: - Checkpoints

  /// A state to return to.
  struct Mark {
    private(set) var count: Int
    fileprivate var continuesLeft, continuesRight: Bool
  }

  var mark: Mark { Mark(count: placed.count, continuesLeft: continuesLeft, continuesRight: continuesRight) }

  /// Removes the floats added after a mark.
  mutating func rewind(to mark: Mark) {
    (continuesLeft, continuesRight) = (mark.continuesLeft, mark.continuesRight)
    while placed.count > mark.count { undo(placed.removeLast()) }
  }

  private mutating func undo(_ float: Float) {
    let changes = float.changes
    if let step = changes.step {
      if float.isLeft {
        Self.remove(step, from: &leftSteps, &oldLeftSteps)
      } else {
        Self.remove(step, from: &rightSteps, &oldRightSteps)
      }
    }
    for _ in 0..<changes.left { leftSteps.append(oldLeftSteps.removeLast()) }
    for _ in 0..<changes.right { rightSteps.append(oldRightSteps.removeLast()) }
    bands.removeLast(bands.count - changes.bands)
    (leftBottom, rightBottom) = (changes.leftBottom, changes.rightBottom)
    (shapeHeight, shapeBottom) = (changes.shapeHeight, changes.shapeBottom)
  }

  // MARK: - Steps and bands

  /// The step at a y.
  private static func step(_ steps: ContiguousArray<Step>, at y: Double) -> Step? {
    // Ends decrease along the array: find the last one that is still below.
    var low = 0
    var high = steps.count
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].end > y + tolerance { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? steps[low - 1] : nil
  }

  /// Adds a step and removes those that it hides. Returns nil if another one hides it.
  private static func push(
    _ step: Step, to steps: inout ContiguousArray<Step>, _ old: inout ContiguousArray<Step>
  ) -> (index: Int, replaced: Int)? {
    var index = steps.count
    while index > 0, steps[index - 1].end <= step.end { index -= 1 }
    // A longer step whose edge reaches further hides it.
    if index > 0, steps[index - 1].edge >= step.edge { return nil }
    var hidden = index
    while hidden < steps.count, steps[hidden].edge <= step.edge { hidden += 1 }
    old.append(contentsOf: steps[index..<hidden])
    steps.replaceSubrange(index..<hidden, with: CollectionOfOne(step))
    return (index, hidden - index)
  }

  /// Removes a step and restores those that it hid.
  private static func remove(
    _ step: (index: Int, replaced: Int), from steps: inout ContiguousArray<Step>, _ old: inout ContiguousArray<Step>
  ) {
    steps.replaceSubrange(step.index...step.index, with: old.suffix(step.replaced))
    old.removeLast(step.replaced)
  }

  /// Turns the space above the top of the next float into bands.
  private mutating func finishBands(above top: Double, _ changes: inout Changes) {
    guard !placed.isEmpty else { return }
    var y = lastTop
    while y < top {
      changes.left += Self.removeEnded(at: y, from: &leftSteps, &oldLeftSteps)
      changes.right += Self.removeEnded(at: y, from: &rightSteps, &oldRightSteps)
      let left = leftSteps.last
      let right = rightSteps.last
      bands.append(Band(y: y, left: left?.edge ?? -.infinity, right: right.map { -$0.edge } ?? .infinity))
      y = min(top, left?.end ?? top, right?.end ?? top)
    }
  }

  /// Removes the steps that end above a y. Returns their number.
  private static func removeEnded(
    at y: Double, from steps: inout ContiguousArray<Step>, _ old: inout ContiguousArray<Step>
  ) -> Int {
    var count = 0
    while let step = steps.last, step.end <= y + tolerance {
      old.append(steps.removeLast())
      count += 1
    }
    return count
  }

  /// The band at a y above the top of the last float.
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
