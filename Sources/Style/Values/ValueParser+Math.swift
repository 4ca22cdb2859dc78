/// Math functions (css-values-4 §10).
extension ValueParser {
  private typealias Typed = (expression: MathExpression, type: MathType)

  /// Maximum number of terms of one sum, product or list. Together with `depthLimit` it bounds the depth of
  /// expressions.
  private static let termLimit = 64

  mutating func mathFunction(_ kinds: NumericKinds) -> Value? {
    mathTerm().flatMap { Self.value($0, kinds) }
  }

  /// The size of `calc-size()` (css-values-5 §10): a calculation whose `size` is a length or a percentage, or without
  /// it, or what the basis says. Other calculations with the size of content are not supported.
  mutating func calcSize() -> Value? {
    let token = peek()
    guard token.kind == .function, Int(token.match) - position < Self.mostSizeTokens else { return nil }
    return function("calc-size") { parser in
      if let basis = parser.keyword(.auto, .minContent, .maxContent, .fitContent, .stretch) {
        return parser.comma() && parser.ident("size") ? basis : nil
      }
      if !parser.ident("any") {
        guard let basis = parser.mathSum() else { return nil }
        parser.sizeBasis = basis
      }
      guard parser.comma() else { return nil }
      return parser.mathSum().flatMap { Self.value($0, .lengthPercent) }
    }
  }

  /// The basis is repeated for each `size`.
  private static let mostSizeTokens = 1000

  private static func value(_ typed: Typed, _ kinds: NumericKinds) -> Value? {
    let (expression, type) = typed
    if type.isPercentOnly {
      guard kinds.contains(.percent) else { return nil }
      if case .percent(let value) = expression.folded { return .percentage(value) }
      return .math(expression)
    }
    let bases: [(MathType.Base, NumericKinds)] = [
      (.number, .number), (.length, .length), (.angle, .angle), (.resolution, .resolution), (.time, .time),
    ]
    let fits = bases.contains { type.isQuantity($0.0) && kinds.contains($0.1) }
    guard fits, !type.hasPercent || kinds.contains(.percent) else { return nil }
    switch expression.folded {
    case .number(let value): return .number(value)
    case .dimension(let value, let unit): return .dimension(value, unit)
    case let folded: return .math(folded)
    }
  }

  private mutating func mathSum() -> Typed? {
    guard depth < Self.depthLimit, var (expression, type) = mathProduct() else { return nil }
    var terms = [expression]
    while true {
      // `+` and `-` need white space on both sides. The preceding product may have consumed the white space before it.
      skipSpaces()
      let hasSpace = position > 0 && list.tokens[position - 1].kind == .whitespace
      let isMinus: Bool
      if delimiter("+") { isMinus = false } else if delimiter("-") { isMinus = true } else { break }
      guard hasSpace else { return nil }
      guard position < end, list.tokens[position].kind == .whitespace else { return nil }
      guard let (term, termType) = mathProduct(), let sum = type.adding(termType) else { return nil }
      type = sum
      guard terms.count < Self.termLimit else { return nil }
      terms.append(isMinus ? .product(term, .number(-1)) : term)
    }
    expression = terms.count == 1 ? expression : .sum(terms)
    return (expression, type)
  }

  private mutating func mathProduct() -> Typed? {
    guard var (expression, type) = mathTerm() else { return nil }
    for _ in 0..<Self.termLimit {
      if delimiter("*") {
        guard let (factor, factorType) = mathTerm(), let product = type.multiplied(by: factorType) else { return nil }
        (expression, type) = (.product(expression, factor), product)
      } else if slash() {
        guard let (factor, factorType) = mathTerm(), !factorType.hasPercent else { return nil }
        guard let product = type.multiplied(by: factorType.inverse) else { return nil }
        (expression, type) = (.product(expression, .invert(factor)), product)
      } else {
        return (expression, type)
      }
    }
    return nil
  }

  private mutating func mathTerm() -> Typed? {
    let token = peek()
    switch token.kind {
    case .number:
      position += 1
      return (.number(token.number), .number)
    case .percentage:
      position += 1
      return (.percent(token.number), .percent)
    case .dimension:
      guard let (unit, factor) = list.unitValue(token, in: Unit.byName) else { return nil }
      position += 1
      return (.dimension(token.number * factor, unit), MathType(unit.base))
    case .openParen:
      var inner = block()
      guard let result = inner.mathSum(), inner.atEnd else { return nil }
      return result
    case .ident:
      let name = list.lowercasedText(token)
      if name == "size", let basis = sizeBasis {
        position += 1
        return basis
      }
      guard let value = Self.constant(name) ?? channels[name] else { return nil }
      position += 1
      return (.number(value), .number)
    case .function:
      let name = list.lowercasedText(token)
      var inner = block()
      guard let result = inner.mathArguments(of: name), inner.atEnd else { return nil }
      return result
    default: return nil
    }
  }

