import PDF

extension LineEnding {
  /// Half the width of an ending, and the length of an arrow: proportional to the line width, with a minimum for thin
  /// lines.
  static func size(width: Double) -> Double { max(width, 1) * 3 + 1 }

  /// The length by which the line is shortened, so that it does not show through the ending.
  func retreat(width: Double) -> Double {
    let size = Self.size(width: width)
    return switch self {
    case .square, .circle, .diamond: size
    case .closedArrow: size * 1.732
    case .none, .openArrow, .butt, .reversedOpenArrow, .reversedClosedArrow, .slash: 0
    }
  }
}

extension Appearance {
  /// Draws a line ending (Table 176).
  /// - Parameters:
  ///   - tip: the end of the line.
  ///   - away: unit vector in the direction in which the line points there.
  ///   - fills: whether closed endings are filled.
  mutating func draw(_ ending: LineEnding, at tip: Point, away: Point, width: Double, fills: Bool) {
    let size = LineEnding.size(width: width)
    let side = away.normal * size
    // Arms at 30 degrees from the line.
    let back = away * (size * -1.732)
    switch ending {
    case .none: return
    case .square:
      content.polygon([
        tip + away * size + side, tip + away * size - side, tip - away * size - side, tip - away * size + side,
      ])
    case .circle: content.circle(tip, radius: size)
    case .diamond: content.polygon([tip + away * size, tip + side, tip - away * size, tip - side])
    case .openArrow: content.polyline([tip + back + side, tip, tip + back - side])
    case .closedArrow: content.polygon([tip + back + side, tip, tip + back - side])
    case .reversedOpenArrow: content.polyline([tip - back + side, tip, tip - back - side])
    case .reversedClosedArrow: content.polygon([tip - back + side, tip, tip - back - side])
    case .butt: content.polyline([tip + side, tip - side])
    case .slash:
      let slope = away * (size * 0.5) + away.normal * (size * 0.866)
      content.polyline([tip + slope, tip - slope])
    }
    let isClosed: Bool =
      switch ending {
      case .square, .circle, .diamond, .closedArrow, .reversedClosedArrow: true
      default: false
      }
    content.paint(fills: fills && isClosed, strokes: true)
  }
}
