import Style

/// The floats of one block formatting context (CSS 2.2 §9.5), in the context's coordinates.
///
/// No float is placed higher than a preceding one (rule 5). Below the top of the last float the space between the
/// floats therefore only widens: on each side it is a sequence of steps, kept as a stack. Above that top it no longer
/// changes and is kept as bands. Each float is pushed and popped once, and each query is a binary search, except those
/// of lines beside floats with shapes: they look at each float whose bottom, or that of a preceding one, is below the
/// top of the line.
struct FloatContext {
  struct Float {
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
  struct Changes {
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
  /// The available space between a y and the next band.
  struct Band {
    var y: Double
    var left, right: Double
  }
  var placed: ContiguousArray<Float> = []
  var bands: ContiguousArray<Band> = []
  var leftSteps = FloatSteps()
  /// Mirrored: the edges are negative.
  var rightSteps = FloatSteps()
  var leftBottom: Double?
  var rightBottom: Double?
  /// Sides on which a float continues on the next page: a box that clears it cannot be on this one.
  var continuesLeft = false
  var continuesRight = false
  /// The greatest height of a float with a shape; nil if there is none.
  var shapeHeight: Double?
  var shapeBottom = -Double.infinity

  /// Lengths that differ by less are equal.
  static let tolerance = 0.0005

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

  /// Whether a float that `clear` specifies continues on the next page.
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
    if let step = leftSteps.step(at: top) { left = max(left, step.edge) }
    if let step = rightSteps.step(at: top) { right = min(right, -step.edge) }
    return (left, right)
  }

  /// The next y at which the available space widens.
  func nextEdge(below y: Double) -> Double? {
    if y < lastTop {
      let next = firstBand(at: y) + 1
      if next < bands.count { return bands[next].y }
      return max(lastTop, y + 2 * Self.tolerance)
    }
    let left = leftSteps.step(at: y)?.end
    let right = rightSteps.step(at: y)?.end
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
    changes.step =
      isLeft
      ? leftSteps.push(.init(end: frame.maxY, edge: frame.maxX))
      : rightSteps.push(.init(end: frame.maxY, edge: -frame.x))
  }

  /// Turns the space above the top of the next float into bands.
  private mutating func finishBands(above top: Double, _ changes: inout Changes) {
    guard !placed.isEmpty else { return }
    var y = lastTop
    while y < top {
      changes.left += leftSteps.removeEnded(at: y)
      changes.right += rightSteps.removeEnded(at: y)
      let left = leftSteps.last
      let right = rightSteps.last
      bands.append(Band(y: y, left: left?.edge ?? -.infinity, right: right.map { -$0.edge } ?? .infinity))
      y = min(top, left?.end ?? top, right?.end ?? top)
    }
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
