/// What the conditions of `@media` and `@container` test (mediaqueries-4 §3, css-contain-3 §3).
protocol QueryFeatures {
  /// The value of a feature that is a number or a length, px; nil if there is no such feature.
  func number(_ name: String) -> Double?
  /// The value of a feature without an operator; nil if it is unknown.
  func holdsAlone(_ name: String) -> Bool?
  /// Whether a feature has a keyword as its value; nil if it is unknown.
  func matches(_ name: String, _ keyword: String) -> Bool?
  /// What lengths in the condition refer to.
  var lengths: LengthContext { get }
  /// The result of a function such as `style()`; nil if it is unknown.
  func holds(_ function: String, _ arguments: ValueParser) -> Bool?
  /// The result of one feature in parentheses; nil if it is unknown.
  func holds(feature: ValueParser) -> Bool?
}

extension QueryFeatures {
  func number(_ name: String) -> Double? { nil }
  func holdsAlone(_ name: String) -> Bool? { nil }
  func matches(_ name: String, _ keyword: String) -> Bool? { nil }
  var lengths: LengthContext { LengthContext(metrics: FontMeasure.typical) }
  func holds(_ function: String, _ arguments: ValueParser) -> Bool? { nil }
  func holds(feature: ValueParser) -> Bool? {
    var parser = feature
    return parser.feature(of: self)
  }
}

/// Negation in Kleene's three-valued logic; nil is unknown.
private func not(_ value: Bool?) -> Bool? { value.map { !$0 } }

/// The conditions are evaluated while they are parsed.
extension ValueParser {
  /// Nil: a syntax error. `.some(nil)`: unknown.
  mutating func condition(on features: some QueryFeatures, allowsOr: Bool) -> Bool?? {
    if ident("not") {
      guard let inner = conditionInParens(features) else { return nil }
      return .some(not(inner))
    }
    guard var result = conditionInParens(features) else { return nil }
    if peek().kind == .ident {
      let isOr = list.lowercasedText(peek()) == "or"
      guard !isOr || allowsOr else { return nil }
      while ident(isOr ? "or" : "and") {
        guard let next = conditionInParens(features) else { return nil }
        if isOr {
          result = result == true || next == true ? true : result == nil || next == nil ? nil : false
        } else {
          result = result == false || next == false ? false : result == nil || next == nil ? nil : true
        }
      }
    }
    return .some(result)
  }

  private mutating func conditionInParens(_ features: some QueryFeatures) -> Bool?? {
    guard peek().kind == .openParen else {
      guard let name = peekFunction() else { return nil }
      return .some(features.holds(name, block()))
    }
    let inner = block()
    var nested = inner
    if let result = nested.condition(on: features, allowsOr: true), nested.atEnd { return .some(result) }
    return .some(features.holds(feature: inner))
  }

  private enum Comparison { case less, lessOrEqual, equal, greaterOrEqual, greater }

  fileprivate mutating func feature(of features: some QueryFeatures) -> Bool? {
    if let name = ident() {
      if atEnd { return features.holdsAlone(name) }
      if take(.colon) {
        let prefix = name.hasPrefix("min-") ? Comparison.greaterOrEqual : name.hasPrefix("max-") ? .lessOrEqual : .equal
        let plain = prefix == .equal ? name : String(name.dropFirst(4))
        if let keyword = attempt({ $0.ident() }) {
          return atEnd && prefix == .equal ? features.matches(name, keyword) : nil
        }
        guard let value = featureValue(features), atEnd, let actual = features.number(plain) else {
          return nil
        }
        return Self.compare(actual, prefix, value)
      }
      guard let comparison = comparison(), let value = featureValue(features), atEnd,
        let actual = features.number(name)
      else { return nil }
      return Self.compare(actual, comparison, value)
    }
    // value < feature [< value]
    guard let low = featureValue(features), let first = comparison(), let name = ident(),
      let actual = features.number(name)
    else { return nil }
    var holds = Self.compare(low, first, actual)
    if !atEnd {
      guard let second = comparison(), let high = featureValue(features), atEnd else { return nil }
      holds = holds && Self.compare(actual, second, high)
    }
    return holds
  }

  private mutating func comparison() -> Comparison? {
    if delimiter("<") { return delimiter("=") ? .lessOrEqual : .less }
    if delimiter(">") { return delimiter("=") ? .greaterOrEqual : .greater }
    return delimiter("=") ? .equal : nil
  }

  private static func compare(_ a: Double, _ comparison: Comparison, _ b: Double) -> Bool {
    switch comparison {
    case .less: a < b
    case .lessOrEqual: a <= b + 1e-6
    case .equal: abs(a - b) < 1e-6
    case .greaterOrEqual: a >= b - 1e-6
    case .greater: a > b
    }
  }

  /// A number, length, resolution or ratio.
  private mutating func featureValue(_ features: some QueryFeatures) -> Double? {
    guard let value = numeric([.number, .length, .resolution]) else { return nil }
    switch value {
    case .number(let number):
      guard slash() else { return number }
      guard case .number(let divisor)? = self.number(0) else { return nil }
      return divisor == 0 ? 1e15 : number / divisor
    case .dimension(let number, let unit): return features.lengths.px(number, unit)
    case .math(let expression): return expression.value(features.lengths)
    default: return nil
    }
  }
}
