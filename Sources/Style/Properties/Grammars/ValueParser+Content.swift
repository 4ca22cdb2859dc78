/// Content lists (css-content-3, css-gcpm-3) and counters (css-lists-3).
extension ValueParser {
  /// A content list. Alternative text after a slash is dropped.
  mutating func contentList() -> [SpecifiedContent]? {
    guard let items = repeated({ $0.contentItem() }) else { return nil }
    if slash() {
      guard repeated({ $0.contentItem() }) != nil else { return nil }
    }
    return items
  }

  mutating func contentItem() -> SpecifiedContent? {
    if let string = string() { return .item(.string(string)) }
    if let image = image() {
      switch image {
      case .url(let url): return .item(.image(url))
      case .gradient(let gradient): return .gradient(gradient)
      default: return nil
      }
    }
    if let quote = keyword(in: [.openQuote, .closeQuote, .noOpenQuote, .noCloseQuote]) {
      switch quote {
      case .openQuote: return .item(.openQuote)
      case .closeQuote: return .item(.closeQuote)
      case .noOpenQuote: return .item(.noOpenQuote)
      default: return .item(.noCloseQuote)
      }
    }
    if has(.contents) { return .item(.elementText(.text)) }
    guard peekFunction() != nil else { return nil }
    return attempt { $0.contentFunction() }
  }

  private mutating func contentFunction() -> SpecifiedContent? {
    guard let name = peekFunction() else { return nil }
    var inner = block()
    let item = inner.arguments(of: name)
    return inner.atEnd ? item : nil
  }

  private mutating func arguments(of name: String) -> SpecifiedContent? {
    switch name {
    case "attr": return attribute()
    case "counter":
      guard let counter = customIdent(except: "none") else { return nil }
      guard let style = counterStyleArgument() else { return nil }
      return .item(.counter(name: counter, style: style))
    case "counters":
      guard let counter = customIdent(except: "none"), comma(), let separator = string() else { return nil }
      guard let style = counterStyleArgument() else { return nil }
      return .item(.counters(name: counter, separator: separator, style: style))
    case "content":
      if atEnd { return .item(.elementText(.text)) }
      return contentPart().map { .item(.elementText($0)) }
    case "string":
      return namedPosition().map { .item(.namedString(name: $0.name, position: $0.position)) }
    case "element":
      return namedPosition().map { .item(.runningElement(name: $0.name, position: $0.position)) }
    case "target-counter":
      return target { parser, url in
        guard parser.comma(), let counter = parser.customIdent(), let style = parser.counterStyleArgument() else {
          return nil
        }
        return .targetCounter(url: url, name: counter, style: style)
      }
    case "target-counters":
      return target { parser, url in
        guard parser.comma(), let counter = parser.customIdent(), parser.comma(), let separator = parser.string(),
          let style = parser.counterStyleArgument()
        else { return nil }
        return .targetCounters(url: url, name: counter, separator: separator, style: style)
      }
    case "target-text":
      return target { parser, url in
        guard parser.comma() else { return .targetText(url: url, part: .text) }
        guard let part = parser.contentPart() else { return nil }
        return .targetText(url: url, part: part)
      }
    case "leader": return leader().map { .item(.leader($0)) }
    default: return nil
    }
  }

  /// `<custom-ident> [, first | start | last | first-except]?`
  private mutating func namedPosition() -> (name: String, position: ContentItem.NamedPosition)? {
    guard let name = customIdent() else { return nil }
    guard comma() else { return (name, .first) }
    switch keyword(in: [.first, .start, .last, .firstExcept]) {
    case .first?: return (name, .first)
    case .start?: return (name, .start)
    case .last?: return (name, .last)
    case .firstExcept?: return (name, .firstExcept)
    default: return nil
    }
  }

