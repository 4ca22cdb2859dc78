import Style

/// Pages whose principal writing mode is vertical (css-writing-modes-4 §8). Their content is laid out horizontally, and
/// painted turned about the corner of the page area at which the first line starts.
extension BoxTurn {
  /// The page area before the turn, with the corner about which it is turned at its top left.
  func turned(_ area: Rect) -> Rect {
    switch self {
    case .clockwise: Rect(x: area.maxX, y: area.y, width: area.height, height: area.width)
    case .counterclockwise: Rect(x: area.x, y: area.maxY, width: area.height, height: area.width)
    }
  }

  /// How contents are turned about a point.
  func transform(about point: Point) -> AffineTransform {
    .translation(point.x, point.y).concatenating(.rotation(self == .clockwise ? 90 : -90))
      .concatenating(.translation(-point.x, -point.y))
  }

  /// A rectangle of the page in the coordinates of contents that are turned about a point.
  func beforeTurn(_ rect: Rect, about point: Point) -> Rect {
    let (x, y) =
      switch self {
      case .clockwise: (rect.y - point.y, point.x - rect.maxX)
      case .counterclockwise: (point.y - rect.maxY, rect.x - point.x)
      }
    return Rect(x: point.x + x, y: point.y + y, width: rect.height, height: rect.width)
  }

  /// The box of the root, of which each page shows a part, as seen on a page. Its background is continued from left to
  /// right, as browsers do.
  /// - Parameters:
  ///   - area: the page area before the turn.
  ///   - isMirrored: whether blocks follow one another in the other direction.
  func onPage(_ rect: Rect, area: Rect, isMirrored: Bool) -> Rect {
    let (across, down) = (rect.y - area.y, rect.x - area.x)
    let x =
      switch self {
      case .clockwise: area.x - area.height + across + (isMirrored ? 0 : max(0, area.height - rect.height))
      case .counterclockwise: area.x + across
      }
    let y = self == .clockwise ? area.y + down : area.y - down - rect.width
    return Rect(x: x, y: y, width: rect.height, height: rect.width)
  }
}

extension PageCollector {
  /// How the coordinates of the document's content become those of a page.
  func pageTransform(_ number: Int, _ context: borrowing LayoutContext) -> AffineTransform {
    guard let turn = context.document.pageTurn else { return .identity }
    let area = records[number].area
    return turn.transform(about: Point(x: area.x, y: area.y))
  }
}
