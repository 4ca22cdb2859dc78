/// Grammars of transforms (css-transforms-2).
extension ValueParser {
  mutating func transformList() -> Value? { repeated { $0.transformFunction() }.map { .transforms($0) } }

  /// `translate` or `scale`; a third argument of `read` is the third dimension and is dropped.
  mutating func individualTransform(
    _ function: SpecifiedTransform.Function, _ read: (inout ValueParser) -> [Value]?
  ) -> Value? {
    if has(.none) { return .transforms([]) }
    return read(&self).map { .transforms([SpecifiedTransform(function: function, arguments: Array($0.prefix(2)))]) }
  }

  /// `rotate`: an angle, and an axis before or after it (css-transforms-2 §5).
  mutating func rotation() -> Value? {
    if has(.none) { return .transforms([]) }
    var axis = rotationAxis()
    guard let angle = numeric(.angle) else { return nil }
    if axis == nil { axis = rotationAxis() }
    guard let axis else { return .transforms([SpecifiedTransform(function: .rotate, arguments: [angle])]) }
    return SpecifiedTransform.make("rotate3d", axis + [angle]).map { .transforms([$0]) }
  }

  /// The name of an axis, or the three numbers of a vector.
  private mutating func rotationAxis() -> [Value]? {
    let names: [StaticString] = ["x", "y", "z"]
    for (index, name) in names.enumerated() where ident(name) {
      return (0..<3).map { .number($0 == index ? 1 : 0) }
    }
    return attempt { parser in
      guard let x = parser.number(), let y = parser.number(), let z = parser.number() else { return nil }
      return [x, y, z]
    }
  }

  mutating func transformOrigin() -> Value? {
    guard let position = position(upTo: 2) else { return nil }
    _ = length()
    return .list(position)
  }

  private mutating func transformFunction() -> SpecifiedTransform? {
    guard let name = peekFunction() else { return nil }
    return function(name) { parser in
      if name == "perspective" {
        // The plane of the page is seen as it is, and other planes are projected at right angles.
        guard parser.has(.none) || parser.length(0) != nil else { return nil }
        return SpecifiedTransform.make("translatez", [.dimension(0, .px)])
      }
      let isLengths = name.hasPrefix("translate")
      let isAngles = name.hasPrefix("rotate") || name.hasPrefix("skew")
      let kinds: NumericKinds =
        isLengths
        ? .lengthPercent : isAngles ? [.angle, .number] : name.hasPrefix("scale") ? [.number, .percent] : .number
      guard let arguments = parser.commaSeparated({ $0.numeric(kinds) }) else { return nil }
      return SpecifiedTransform.make(name, arguments)
    }
  }
}

extension SpecifiedTransform {
  /// A function by its name and arguments. Three-dimensional functions are flattened.
  fileprivate static func make(_ name: String, _ arguments: [Value]) -> SpecifiedTransform? {
    let zero = Value.dimension(0, .px)
    let one = Value.number(1)
    let flat = Value.dimension(0, .deg)
    switch (name, arguments.count) {
    case ("translate", 1): return SpecifiedTransform(function: .translate, arguments: [arguments[0], zero])
    case ("translate", 2), ("translate3d", 3):
      return SpecifiedTransform(function: .translate, arguments: [arguments[0], arguments[1]])
    case ("translatex", 1): return SpecifiedTransform(function: .translate, arguments: [arguments[0], zero])
    case ("translatey", 1): return SpecifiedTransform(function: .translate, arguments: [zero, arguments[0]])
    case ("translatez", 1): return SpecifiedTransform(function: .translate, arguments: [zero, zero])
    case ("scale", 1): return SpecifiedTransform(function: .scale, arguments: [arguments[0], arguments[0]])
    case ("scale", 2), ("scale3d", 3):
      return SpecifiedTransform(function: .scale, arguments: [arguments[0], arguments[1]])
    case ("scalex", 1): return SpecifiedTransform(function: .scale, arguments: [arguments[0], one])
    case ("scaley", 1): return SpecifiedTransform(function: .scale, arguments: [one, arguments[0]])
    case ("rotate", 1), ("rotatez", 1): return SpecifiedTransform(function: .rotate, arguments: arguments)
    case ("rotatex", 1):
      return SpecifiedTransform(function: .rotate3D, arguments: [one, .number(0), .number(0), arguments[0]])
    case ("rotatey", 1):
      return SpecifiedTransform(function: .rotate3D, arguments: [.number(0), one, .number(0), arguments[0]])
    case ("rotate3d", 4): return SpecifiedTransform(function: .rotate3D, arguments: arguments)
    case ("skew", 1), ("skewx", 1): return SpecifiedTransform(function: .skew, arguments: [arguments[0], flat])
    case ("skew", 2): return SpecifiedTransform(function: .skew, arguments: arguments)
    case ("skewy", 1): return SpecifiedTransform(function: .skew, arguments: [flat, arguments[0]])
    case ("matrix", 6): return SpecifiedTransform(function: .matrix, arguments: arguments)
    case ("matrix3d", 16):
      return SpecifiedTransform(function: .matrix, arguments: [0, 1, 4, 5, 12, 13].map { arguments[$0] })
    default: return nil
    }
  }
}