  private mutating func leader() -> String? {
    if let string = string() { return string.isEmpty ? nil : string }
    switch keyword(in: [.dotted, .solid, .space]) {
    case .dotted?: return "."
    case .solid?: return "_"
    case .space?: return " "
    default: return nil
    }
  }

  /// `attr(name type?, fallback?)`; the type is ignored, and the fallback must be a string.
  private mutating func attribute() -> SpecifiedContent? {
    guard let name = attributeName() else { return nil }
    if !atEnd, peek().kind != .comma, !attributeType() { return nil }
    var fallback = ""
    if comma() { fallback = string() ?? "" }
    return .attribute(name: name, fallback: fallback)
  }

  /// The type of the value in `attr()`, which is ignored.
  @discardableResult
  private mutating func attributeType() -> Bool {
    let type = function("type") { parser -> Bool? in
      parser.position = parser.end
      return true
    }
    return ident() != nil || type != nil
  }

  private mutating func attributeName() -> String? {
    let token = peek()
    guard token.kind == .ident else { return nil }
    position += 1
    return list.text(token)
  }

  /// `target-*(<address>, …)`. In `attr()`, a comma may precede the type, as in the first drafts (css3-gcpm) and in the
  /// documentation of Prince.
  private mutating func target(_ read: (inout ValueParser, String) -> ContentItem?) -> SpecifiedContent? {
    if let url = url() ?? string() { return read(&self, url).map { .item($0) } }
    let attribute = function("attr") { parser -> (name: String, fallback: String)? in
      guard let name = parser.attributeName() else { return nil }
      let hasComma = parser.comma()
      if hasComma, parser.atEnd { return nil }
      if hasComma, let fallback = parser.string() { return (name, fallback) }
      parser.attributeType()
      return (name, !hasComma && parser.comma() ? parser.string() ?? "" : "")
    }
    guard let attribute else { return nil }
    return read(&self, "").map { .target($0, attribute: attribute.name, fallback: attribute.fallback) }
  }

  private mutating func contentPart() -> ContentItem.ContentPart? {
    switch keyword(in: [.text, .content, .before, .after, .firstLetter, .marker]) {
    case .text?, .content?: .text
    case .before?: .before
    case .after?: .after
    case .firstLetter?: .firstLetter
    case .marker?: .marker
    default: nil
    }
  }

  /// `, <counter-style>`; `decimal` if omitted.
  private mutating func counterStyleArgument() -> String? {
    guard comma() else { return "decimal" }
    return counterStyle()
  }

  /// The name of a counter style, or the source text of `symbols(…)`, which `CounterStyles` parses for each number.
  mutating func counterStyle() -> String? {
    if let name = customIdent() { return CounterStyles.canonicalName(name) }
    guard peekFunction() == "symbols" else { return nil }
    let start = position
    _ = block()
    let source = list.source(start..<position)
    return source.count <= CounterStyles.sourceLimit ? String(decoding: source, as: UTF8.self) : nil
  }

  mutating func counterChanges(default value: Int32) -> Value? {
    if has(.none) { return .counters([]) }
    let changes = repeated { parser -> CounterChange? in
      let reversed: String? = parser.function("reversed") { $0.customIdent(except: "none") }
      guard let name = reversed ?? parser.customIdent(except: "none") else { return nil }
      let number = parser.roundedInteger()
      let direction: CounterChange.Direction =
        reversed == nil ? .forward : number == nil ? .reversedFromCount : .reversed
      return CounterChange(name: name, value: number ?? value, direction: direction)
    }
    return changes.map { .counters($0) }
  }

  mutating func stringSets() -> Value? {
    if has(.none) { return .stringSets([]) }
    let sets = commaSeparated { parser -> SpecifiedStringSet? in
      guard let name = parser.customIdent(except: "none"), let items = parser.repeated({ $0.contentItem() }) else {
        return nil
      }
      return SpecifiedStringSet(name: name, items: items)
    }
    return sets.map { .stringSets($0) }
  }
}
