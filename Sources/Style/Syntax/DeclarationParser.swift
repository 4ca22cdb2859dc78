/// Parses declarations (css-syntax-3 §5.4.4 and the properties' grammars).
struct DeclarationParser {
  let sheet: SheetSource
  var diagnostics: Diagnostics
  /// In `@page` some properties more are known.
  var isPage = false
  private(set) var declarations: [Declaration] = []

  init(sheet: SheetSource, diagnostics: Diagnostics, isPage: Bool = false) {
    self.sheet = sheet
    self.diagnostics = diagnostics
    self.isPage = isPage
  }

  /// A `style` attribute's or another block's declarations; whatever else stands there is passed over.
  mutating func parseAll(_ range: Range<Int>) {
    var position = range.lowerBound
    while position < range.upperBound {
      let token = sheet.list.tokens[position]
      if token.kind == .whitespace || token.kind == .semicolon {
        position += 1
        continue
      }
      let end = Self.endOfDeclaration(sheet.list, position, range.upperBound)
      parse(position..<end)
      position = end
    }
  }

  /// Where the declaration that starts at `start` ends: at a semicolon outside of blocks, or at `end`.
  static func endOfDeclaration(_ list: TokenList, _ start: Int, _ end: Int) -> Int {
    var position = start
    while position < end {
      let token = list.tokens[position]
      if token.kind == .semicolon { return position }
      position = token.match > position ? min(Int(token.match) + 1, end) : position + 1
    }
    return end
  }

  /// One declaration, from its name to before its semicolon.
  mutating func parse(_ range: Range<Int>) {
    let list = sheet.list
    let start = list.tokens[range.lowerBound]
    var parser = ValueParser(list, range)
    guard start.kind == .ident else {
      return ignore("expected a property, found “\(excerpt(range))”", at: start)
    }
    parser.position += 1
    let name = list.text(start)
    guard parser.take(.colon) else { return ignore("“\(excerpt(range))”: expected “:”", at: start) }
    var end = range.upperBound
    while end > parser.position, list.tokens[end - 1].kind == .whitespace { end -= 1 }
    let isImportant = takeImportant(&end, parser.position)
    parser.skipSpaces()
    let value = min(parser.position, end)..<end
    if name.hasPrefix("--") {
      guard name.utf8.count > 2 else { return ignore("“--” is not a name", at: start) }
      declareCustom(name, value, isImportant, at: start)
    } else {
      declare(name.asciiLowercased, value, isImportant, at: start)
    }
  }

  private func takeImportant(_ end: inout Int, _ start: Int) -> Bool {
    let list = sheet.list
    guard end > start, list.tokens[end - 1].kind == .ident, list.lowercasedText(list.tokens[end - 1]) == "important"
    else { return false }
    var position = end - 2
    while position >= start, list.tokens[position].kind == .whitespace { position -= 1 }
    guard position >= start, list.tokens[position].kind == .delim,
      list.bytes[Int(list.tokens[position].start)] == UInt8(ascii: "!")
    else { return false }
    end = position
    while end > start, list.tokens[end - 1].kind == .whitespace { end -= 1 }
    return true
  }

  private mutating func ignore(_ message: String, at token: Token) {
    diagnostics.warn("Ignored declaration: \(message)", at: Int(token.offset), in: sheet)
  }

