/// Shapes at another `zoom` (css-viewport-1 §4).
extension ClipPath {
  func scaled(by factor: Double) -> ClipPath {
    guard factor != 1 else { return self }
    var path = self
    switch shape {
    case .box, .element: break
    case .path(let data, let isEvenOdd, let scale):
      path.shape = .path(data, isEvenOdd: isEvenOdd, scale: scale * factor)
    case .inset(let sides, let radius):
      path.shape = .inset(
        Sides(
          top: sides.top.scaled(by: factor), right: sides.right.scaled(by: factor),
          bottom: sides.bottom.scaled(by: factor), left: sides.left.scaled(by: factor)),
        radius: Corners(
          topLeft: radius.topLeft.scaled(by: factor), topRight: radius.topRight.scaled(by: factor),
          bottomRight: radius.bottomRight.scaled(by: factor), bottomLeft: radius.bottomLeft.scaled(by: factor)))
    case .polygon(let points, let isEvenOdd):
      path.shape = .polygon(points.map { $0.scaled(by: factor) }, isEvenOdd: isEvenOdd)
    case .commands(let start, let commands, let isEvenOdd):
      path.shape = .commands(
        from: start.scaled(by: factor), commands.map { $0.scaled(by: factor) }, isEvenOdd: isEvenOdd)
    case .ellipse(let radii, let center, let isCircle):
      path.shape = .ellipse(
        radii: Pair(radii.x.scaled(by: factor), radii.y.scaled(by: factor)), center: center.scaled(by: factor),
        isCircle: isCircle)
    case .rect(let edges):
      path.shape = .rect(
        Sides(
          top: edges.top.map { $0 * factor }, right: edges.right.map { $0 * factor },
          bottom: edges.bottom.map { $0 * factor }, left: edges.left.map { $0 * factor }))
    }
    return path
  }
}

extension ClipPath.Radius {
  fileprivate func scaled(by factor: Double) -> ClipPath.Radius {
    if case .length(let length) = self { .length(length.scaled(by: factor)) } else { self }
  }
}

extension Pair<LengthPercentage> {
  func scaled(by factor: Double) -> Pair<LengthPercentage> { Pair(x.scaled(by: factor), y.scaled(by: factor)) }
}

extension LengthPercentage {
  /// Percentages refer to what is scaled likewise.
  fileprivate func scaled(by factor: Double) -> LengthPercentage {
    switch self {
    case .px(let px): .px(px * factor)
    case .percent: self
    case .calc(let calculation): .calc(calculation.scaled(by: factor))
    }
  }
}

extension Calculation {
  fileprivate func scaled(by factor: Double) -> Calculation {
    switch self {
    case .px(let px): .px(px * factor)
    case .percent: self
    case .sum(let a, let b): .sum(a.scaled(by: factor), b.scaled(by: factor))
    case .product(let a, let number): .product(a.scaled(by: factor), number)
    case .min(let terms): .min(terms.map { $0.scaled(by: factor) })
    case .max(let terms): .max(terms.map { $0.scaled(by: factor) })
    case .clamp(let low, let value, let high):
      .clamp(low.scaled(by: factor), value.scaled(by: factor), high.scaled(by: factor))
    case .function(let function, let arguments): .function(function, arguments.map { $0.scaled(by: factor) })
    }
  }
}
