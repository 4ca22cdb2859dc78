/// A counter style (css-counter-styles-3 §2).
struct CounterStyle: Sendable {
  enum System: Sendable {
    case cyclic, numeric, alphabetic, symbolic
    case fixed(first: Int)
    /// Weights and symbols in descending order of weight.
    case additive([(weight: Int, symbol: String)])
    case extends(String)
  }
  var system = System.symbolic
  var symbols: [String] = []
  /// nil for the value of the extended style or the initial value; likewise for the following descriptors.
  var negative: (prefix: String, suffix: String)?
  var prefix: String?
  var suffix: String?
  /// The ranges of numbers; empty for the range of the system.
  var ranges: [ClosedRange<Int>] = []
  var pad: (length: Int, symbol: String)?
  var fallback: String?

  /// Whether the value of a descriptor is valid. An invalid descriptor does not override an earlier one.
  static func isValid(_ name: String, _ parser: ValueParser) -> Bool {
    var parser = parser
    switch name {
    case "prefix", "suffix": return parser.counterSymbol() != nil && parser.atEnd
    case "negative": return (parser.repeated(upTo: 2) { $0.counterSymbol() }) != nil && parser.atEnd
    case "pad": return parser.counterPad() != nil && parser.atEnd
    case "range": return (parser.has(.auto) || parser.counterRanges() != nil) && parser.atEnd
    case "fallback": return parser.customIdent() != nil && parser.atEnd
    case "symbols": return (parser.repeated { $0.counterSymbol() }) != nil && parser.atEnd
    case "additive-symbols": return parser.additiveSymbols() != nil
    case "system": return parser.counterSystem() != nil && parser.atEnd
    default: return true
    }
  }

  /// Creates a style from the descriptors of `@counter-style`; nil if the system has too few symbols.
  init?(_ descriptors: [String: ValueParser]) {
    if var parser = descriptors["symbols"] {
      symbols = parser.repeated { $0.counterSymbol() } ?? []
      if !parser.atEnd { symbols = [] }
    }
    if var parser = descriptors["system"] {
      guard let system = parser.counterSystem(), parser.atEnd else { return nil }
      self.system = system
    }
    if case .additive = system {
      guard var parser = descriptors["additive-symbols"], let tuples = parser.additiveSymbols() else { return nil }
      system = .additive(tuples)
    }
    switch system {
    case .cyclic, .symbolic, .fixed: if symbols.isEmpty { return nil }
    case .numeric, .alphabetic: if symbols.count < 2 { return nil }
    case .additive, .extends: break
    }
    if var parser = descriptors["negative"], let first = parser.counterSymbol() {
      negative = (first, parser.counterSymbol() ?? "")
    }
    if var parser = descriptors["prefix"] { prefix = parser.counterSymbol() }
    if var parser = descriptors["suffix"] { suffix = parser.counterSymbol() }
    if var parser = descriptors["range"] { ranges = parser.counterRanges() ?? [] }
    if var parser = descriptors["pad"] { pad = parser.counterPad() }
    if var parser = descriptors["fallback"] { fallback = parser.customIdent().map(CounterStyles.canonicalName) }
  }

  init(
    _ system: System, _ symbols: [String] = [], prefix: String? = nil, suffix: String? = nil,
    ranges: [ClosedRange<Int>] = [], pad: (length: Int, symbol: String)? = nil, fallback: String? = nil
  ) {
    self.system = system
    self.symbols = symbols
    self.prefix = prefix
    self.suffix = suffix
    self.ranges = ranges
    self.pad = pad
    self.fallback = fallback
  }

  /// Whether the value is in the range of the style. The fallback style represents all others.
  func covers(_ value: Int) -> Bool {
    if !ranges.isEmpty { return ranges.contains { $0.contains(value) } }
    switch system {
    case .cyclic, .numeric, .fixed, .extends: return true
    case .alphabetic, .symbolic: return value >= 1
    case .additive(let tuples): return value >= 0 && (value > 0 || tuples.contains { $0.weight == 0 })
    }
  }

  var usesNegative: Bool {
    switch system {
    case .symbolic, .alphabetic, .numeric, .additive: true
    case .cyclic, .fixed, .extends: false
    }
  }

  /// Maximum length of the text of a number, bytes.
  private static let lengthLimit = 4096

  /// The text before a number of `length` characters (css-counter-styles-3 §3.6); nil if it is longer than the limit.
  func padding(_ length: Int) -> String? {
    guard let pad, pad.length > length else { return "" }
    let count = pad.length - length
    return count * pad.symbol.utf8.count <= Self.lengthLimit ? String(repeating: pad.symbol, count: count) : nil
  }

