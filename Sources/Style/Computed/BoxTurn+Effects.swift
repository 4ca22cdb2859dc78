/// Shadows and transforms before a turn: they refer to the page (css-writing-modes-4 §7.5). Clip paths, masks, filters
/// and images are turned by the painter.
extension BoxTurn {
  /// An offset before the turn.
  private func offset(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    self == .clockwise ? (y, -x) : (-y, x)
  }

  /// Turns the offsets of the shadows, and the transforms with their origin.
  func turnEffects(of paint: inout PaintStyle) {
    for index in paint.boxShadows.indices {
      (paint.boxShadows[index].x, paint.boxShadows[index].y) = offset(
        paint.boxShadows[index].x, paint.boxShadows[index].y)
    }
    for index in paint.transforms.indices { paint.transforms[index] = transform(paint.transforms[index]) }
    let origin = paint.transformOrigin
    paint.transformOrigin =
      self == .clockwise ? Pair(origin.y, origin.x.fromEnd) : Pair(origin.y.fromEnd, origin.x)
  }

  /// A function that transforms the turned box as the given one transforms the box on the page.
  private func transform(_ function: Transform) -> Transform {
    switch function {
    case .translate(let x, let y): self == .clockwise ? .translate(y, x.negated) : .translate(y.negated, x)
    case .scale(let x, let y): .scale(y, x)
    case .rotate: function
    case .skew(let x, let y): .skew(-y, -x)
    case .matrix(let a, let b, let c, let d, let e, let f):
      .matrix(d, -c, -b, a, offset(e, f).x, offset(e, f).y)
    }
  }

  /// Turns the offsets of text shadows.
  func turnShadows(of text: inout TextStyle) {
    for index in text.shadows.indices {
      (text.shadows[index].x, text.shadows[index].y) = offset(text.shadows[index].x, text.shadows[index].y)
    }
  }
}

extension PaintStyle {
  /// Whether the box is turned about its top left corner (`BoxTurn`).
  package var isQuarterTurn: Bool {
    (transforms == [.rotate(90)] || transforms == [.rotate(-90)]) && transformOrigin == Pair(.zero, .zero)
  }
}

extension LengthPercentage {
  fileprivate var negated: LengthPercentage {
    switch self {
    case .px(let px): .px(-px)
    case .percent(let percent): .percent(-percent)
    case .calc(let calculation): .calc(.product(calculation, -1))
    }
  }

  /// The position that is as far from the end of the basis as this one from its start.
  fileprivate var fromEnd: LengthPercentage {
    switch self {
    case .px(0): .percent(100)
    case .px(let px): .calc(.sum(.percent(100), .px(-px)))
    case .percent(let percent): .percent(100 - percent)
    case .calc(let calculation): .calc(.sum(.percent(100), .product(calculation, -1)))
    }
  }
}
