/// What the conditions of `@media` and `@container` test (mediaqueries-4 §3, css-contain-3 §3).
protocol QueryFeatures {
  /// The value of a feature that is a number or a length, px; nil if there is no such feature.
  func number(_ name: String) -> Double?
  /// The value of a feature without an operator; nil if it is unknown.
  func holdsAlone(_ name: String) -> Bool?
  /// Whether a feature has a keyword as its value; nil if it is unknown.
  func matches(_ name: String, _ keyword: String) -> Bool?
  /// The lengths to which units in the condition refer.
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

/// Kleene's three-valued logic; nil is unknown.
enum ThreeValued {
  static func not(_ value: Bool?) -> Bool? { value.map { !$0 } }
  static func and(_ a: Bool?, _ b: Bool?) -> Bool? {
    a == false || b == false ? false : a == nil || b == nil ? nil : true
  }
  static func or(_ a: Bool?, _ b: Bool?) -> Bool? { a == true || b == true ? true : a == nil || b == nil ? nil : false }
}

/// The conditions are evaluated while they are parsed.
extension ValueParser {
  /// Returns nil for a syntax error, and `.some(nil)` for a condition whose result is unknown.
  mutating func condition(on features: some QueryFeatures, allowsOr: Bool) -> Bool?? {
    if ident("not") {
      guard let inner = conditionInParens(features) else { return nil }
      return .some(ThreeValued.not(inner))
    }
    guard var result = conditionInParens(features) else { return nil }
    if peek().kind == .ident {
      let isOr = list.lowercasedText(peek()) == "or"
      guard !isOr || allowsOr else { return nil }
      while ident(isOr ? "or" : "and") {
        guard let next = conditionInParens(features) else { return nil }
        result = isOr ? ThreeValued.or(result, next) : ThreeValued.and(result, next)
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

  private enum Comparison {
    case less, lessOrEqual, equal, greaterOrEqual, greater

    /// Whether both can be in one range, such as `1px < width <= 2px` (mediaqueries-4 §3).
    func makesRange(with other: Comparison) -> Bool {
      switch (self, other) {
      case (.less, .less), (.less, .lessOrEqual), (.lessOrEqual, .less), (.lessOrEqual, .lessOrEqual): true
      case (.greater, .greater), (.greater, .greaterOrEqual), (.greaterOrEqual, .greater),
        (.greaterOrEqual, .greaterOrEqual):
        true
      default: false
      }
    }
  }

  fileprivate mutating func feature(of features: some QueryFeatures) -> Bool? {
    if let name = ident() {
      if atEnd { return features.holdsAlone(name) }
      if take(.colon) {
        let prefix = name.hasPrefix("min-") ? Comparison.greaterOrEqual : name.hasPrefix("max-") ? .lessOrEqual : .equal
        let plain = prefix == .equal ? name : String(name.dropFirst(4))
        if let keyword = attempt({ $0.ident() }) {
          return atEnd && prefix == .equal ? features.matches(name, keyword) : nil
        }
        guard let value = featureValue(features), atEnd, value.fits(plain), let actual = features.number(plain) else {
          return nil
        }
        return Self.compare(actual, prefix, value.number)
      }
      guard let comparison = comparison(), let value = featureValue(features), atEnd, value.fits(name),
        let actual = features.number(name)
      else { return nil }
      return Self.compare(actual, comparison, value.number)
    }
    // value < feature [< value]
    guard let low = featureValue(features), let first = comparison(), let name = ident(), low.fits(name),
      let actual = features.number(name)
    else { return nil }
    var holds = Self.compare(low.number, first, actual)
    if !atEnd {
      guard let second = comparison(), first.makesRange(with: second), let high = featureValue(features), atEnd,
        high.fits(name)
      else { return nil }
      holds = holds && Self.compare(actual, second, high.number)
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

  private struct FeatureValue {
    /// Lengths are in px.
    var number: Double
    /// What it is a value of: 0 is a number and a length.
    var kinds: NumericKinds

    /// Whether a feature has values of this kind.
    func fits(_ feature: String) -> Bool {
      switch feature {
      case "width", "height", "inline-size", "block-size", "device-width", "device-height": kinds.contains(.length)
      case "resolution": kinds.contains(.resolution)
      default: kinds.contains(.number)
      }
    }
  }

  /// A number, length, resolution or ratio.
  private mutating func featureValue(_ features: some QueryFeatures) -> FeatureValue? {
    var kinds: NumericKinds = []
    for kind in [NumericKinds.number, .length, .resolution] {
      var parser = self
      if parser.numeric(kind) != nil { kinds.insert(kind) }
    }
    guard let value = numeric([.number, .length, .resolution]) else { return nil }
    switch value {
    case .number(let number):
      guard slash() else { return FeatureValue(number: number, kinds: kinds) }
      guard case .number(let divisor)? = self.number(0) else { return nil }
      return FeatureValue(number: divisor == 0 ? 1e15 : number / divisor, kinds: .number)
    case .dimension(let number, let unit):
      return FeatureValue(number: features.lengths.px(number, unit), kinds: kinds)
    case .math(let expression): return FeatureValue(number: expression.value(features.lengths), kinds: kinds)
    default: return nil
    }
  }
}
