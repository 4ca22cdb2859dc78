/// A command of `shape()` (css-shapes-2 §3.4).
package struct ShapeCommand: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    case move, line, horizontal, vertical, curve, smooth, arc, close
  }
  /// What the coordinates of a control point are relative to.
  package enum Origin: UInt8, Hashable, Sendable { case start, end, origin }
  package struct Control: Hashable, Sendable {
    package var point: Pair<LengthPercentage>
    package var origin: Origin
    package init(point: Pair<LengthPercentage>, origin: Origin) { (self.point, self.origin) = (point, origin) }
  }

  package var kind: Kind
  /// `by`: the end point is relative to the current point.
  package var isRelative = false
  /// The end point; of a horizontal or vertical line, one coordinate of it is not used.
  package var end = Pair(LengthPercentage.zero, LengthPercentage.zero)
  /// Those of a curve.
  package var controls: [Control] = []
  /// Those of an arc.
  package var radii = Pair(LengthPercentage.zero, LengthPercentage.zero)
  package var isLarge = false
  package var isClockwise = false
  /// Degrees.
  package var rotation = 0.0
  package init(kind: Kind) { self.kind = kind }
}

extension ShapeCommand {
  /// From the list that `ValueParser.shapeCommand` makes.
  init?(_ value: Value, _ lengths: LengthContext) {
    guard case .list(let parts) = value, case .number(let kind)? = parts.first,
      let kind = Kind(rawValue: UInt8(kind))
    else { return nil }
    self.init(kind: kind)
    guard parts.count > 3 else { return }
    func pair(_ index: Int) -> Pair<LengthPercentage> {
      Pair(lengths.lengthPercentage(parts[index]), lengths.lengthPercentage(parts[index + 1]))
    }
    isRelative = parts[1] == .number(1)
    end = pair(2)
    if kind == .arc, parts.count == 9 {
      radii = pair(4)
      (isLarge, isClockwise) = (parts[6] == .number(1), parts[7] == .number(1))
      rotation = lengths.number(parts[8])
    } else {
      for index in stride(from: 4, to: parts.count - 2, by: 3) {
        guard case .number(let origin) = parts[index + 2] else { continue }
        controls.append(Control(point: pair(index), origin: Origin(rawValue: UInt8(origin)) ?? .origin))
      }
    }
  }

  func scaled(by factor: Double) -> ShapeCommand {
    var command = self
    command.end = end.scaled(by: factor)
    command.radii = radii.scaled(by: factor)
    for index in controls.indices { command.controls[index].point = controls[index].point.scaled(by: factor) }
    return command
  }
}