  private func excerpt(_ range: Range<Int>) -> String {
    let text = String(decoding: sheet.list.source(range).prefix(60), as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: - Custom properties and var()

  private mutating func declareCustom(_ name: String, _ range: Range<Int>, _ isImportant: Bool, at start: Token) {
    let list = sheet.list
    guard Self.isBalanced(list, range) else {
      return ignore("“\(name)” has a stray bracket or a broken string", at: start)
    }
    var parser = ValueParser(list, range)
    let value: CustomValue
    if let wide = parser.wideKeyword(), parser.atEnd {
      value = .wide(wide)
    } else {
      value = .text(String(decoding: list.source(range), as: UTF8.self), hasReference: Self.hasReference(list, range))
    }
    declarations.append(
      Declaration(property: .custom, isImportant: isImportant, value: .customProperty(name: name, value: value)))
  }

  /// Without what no value may hold: bad strings, bad addresses, brackets that close nothing, `!`.
  private static func isBalanced(_ list: TokenList, _ range: Range<Int>) -> Bool {
    var closers: Set<Int> = []
    // Where blocks that are open end, and whether they are those of `var()`: its fallback is a value of its own.
    var open: [(end: Int, isReference: Bool)] = []
    for index in range {
      let token = list.tokens[index]
      while let last = open.last, last.end <= index { open.removeLast() }
      switch token.kind {
      case .badString, .badURL: return false
      case .openCurly, .openParen, .openSquare, .function:
        closers.insert(Int(token.match))
        open.append((Int(token.match), token.kind == .function && list.lowercasedText(token) == "var"))
      case .closeCurly, .closeParen, .closeSquare: if !closers.contains(index) { return false }
      case .semicolon where open.last?.isReference ?? false: return false
      case .delim where open.last?.isReference ?? closers.isEmpty:
        if list.bytes[Int(token.start)] == UInt8(ascii: "!") { return false }
      default: break
      }
    }
    return true
  }

  /// `content` and its like read `attr()` as an item of theirs.
  private static func readsAttributes(_ list: TokenList, _ range: Range<Int>, _ known: KnownProperty) -> Bool {
    if case .longhand(let property) = known {
      switch property {
      case .content, .stringSet, .bookmarkLabel: return false
      default: break
      }
    }
    return range.contains { list.tokens[$0].kind == .function && list.lowercasedText(list.tokens[$0]) == "attr" }
  }

  private static func hasReference(_ list: TokenList, _ range: Range<Int>) -> Bool {
    range.contains { list.tokens[$0].kind == .function && list.lowercasedText(list.tokens[$0]) == "var" }
  }

  // MARK: - Properties

  private mutating func declare(_ name: String, _ range: Range<Int>, _ isImportant: Bool, at start: Token) {
    guard let known = KnownProperty(name), isPage || !known.isPageOnly else {
      if !InertProperties.names.contains(name) { ignore("unknown property “\(name)”", at: start) }
      return
    }
    let list = sheet.list
    guard !range.isEmpty else { return ignore("“\(name)” has no value", at: start) }
    let readsAttributes = Self.readsAttributes(list, range, known)
    if readsAttributes || Self.hasReference(list, range) {
      guard Self.isBalanced(list, range) else {
        return ignore("“\(excerpt(range))” is no value of “\(name)”", at: start)
      }
      let text = String(decoding: list.source(range), as: UTF8.self)
      let pending = PendingValue(
        text: text, shorthand: known.shorthand, base: sheet.base, readsAttributes: readsAttributes)
      for property in known.longhands { add(property, .pending(pending), isImportant) }
      return
    }
    var parser = ValueParser(list, range)
    parser.base = sheet.base
    guard let values = parser.values(of: known) else {
      return ignore("“\(excerpt(range))” is no value of “\(name)”", at: start)
    }
    for (property, value) in values { add(property, value, isImportant) }
  }

  private mutating func add(_ property: Property, _ value: Value, _ isImportant: Bool) {
    declarations.append(Declaration(property: property, isImportant: isImportant, value: value))
  }
}

/// A longhand or shorthand by its name or one of its old names.
enum KnownProperty {
  case longhand(Property)
  case shorthand(Shorthand)

  /// - Parameter name: in lower case.
  init?(_ name: String) {
    if let property = Property.byName[name], property != .custom, property != .language {
      self = .longhand(property)
    } else if let shorthand = Shorthand.byName[name] {
      self = .shorthand(shorthand)
    } else if let alias = Self.aliases[name] {
      self.init(alias)
    } else {
      for prefix in ["-webkit-", "-moz-"] where name.hasPrefix(prefix) {
        let plain = String(name.dropFirst(prefix.count))
        guard Self.prefixed.contains(plain) else { return nil }
        self.init(plain)
        return
      }
      return nil
    }
  }

  private static let aliases = [
    "word-wrap": "overflow-wrap", "grid-gap": "gap", "grid-row-gap": "row-gap", "grid-column-gap": "column-gap",
    "-webkit-margin-before": "margin-block-start", "-webkit-margin-after": "margin-block-end",
    "-webkit-margin-start": "margin-inline-start", "-webkit-margin-end": "margin-inline-end",
    "-webkit-padding-start": "padding-inline-start", "-webkit-padding-end": "padding-inline-end",
  ]

  /// Those that authors still write with a vendor's prefix.
  private static let prefixed: Set<String> = [
    "align-content", "align-items", "align-self", "background-clip", "background-origin", "background-size",
    "border-radius", "box-decoration-break", "box-shadow", "box-sizing", "clip-path", "column-count", "column-fill",
    "column-gap", "column-rule", "column-rule-color", "column-rule-style", "column-rule-width", "column-span",
    "column-width", "columns", "flex", "flex-basis", "flex-direction", "flex-flow", "flex-grow", "flex-shrink",
    "flex-wrap", "font-feature-settings", "hyphens", "justify-content", "order", "tab-size", "text-align-last",
    "text-decoration", "transform", "transform-origin",
  ]

  var shorthand: Shorthand? { if case .shorthand(let shorthand) = self { shorthand } else { nil } }

  var longhands: [Property] {
    switch self {
    case .longhand(let property): [property]
    case .shorthand(let shorthand): shorthand.longhands
    }
  }

  var isPageOnly: Bool { if case .longhand(let property) = self { property.isPageOnly } else { false } }
}

/// Properties that have no effect on paper; no message is given for them.
enum InertProperties {
  static let names: Set<String> = Set(
    """
    accent-color all-scroll animation animation-delay animation-direction animation-duration animation-fill-mode \
    animation-iteration-count animation-name animation-play-state animation-timing-function appearance \
    backface-visibility caret-color color-scheme color-adjust cursor outline-radius overscroll-behavior perspective \
    perspective-origin pointer-events print-color-adjust resize scroll-behavior scroll-margin scroll-padding \
    scroll-snap-align scroll-snap-type scrollbar-color scrollbar-gutter scrollbar-width speak text-rendering \
    text-size-adjust touch-action transform-style transition transition-delay transition-duration transition-property \
    transition-timing-function user-select will-change zoom -webkit-appearance -moz-appearance -webkit-font-smoothing \
    -moz-osx-font-smoothing -webkit-print-color-adjust -webkit-text-size-adjust -ms-text-size-adjust \
    -webkit-tap-highlight-color -webkit-overflow-scrolling -webkit-user-select -moz-user-select -ms-user-select \
    font-smooth font-display font-optical-sizing font-synthesis content-visibility contain-intrinsic-size \
    image-rendering overflow-anchor mso-table-lspace mso-table-rspace -ms-interpolation-mode font-palette \
    image-orientation text-decoration-skip text-decoration-skip-ink text-justify
    """.split(separator: " ").map(String.init))
}

extension ValueParser {
  mutating func wideKeyword() -> WideKeyword? {
    let token = peek()
    guard token.kind == .ident else { return nil }
    let wide: WideKeyword
    switch list.lowercasedText(token) {
    case "inherit": wide = .inherit
    case "initial": wide = .initial
    case "unset": wide = .unset
    case "revert": wide = .revert
    case "revert-layer": wide = .revertLayer
    default: return nil
    }
    position += 1
    return wide
  }

  /// The longhands of a declaration whose value is all that is left; nil where it does not fit.
  mutating func values(of known: KnownProperty) -> [(property: Property, value: Value)]? {
    if let wide = wideKeyword() { return atEnd ? known.longhands.map { ($0, .wide(wide)) } : nil }
    switch known {
    case .longhand(let property):
      guard let value = longhand(property), atEnd else { return nil }
      return [(property, value)]
    case .shorthand(let shorthand):
      guard let expansion = expand(shorthand), atEnd else { return nil }
      return expansion.values
    }
  }
}