  /// The text of a value without its sign; nil if the system cannot represent it, or only by a text longer than the
  /// limit.
  func text(_ value: Int) -> String? {
    switch system {
    case .cyclic:
      guard !symbols.isEmpty else { return nil }
      let index = (value - 1) % symbols.count
      return symbols[index < 0 ? index + symbols.count : index]
    case .fixed(let first):
      let (index, overflow) = value.subtractingReportingOverflow(first)
      return !overflow && symbols.indices.contains(index) ? symbols[index] : nil
    case .symbolic:
      guard value >= 1, !symbols.isEmpty else { return nil }
      let count = (value - 1) / symbols.count + 1
      let symbol = symbols[(value - 1) % symbols.count]
      return count * symbol.utf8.count <= Self.lengthLimit ? String(repeating: symbol, count: count) : nil
    case .numeric:
      guard symbols.count > 1 else { return nil }
      return value == 0 ? symbols[0] : positional(value, hasZero: true)
    case .alphabetic: return symbols.count > 1 && value >= 1 ? positional(value, hasZero: false) : nil
    case .additive(let tuples): return Self.additive(value, tuples)
    case .extends: return nil
    }
  }

  /// A positive number in positional notation; nil if it is longer than the limit.
  /// - Parameter hasZero: whether the first symbol is the digit 0; otherwise it is 1.
  private func positional(_ value: Int, hasZero: Bool) -> String? {
    var digits: [String] = []
    var length = 0
    var rest = value
    while rest > 0 {
      if !hasZero { rest -= 1 }
      let digit = symbols[rest % symbols.count]
      length += digit.utf8.count
      guard length <= Self.lengthLimit else { return nil }
      digits.append(digit)
      rest /= symbols.count
    }
    return digits.reversed().joined()
  }

  private static func additive(_ value: Int, _ tuples: [(weight: Int, symbol: String)]) -> String? {
    if value == 0 { return tuples.first { $0.weight == 0 }?.symbol }
    var result = ""
    var rest = value
    for (weight, symbol) in tuples where weight > 0 && weight <= rest {
      let count = rest / weight
      guard count * max(1, symbol.utf8.count) <= lengthLimit else { return nil }
      result += String(repeating: symbol, count: count)
      rest -= weight * count
    }
    return rest == 0 ? result : nil
  }
}

extension ValueParser {
  /// A string or an identifier; images are not supported as symbols.
  fileprivate mutating func counterSymbol() -> String? { string() ?? customIdent() }

  fileprivate mutating func counterSystem() -> CounterStyle.System? {
    switch ident() {
    case "cyclic": return .cyclic
    case "numeric": return .numeric
    case "alphabetic": return .alphabetic
    case "symbolic": return .symbolic
    case "additive": return .additive([])
    case "fixed": return .fixed(first: plainInteger().map(Int.init) ?? 1)
    case "extends": return customIdent().map { .extends(CounterStyles.canonicalName($0)) }
    default: return nil
    }
  }

  /// Weights must be in strictly descending order.
  fileprivate mutating func additiveSymbols() -> [(weight: Int, symbol: String)]? {
    let tuples = commaSeparated { parser -> (weight: Int, symbol: String)? in
      if let weight = parser.counterWeight() { return parser.counterSymbol().map { (weight, $0) } }
      guard let symbol = parser.counterSymbol(), let weight = parser.counterWeight() else { return nil }
      return (weight, symbol)
    }
    guard let tuples, atEnd, tuples.allSatisfy({ $0.weight >= 0 }) else { return nil }
    for (a, b) in zip(tuples, tuples.dropFirst()) where a.weight <= b.weight { return nil }
    return tuples
  }

  /// The result of a math function is clamped to the allowed range (css-values-4 §10.12).
  private mutating func counterWeight() -> Int? {
    if let plain = plainInteger() { return Int(plain) }
    guard case .number(let value)? = attempt({ $0.integer() }) else { return nil }
    return Int(max(0, min(2_147_483_647, value.rounded())))
  }

  fileprivate mutating func counterRanges() -> [ClosedRange<Int>]? {
    if has(.auto) { return nil }
    return commaSeparated { parser in
      guard let low = parser.counterBound(.min), let high = parser.counterBound(.max), low <= high else { return nil }
      return low...high
    }
  }

  private mutating func counterBound(_ infinite: Int) -> Int? {
    if ident("infinite") { return infinite }
    return plainInteger().map(Int.init)
  }

  fileprivate mutating func counterPad() -> (length: Int, symbol: String)? {
    if let length = plainInteger(), length >= 0 { return counterSymbol().map { (min(Int(length), 1000), $0) } }
    guard let symbol = counterSymbol(), let length = plainInteger(), length >= 0 else { return nil }
    return (min(Int(length), 1000), symbol)
  }
}
