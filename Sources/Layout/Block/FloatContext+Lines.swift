/// The space of lines beside floats with shapes (css-shapes-1 §2).
extension FloatContext {
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
}
