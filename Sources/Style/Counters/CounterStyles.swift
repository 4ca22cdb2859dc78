/// The counter styles of a document: those of `@counter-style` and the predefined ones.
struct CounterStyles: Sendable {
  var custom: [String: CounterStyle] = [:]

  /// Maximum length of a `symbols(…)` function, bytes.
  static let sourceLimit = 4096

  /// Names of predefined styles are case-insensitive.
  static func canonicalName(_ name: String) -> String {
    let lower = name.asciiLowercased
    return PredefinedCounterStyles.table[lower] != nil || PredefinedCounterStyles.isSpecial(lower) ? lower : name
  }

  private func style(_ name: String) -> CounterStyle? {
    custom[name] ?? PredefinedCounterStyles.table[name] ?? Self.anonymous(name)
  }

  /// An anonymous style from the source text of `symbols(…)`.
  private static func anonymous(_ source: String) -> CounterStyle? {
    guard source.hasPrefix("symbols(") else { return nil }
    var parser = ValueParser(source)
    return parser.function("symbols") { parser in
      var system = CounterStyle.System.symbolic
      if let name = parser.ident() {
        switch name {
        case "cyclic": system = .cyclic
        case "numeric": system = .numeric
        case "alphabetic": system = .alphabetic
        case "symbolic": break
        case "fixed": system = .fixed(first: 1)
        default: return nil
        }
      }
      guard let symbols = parser.repeated({ $0.string() }) else { return nil }
      return CounterStyle(system, symbols, suffix: " ")
    }
  }

  /// The style with missing descriptors taken from the styles that it extends.
  private func resolved(_ name: String) -> CounterStyle {
    let decimal = PredefinedCounterStyles.decimal
    guard var style = style(name) else { return decimal }
    var seen = [name]
    while case .extends(let base) = style.system {
      guard !seen.contains(base), seen.count < 16, let next = self.style(base) else {
        style.system = decimal.system
        style.symbols = decimal.symbols
        break
      }
      seen.append(base)
      style.system = next.system
      style.symbols = next.symbols
      style.negative = style.negative ?? next.negative
      style.prefix = style.prefix ?? next.prefix
      style.suffix = style.suffix ?? next.suffix
      style.pad = style.pad ?? next.pad
      style.fallback = style.fallback ?? next.fallback
      if style.ranges.isEmpty { style.ranges = next.ranges }
    }
    return style
  }

  /// The text of a value (css-counter-styles-3 §2.1).
  func text(_ value: Int, style name: String) -> String {
    if name == "none" { return "" }
    var name = name
    for _ in 0..<8 {
      if let text = PredefinedCounterStyles.special(name, value) { return text }
      let style = resolved(name)
      let isNegative = value < 0 && style.usesNegative
      if style.covers(value), value != .min, let text = style.text(isNegative ? -value : value) {
        let negative = isNegative ? style.negative ?? ("-", "") : ("", "")
        let length = text.count + negative.0.count + negative.1.count
        if let padding = style.padding(length) { return negative.0 + padding + text + negative.1 }
      }
      name = style.fallback ?? "decimal"
    }
    return String(value)
  }

  func marker(_ value: Int, style name: String) -> String {
    if name == "none" { return "" }
    let style = resolved(name)
    return (style.prefix ?? "") + text(value, style: name) + (style.suffix ?? ". ")
  }
}
