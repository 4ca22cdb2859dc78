/// The grammar of `shape()` (css-shapes-2 §3.4).
extension ValueParser {
  /// The arguments: the fill rule, the first point, and a list for each command.
  mutating func shapeArguments() -> [Value]? {
    let isEvenOdd = ident("evenodd")
    if !isEvenOdd { _ = ident("nonzero") }
    guard ident("from"), let start = position(), comma(), let commands = commaSeparated({ $0.shapeCommand() }) else {
      return nil
    }
    return [.identifier("shape"), .number(isEvenOdd ? 1 : 0)] + start + commands
  }

  /// The number of the kind, whether the end point is relative, the end point, and what the kind has besides.
  private mutating func shapeCommand() -> Value? {
    guard let name = ident() else { return nil }
    func list(_ kind: ShapeCommand.Kind, _ rest: [Value]?) -> Value? {
      rest.map { .list([.number(Double(kind.rawValue))] + $0) }
    }
    switch name.asciiLowercased {
    case "move": return list(.move, endPoint())
    case "line": return list(.line, endPoint())
    case "hline":
      return list(.horizontal, coordinate([.left: 0, .center: 50, .right: 100]).map { [$0, $1, .number(0)] })
    case "vline":
      return list(.vertical, coordinate([.top: 0, .center: 50, .bottom: 100]).map { [$0, .number(0), $1] })
    case "curve":
      guard let end = endPoint(), ident("with"), let first = controlPoint(isRelative: end[0] == .number(1)) else {
        return nil
      }
      guard slash() else { return list(.curve, end + first) }
      return list(.curve, controlPoint(isRelative: end[0] == .number(1)).map { end + first + $0 })
    case "smooth":
      guard let end = endPoint() else { return nil }
      guard ident("with") else { return list(.smooth, end) }
      return list(.smooth, controlPoint(isRelative: end[0] == .number(1)).map { end + $0 })
    case "arc": return list(.arc, arc())
    case "close": return list(.close, [])
    default: return nil
    }
  }

  private mutating func isRelative() -> Bool? { ident("by") ? true : ident("to") ? false : nil }

  private mutating func endPoint() -> [Value]? {
    guard let isRelative = isRelative(), let point = isRelative ? coordinates() : position() else { return nil }
    return [.number(isRelative ? 1 : 0)] + point
  }

  private mutating func coordinates() -> [Value]? {
    guard let x = lengthPercent(), let y = lengthPercent() else { return nil }
    return [x, y]
  }

  private mutating func coordinate(_ places: [Keyword: Double]) -> (Value, Value)? {
    guard let isRelative = isRelative() else { return nil }
    if !isRelative, let place = keyword(in: Array(places.keys)) {
      return (.number(0), .percentage(places[place] ?? 0))
    }
    return lengthPercent().map { (.number(isRelative ? 1 : 0), $0) }
  }

  /// A point and what it is relative to: without `from`, to what the end point is relative to.
  private mutating func controlPoint(isRelative: Bool) -> [Value]? {
    guard let point = attempt({ $0.coordinates() }) ?? position() else { return nil }
    var origin = isRelative ? ShapeCommand.Origin.start : .origin
    if ident("from") {
      if ident("start") {
        origin = .start
      } else if ident("end") {
        origin = .end
      } else if ident("origin") {
        origin = .origin
      } else {
        return nil
      }
    }
    return point + [.number(Double(origin.rawValue))]
  }

  /// `<end point> of <radii> && <sweep>? && <size>? && [rotate <angle>]?`
  private mutating func arc() -> [Value]? {
    guard let end = endPoint() else { return nil }
    var (radii, isLarge, isClockwise): ([Value]?, Bool, Bool) = (nil, false, false)
    var angle = Value.number(0)
    while !atEnd {
      if radii == nil, ident("of") {
        guard let first = lengthPercent() else { return nil }
        radii = [first, lengthPercent() ?? first]
      } else if ident("cw") {
        isClockwise = true
      } else if ident("large") {
        isLarge = true
      } else if ident("rotate") {
        guard let value = numeric(.angle) else { return nil }
        angle = value
      } else if !ident("ccw"), !ident("small") {
        break
      }
    }
    return radii.map { end + $0 + [.number(isLarge ? 1 : 0), .number(isClockwise ? 1 : 0), angle] }
  }
}
