import Diagnostics

/// Parses declarations (css-syntax-3 §5.4.4) with the grammars of the property tables.
struct DeclarationParser {
  let sheet: SheetSource
  var log: StyleDiagnosticLog
  /// Whether the declarations are in `@page`, which has additional properties.
  var isPage = false
  private(set) var declarations: [Declaration] = []

  init(sheet: SheetSource, log: StyleDiagnosticLog, isPage: Bool = false) {
    self.sheet = sheet
    self.log = log
    self.isPage = isPage
  }

  /// Parses the declarations of a `style` attribute or block; everything else is ignored.
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

  /// The end of the declaration that starts at `start`: a semicolon outside blocks, or `end`.
  static func endOfDeclaration(_ list: TokenList, _ start: Int, _ end: Int) -> Int {
    var position = start
    while position < end {
      let token = list.tokens[position]
      if token.kind == .semicolon { return position }
      position = token.match > position ? min(Int(token.match) + 1, end) : position + 1
    }
    return end
  }

  /// Parses one declaration without its semicolon.
  mutating func parse(_ range: Range<Int>) {
    let list = sheet.list
    let start = list.tokens[range.lowerBound]
    var parser = ValueParser(list, range)
    guard start.kind == .ident else {
      if list.isForOneBrowser(range) { return }
      return ignore("expected a property, found \(Quotation.of(sheet.list.excerpt(range)))", at: start)
    }
    parser.position += 1
    guard parser.take(.colon) else {
      return ignore("\(Quotation.of(sheet.list.excerpt(range))): expected \":\"", at: start)
    }
    var end = range.upperBound
    while end > parser.position, list.tokens[end - 1].kind == .whitespace { end -= 1 }
    let isImportant = takeImportant(&end, parser.position)
    parser.skipSpaces()
    let value = min(parser.position, end)..<end
    if list.isCustomProperty(start) {
      let name = list.text(start)
      guard name.utf8.count > 2 else { return ignore("\"--\" is not a name", at: start) }
      declareCustom(name, value, isImportant, at: start)
    } else {
      declare(value, isImportant, at: start)
    }
  }

  private func takeImportant(_ end: inout Int, _ start: Int) -> Bool {
    let list = sheet.list
    guard end > start, list.tokens[end - 1].kind == .ident, list.matches(list.tokens[end - 1], "important") else {
      return false
    }
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
    log.warn(.ignoredDeclaration, "Ignored declaration: \(message)", at: Int(token.offset), in: sheet)
  }

  // MARK: - Custom properties and var()

  private mutating func declareCustom(_ name: String, _ range: Range<Int>, _ isImportant: Bool, at start: Token) {
    let list = sheet.list
    guard Self.isBalanced(list, range) else {
      return ignore("\(Quotation.of(name)) has a stray bracket or a broken string", at: start)
    }
    var parser = ValueParser(list, range)
    let value: CustomValue
    if let wide = parser.wideKeyword(), parser.atEnd {
      value = .wide(wide)
    } else {
      value = .text(String(decoding: list.source(range), as: UTF8.self), SubstitutionFunctions(list, range))
    }
    declarations.append(
      Declaration(property: .custom, isImportant: isImportant, value: .customProperty(name: name, value: value)))
  }

  /// Whether the value contains no bad string, bad address, unmatched closing bracket or `!` (css-variables-1 §2).
  private static func isBalanced(_ list: TokenList, _ range: Range<Int>) -> Bool {
    var closers: Set<Int> = []
    // The ends of the open blocks, and whether they are blocks of `var()`, whose fallback is checked like a value.
    var open: [(end: Int, isReference: Bool)] = []
    for index in range {
      let token = list.tokens[index]
      while let last = open.last, last.end <= index { open.removeLast() }
      switch token.kind {
      case .badString, .badURL: return false
      case .openCurly, .openParen, .openSquare, .function:
        closers.insert(Int(token.match))
        open.append((Int(token.match), token.kind == .function && list.matches(token, "var")))
      case .closeCurly, .closeParen, .closeSquare: if !closers.contains(index) { return false }
      case .semicolon where open.last?.isReference ?? false: return false
      case .delim where open.last?.isReference ?? closers.isEmpty:
        if list.bytes[Int(token.start)] == UInt8(ascii: "!") { return false }
      default: break
      }
    }
    return true
  }

  /// The substitution functions of the value of a property. Content lists parse `attr()` as an item.
  private static func functions(_ list: TokenList, _ range: Range<Int>, _ known: KnownProperty) -> SubstitutionFunctions
  {
    if case .longhand(let property) = known {
      switch property {
      case .content, .stringSet, .bookmarkLabel: return SubstitutionFunctions(list, range, except: "attr")
      default: break
      }
    }
    return SubstitutionFunctions(list, range)
  }

  // MARK: - Properties

  /// - Parameter start: the name of the property.
  private mutating func declare(_ range: Range<Int>, _ isImportant: Bool, at start: Token) {
    let list = sheet.list
    guard let known = list.value(start, in: KnownProperty.byName), isPage || !known.isPageOnly else {
      let name = list.lowercasedText(start)
      if !isPage, SVGProperties.contains(name), !range.isEmpty {
        return declareCustom(name, range, isImportant, at: start)
      }
      if !InertProperties.contains(name) { ignore("unknown property \(Quotation.of(name))", at: start) }
      return
    }
    guard !range.isEmpty else {
      return ignore("\(Quotation.of(list.lowercasedText(start))) has no value", at: start)
    }
    let functions = Self.functions(list, range, known)
    if !functions.isEmpty {
      guard Self.isBalanced(list, range) else {
        return ignoreValue(range, of: start)
      }
      let text = String(decoding: list.source(range), as: UTF8.self)
      let pending = PendingValue(
        text: text, shorthand: known.shorthand, base: sheet.base, readsElement: functions.contains(.element))
      for property in known.longhands { add(property, .pending(pending), isImportant) }
      return
    }
    var parser = ValueParser(list, range)
    parser.base = sheet.base
    parser.isQuirky = sheet.isQuirky && known.acceptsQuirkyValues
    guard let values = parser.values(of: known) else {
      return ignoreValue(range, of: start)
    }
    if declarations.isEmpty { declarations.reserveCapacity(values.count) }
    for (property, value) in values { add(property, value, isImportant) }
  }

  private mutating func ignoreValue(_ range: Range<Int>, of start: Token) {
    if sheet.list.isForOneBrowser(range) { return }
    let (value, name) = (sheet.list.excerpt(range), sheet.list.lowercasedText(start))
    ignore("\(Quotation.of(value)) is not a value of \(Quotation.of(name))", at: start)
  }

  private mutating func add(_ property: Property, _ value: Value, _ isImportant: Bool) {
    declarations.append(Declaration(property: property, isImportant: isImportant, value: value))
  }
}

extension ValueParser {
  mutating func wideKeyword() -> WideKeyword? {
    guard let wide = peekName(in: Self.wideKeywords) else { return nil }
    position += 1
    return wide
  }

  private static let wideKeywords = NameIndex<WideKeyword>([
    ("inherit", .inherit), ("initial", .initial), ("unset", .unset), ("revert", .revert),
    ("revert-layer", .revertLayer),
  ])

  /// The longhands of a declaration whose value is the rest of the tokens; nil if the value is invalid.
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