  private static func constant(_ name: String) -> Double? {
    switch name {
    case "pi": .pi
    case "e": 2.718281828459045
    case "infinity": 1e15
    case "-infinity": -1e15
    case "nan": 0
    default: nil
    }
  }

  private mutating func mathArguments(of name: String) -> Typed? {
    switch name {
    case "calc", "-webkit-calc", "-moz-calc": return mathSum()
    case "min", "max":
      guard let (terms, type) = alike() else { return nil }
      return (name == "min" ? .min(terms) : .max(terms), type)
    case "clamp": return clampArguments()
    case "abs":
      guard let (value, type) = mathSum() else { return nil }
      return (.function(.abs, [value]), type)
    case "sign":
      guard let (value, type) = mathSum(), !type.hasPercent else { return nil }
      return (.function(.sign, [value]), .number)
    case "round": return roundArguments()
    case "mod", "rem":
      guard let (terms, type) = alike(), terms.count == 2 else { return nil }
      return (.function(name == "mod" ? .mod : .rem, terms), type)
    case "sin", "cos", "tan":
      guard let (value, type) = mathSum(), !type.hasPercent else { return nil }
      let isAngle = type.isQuantity(.angle)
      guard isAngle || type.isNumber, let function = MathFunction(rawValue: name) else { return nil }
      return (.function(function, [isAngle ? .product(value, .number(.pi / 180)) : value]), .number)
    case "asin", "acos", "atan":
      guard let (value, type) = mathSum(), type.isNumber, let function = MathFunction(rawValue: name) else {
        return nil
      }
      return (.function(function, [value]), MathType(.angle))
    case "atan2":
      guard let (terms, type) = alike(), terms.count == 2, !type.hasPercent else { return nil }
      return (.function(.atan2, terms), MathType(.angle))
    case "pow", "sqrt", "log", "exp":
      guard let (terms, type) = alike(), type.isNumber, let function = MathFunction(rawValue: name) else {
        return nil
      }
      let allowed = name == "pow" ? 2...2 : name == "log" ? 1...2 : 1...1
      return allowed.contains(terms.count) ? (.function(function, terms), .number) : nil
    case "progress":
      guard let (terms, _) = alike(), terms.count == 3 else { return nil }
      return (.function(.progress, terms), .number)
    case "hypot":
      guard let (terms, type) = alike() else { return nil }
      return (.function(.hypot, terms), type)
    default: return nil
    }
  }

  /// Comma-separated sums of the same type.
  private mutating func alike() -> (terms: [MathExpression], type: MathType)? {
    guard let (first, firstType) = mathSum() else { return nil }
    var (terms, type) = ([first], firstType)
    while comma() {
      guard let (term, termType) = mathSum(), let sum = type.adding(termType) else { return nil }
      guard terms.count < Self.termLimit else { return nil }
      terms.append(term)
      type = sum
    }
    return (terms, type)
  }

  private mutating func clampArguments() -> Typed? {
    var low: Typed?
    var high: Typed?
    if !ident("none") {
      low = mathSum()
      if low == nil { return nil }
    }
    guard comma(), let value = mathSum(), comma() else { return nil }
    if !ident("none") {
      high = mathSum()
      if high == nil { return nil }
    }
    var type = value.type
    for bound in [low, high] {
      guard let bound else { continue }
      guard let sum = type.adding(bound.type) else { return nil }
      type = sum
    }
    return (.clamp(low?.expression, value.expression, high?.expression), type)
  }

  private mutating func roundArguments() -> Typed? {
    var function = MathFunction.roundNearest
    if let strategy = attempt({ $0.ident() }) {
      switch strategy {
      case "nearest": break
      case "up": function = .roundUp
      case "down": function = .roundDown
      case "to-zero": function = .roundToZero
      default: return nil
      }
      guard comma() else { return nil }
    }
    guard let (arguments, type) = alike() else { return nil }
    var terms = arguments
    if terms.count == 1, type.isNumber { terms.append(.number(1)) }
    return terms.count == 2 ? (.function(function, terms), type) : nil
  }
}
