import Style

/// One of a box's four sides, clockwise.
enum Side: CaseIterable {
  case top, right, bottom, left
  var next: Side {
    switch self {
    case .top: .right
    case .right: .bottom
    case .bottom: .left
    case .left: .top
    }
  }
  var previous: Side { next.next.next }
}

extension Sides {
  subscript(side: Side) -> Value {
    switch side {
    case .top: top
    case .right: right
    case .bottom: bottom
    case .left: left
    }
  }
}
