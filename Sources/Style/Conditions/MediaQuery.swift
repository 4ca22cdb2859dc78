/// The output medium that media queries test: paper of the default size, unless another medium is given.
struct MediaContext: Sendable {
  var medium = Medium.print
  /// px.
  var width: Double
  var height: Double
  /// Dots per px.
  var resolution = 1.0
}

/// The medium that a document is styled for.
package enum Medium: String, Sendable {
  case print
  /// A mail, which is shown on a screen: rules for `mail`, `screen` and `all` apply.
  case mail

  func matches(_ type: String) -> Bool { type == "all" || type == rawValue || self == .mail && type == "screen" }
}

/// Media queries (mediaqueries-4). They are evaluated while they are parsed because the medium does not change.
enum MediaQueries {
  /// An empty list is true. An invalid query is false and does not affect the others.
  static func evaluate(_ text: String, _ context: MediaContext) -> Bool {
    var parser = ValueParser(text)
    return evaluate(&parser, context)
  }

  static func evaluate(_ parser: inout ValueParser, _ context: MediaContext) -> Bool {
    if parser.atEnd { return true }
    var holds = false
    repeat {
      let start = parser.position
      var query = parser
      if let result = query.mediaQuery(context), query.atEnd || query.peek().kind == .comma {
        parser.position = query.position
        holds = holds || result
        continue
      }
      parser.position = start
      while !parser.atEnd, parser.peek().kind != .comma {
        if Int(parser.peek().match) > parser.position { _ = parser.block() } else { parser.position += 1 }
      }
    } while parser.comma()
    return holds
  }
}

/// Negation in Kleene's three-valued logic; nil is unknown.
private func not(_ value: Bool?) -> Bool? { value.map { !$0 } }

extension ValueParser {
  fileprivate mutating func mediaQuery(_ context: MediaContext) -> Bool? {
    let start = position
    let isNegated = ident("not")
    if isNegated || ident("only") || peek().kind == .ident, peek().kind == .ident {
      guard let type = ident(), !["not", "only", "and", "or", "layer"].contains(type) else { return nil }
      var holds = context.medium.matches(type)
      if ident("and") {
        guard let condition = mediaCondition(context, allowsOr: false) else { return nil }
        holds = holds && condition == true
      }
      return isNegated ? !holds : holds
    }
    position = start
    return mediaCondition(context, allowsOr: true).map { $0 == true }
  }

  /// Nil: a syntax error. `.some(nil)`: unknown.
  private mutating func mediaCondition(_ context: MediaContext, allowsOr: Bool) -> Bool?? {
    if ident("not") {
      guard let inner = mediaInParens(context) else { return nil }
      return .some(not(inner))
    }
    guard var result = mediaInParens(context) else { return nil }
    if peek().kind == .ident {
      let isOr = list.lowercasedText(peek()) == "or"
      guard !isOr || allowsOr else { return nil }
      while ident(isOr ? "or" : "and") {
        guard let next = mediaInParens(context) else { return nil }
        if isOr {
          result = result == true || next == true ? true : result == nil || next == nil ? nil : false
        } else {
          result = result == false || next == false ? false : result == nil || next == nil ? nil : true
        }
      }
    }
    return .some(result)
  }

  private mutating func mediaInParens(_ context: MediaContext) -> Bool?? {
    guard peek().kind == .openParen else {
      if peek().kind == .function {
        _ = block()
        return .some(nil)
      }
      return nil
    }
    var inner = block()
    var condition = inner
    if let result = condition.mediaCondition(context, allowsOr: true), condition.atEnd { return .some(result) }
    return .some(inner.mediaFeature(context))
  }

  private enum Comparison { case less, lessOrEqual, equal, greaterOrEqual, greater }

  private mutating func mediaFeature(_ context: MediaContext) -> Bool? {
    if let name = ident() {
      if atEnd { return MediaFeature.holdsAlone(name, context) }
      if take(.colon) {
        let prefix = name.hasPrefix("min-") ? Comparison.greaterOrEqual : name.hasPrefix("max-") ? .lessOrEqual : .equal
        let feature = prefix == .equal ? name : String(name.dropFirst(4))
        if let keyword = attempt({ $0.ident() }) {
          return atEnd && prefix == .equal ? MediaFeature.matches(name, keyword, context) : nil
        }
        guard let value = mediaValue(context), atEnd, let actual = MediaFeature.number(feature, context) else {
          return nil
        }
        return Self.compare(actual, prefix, value)
      }
      guard let comparison = comparison(), let value = mediaValue(context), atEnd,
        let actual = MediaFeature.number(name, context)
      else { return nil }
      return Self.compare(actual, comparison, value)
    }
    // value < feature [< value]
    guard let low = mediaValue(context), let first = comparison(), let name = ident(),
      let actual = MediaFeature.number(name, context)
    else { return nil }
    var holds = Self.compare(low, first, actual)
    if !atEnd {
      guard let second = comparison(), let high = mediaValue(context), atEnd else { return nil }
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

  /// A number, length, resolution or ratio. Font-relative lengths refer to the initial font.
  private mutating func mediaValue(_ context: MediaContext) -> Double? {
    guard let value = numeric([.number, .length, .resolution]) else { return nil }
    var lengths = LengthContext(metrics: FontMeasure.typical)
    lengths.viewportWidth = context.width
    lengths.viewportHeight = context.height
    switch value {
    case .number(let number):
      guard slash() else { return number }
      guard case .number(let divisor)? = self.number(0) else { return nil }
      return divisor == 0 ? 1e15 : number / divisor
    case .dimension(let number, let unit): return lengths.px(number, unit)
    case .math(let expression): return expression.value(lengths)
    default: return nil
    }
  }
}

/// The features of a printed page.
private enum MediaFeature {
  static func number(_ name: String, _ context: MediaContext) -> Double? {
    switch name {
    case "width", "device-width": context.width
    case "height", "device-height": context.height
    case "aspect-ratio", "device-aspect-ratio": context.height == 0 ? 0 : context.width / context.height
    case "resolution", "-webkit-device-pixel-ratio", "device-pixel-ratio": context.resolution
    case "color": 8
    case "color-index", "monochrome", "grid": 0
    default: nil
    }
  }

  static func holdsAlone(_ name: String, _ context: MediaContext) -> Bool? {
    if let number = number(name, context) { return number != 0 }
    switch name {
    case "orientation", "color-gamut", "overflow-block": return true
    case "hover", "pointer", "any-hover", "any-pointer", "update", "scripting", "overflow-inline", "inverted-colors",
      "prefers-contrast", "prefers-reduced-data", "prefers-reduced-transparency":
      return false
    case "prefers-reduced-motion", "prefers-color-scheme": return true
    default: return nil
    }
  }

  static func matches(_ name: String, _ keyword: String, _ context: MediaContext) -> Bool? {
    switch name {
    case "orientation":
      switch keyword {
      case "portrait": context.height >= context.width
      case "landscape": context.width > context.height
      default: nil
      }
    case "hover", "any-hover", "pointer", "any-pointer", "update", "scripting", "overflow-inline": keyword == "none"
    case "overflow-block": keyword == "paged"
    case "color-gamut": keyword == "srgb"
    case "prefers-color-scheme": keyword == "light"
    case "prefers-reduced-motion": keyword == "reduce"
    case "prefers-contrast", "prefers-reduced-data", "prefers-reduced-transparency": keyword == "no-preference"
    case "inverted-colors", "forced-colors": keyword == "none"
    case "scan": false
    case "display-mode": keyword == "browser"
    default: nil
    }
  }
}
