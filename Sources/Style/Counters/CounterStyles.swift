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
    guard var style = style(name) else { return PredefinedCounterStyles.decimal }
    for base in bases(of: name, style) {
      style.system = base.system
      style.symbols = base.symbols
      style.negative = style.negative ?? base.negative
      style.prefix = style.prefix ?? base.prefix
      style.suffix = style.suffix ?? base.suffix
      style.pad = style.pad ?? base.pad
      style.fallback = style.fallback ?? base.fallback
      if style.ranges.isEmpty { style.ranges = base.ranges }
    }
    if case .extends = style.system {
      let decimal = PredefinedCounterStyles.decimal
      (style.system, style.symbols) = (decimal.system, decimal.symbols)
    }
    return style
  }

  /// The styles that a style extends, one after the other. Each style of a cycle extends `decimal` instead
  /// (css-counter-styles-3 §3.1.7).
  private func bases(of name: String, _ style: CounterStyle) -> [CounterStyle] {
    var names = [name]
    var bases: [CounterStyle] = []
    var system = style.system
    while case .extends(let base) = system {
      if let start = names.firstIndex(of: base) { return Array(bases.prefix(start)) }
      guard names.count < 16, let next = self.style(base) else { break }
      names.append(base)
      bases.append(next)
      system = next.system
    }
    return bases
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
