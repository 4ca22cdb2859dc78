/// The output medium that media queries test: paper of the default size, unless another medium is given.
struct MediaContext: Sendable {
  var medium = Medium.print
  /// px.
  var width: Double
  var height: Double
  /// Dots per px.
  var resolution = 1.0
}

extension MediaContext {
  init(_ options: StyleEngine.Options) {
    self.init(medium: options.medium, width: options.mediaWidth ?? options.pageWidth, height: options.pageHeight)
  }
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

extension ValueParser {
  fileprivate mutating func mediaQuery(_ context: MediaContext) -> Bool? {
    let start = position
    let isNegated = ident("not")
    if isNegated || ident("only") || peek().kind == .ident, peek().kind == .ident {
      guard let type = ident(), !["not", "only", "and", "or", "layer"].contains(type) else { return nil }
      var holds: Bool? = context.medium.matches(type)
      if ident("and") {
        guard let condition = condition(on: context, allowsOr: false) else { return nil }
        holds = ThreeValued.and(holds, condition)
      }
      return (isNegated ? ThreeValued.not(holds) : holds) == true
    }
    position = start
    return condition(on: context, allowsOr: true).map { $0 == true }
  }
}

/// The features of a printed page.
extension MediaContext: QueryFeatures {
  /// Font-relative lengths refer to the initial font.
  var lengths: LengthContext {
    var lengths = LengthContext(metrics: FontMeasure.typical)
    lengths.viewportWidth = width
    lengths.viewportHeight = height
    return lengths
  }

  func number(_ name: String) -> Double? {
    switch name {
    case "width", "device-width": width
    case "height", "device-height": height
    case "aspect-ratio", "device-aspect-ratio": height == 0 ? 0 : width / height
    case "resolution", "-webkit-device-pixel-ratio", "device-pixel-ratio": resolution
    case "color": 8
    case "color-index", "monochrome", "grid": 0
    default: nil
    }
  }

  func holdsAlone(_ name: String) -> Bool? {
    if let number = number(name) { return number != 0 }
    switch name {
    case "orientation", "color-gamut", "overflow-block": return true
    case "hover", "pointer", "any-hover", "any-pointer", "update", "scripting", "overflow-inline", "inverted-colors",
      "prefers-contrast", "prefers-reduced-data", "prefers-reduced-transparency":
      return false
    case "prefers-reduced-motion", "prefers-color-scheme": return true
    default: return nil
    }
  }

  func matches(_ name: String, _ keyword: String) -> Bool? {
    switch name {
    case "orientation":
      switch keyword {
      case "portrait": height >= width
      case "landscape": width > height
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
