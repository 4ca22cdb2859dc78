/// Numbers with and without units.
extension ValueParser {
  struct NumericKinds: OptionSet {
    var rawValue: UInt8
    static let number = NumericKinds(rawValue: 1)
    static let percent = NumericKinds(rawValue: 2)
    static let length = NumericKinds(rawValue: 4)
    static let angle = NumericKinds(rawValue: 8)
    static let resolution = NumericKinds(rawValue: 16)
    static let flex = NumericKinds(rawValue: 32)
    static let time = NumericKinds(rawValue: 64)
    static let lengthPercent: NumericKinds = [.length, .percent]
  }

  /// A number, percentage, dimension or math function of one of the kinds. A plain value below `minimum` is invalid;
  /// math functions are not checked.
  mutating func numeric(_ kinds: NumericKinds, minimum: Double = -.infinity) -> Value? {
    let token = peek()
    switch token.kind {
    case .number:
      guard token.number >= minimum else { return nil }
      if kinds.contains(.number) {
        position += 1
        return .number(token.number)
      }
      guard token.number == 0 || isQuirky && kinds.contains(.length), kinds.contains(.length) || kinds.contains(.angle)
      else { return nil }
      position += 1
      return .dimension(token.number, kinds.contains(.length) ? .px : .deg)
    case .percentage:
      guard kinds.contains(.percent), token.number >= minimum else { return nil }
      position += 1
      return .percentage(token.number)
    case .dimension:
      guard token.number >= minimum, let (unit, factor) = list.unitValue(token, in: Unit.byName) else { return nil }
      guard !kinds.intersection(Self.kind(of: unit)).isEmpty else { return nil }
      position += 1
      return .dimension(token.number * factor, unit)
    case .function:
      return attempt { $0.mathFunction(kinds) }
    default: return nil
    }
  }

  private static func kind(of unit: Unit) -> NumericKinds {
    switch unit.base {
    case .number: .number
    case .length: .length
    case .angle: .angle
    case .time: .time
    case .resolution: .resolution
    case .flex: .flex
    }
  }

  mutating func length(_ minimum: Double = -.infinity) -> Value? { numeric(.length, minimum: minimum) }
  mutating func lengthPercent(_ minimum: Double = -.infinity) -> Value? { numeric(.lengthPercent, minimum: minimum) }
  mutating func number(_ minimum: Double = -.infinity) -> Value? { numeric(.number, minimum: minimum) }

  mutating func integer(_ minimum: Double = -.infinity) -> Value? {
    let token = peek()
    if token.kind == .number {
      guard token.flag, token.number >= minimum else { return nil }
      position += 1
      return .number(token.number)
    }
    return token.kind == .function ? attempt { $0.mathFunction(.number) } : nil
  }

  /// An integer, or a calculation that does not depend on the element, which is rounded (css-values-4 §10.12).
  mutating func roundedInteger() -> Int32? {
    if let plain = plainInteger() { return plain }
    guard peek().kind == .function else { return nil }
    return attempt { parser in
      guard case .number(let value)? = parser.mathFunction(.number), !value.isNaN else { return nil }
      return Int32(max(-2_147_483_647, min(2_147_483_647, (value + 0.5).rounded(.down))))
    }
  }

  /// An integer literal.
  mutating func plainInteger() -> Int32? {
    let token = peek()
    guard token.kind == .number, token.flag else { return nil }
    position += 1
    return Int32(max(-2_147_483_647, min(2_147_483_647, token.number)))
  }
}
