import Markup

/// `@supports` (css-conditional-4), evaluated with the parsers of declarations and selectors.
enum SupportsCondition {
  /// Returns nil for a syntax error.
  static func evaluate(_ parser: inout ValueParser) -> Bool? {
    let result = parser.supportsCondition()
    return parser.atEnd ? result : nil
  }

  /// `@import … supports(<condition> | <declaration>)`
  static func evaluateImport(_ parser: inout ValueParser) -> Bool {
    var condition = parser
    if let result = evaluate(&condition) { return result }
    return parser.supportsDeclaration()
  }
}

extension ValueParser {
  fileprivate mutating func supportsCondition() -> Bool? {
    if ident("not") { return supportsInParens().map { !$0 } }
    guard var result = supportsInParens() else { return nil }
    guard peek().kind == .ident else { return result }
    let isOr = list.lowercasedText(peek()) == "or"
    while ident(isOr ? "or" : "and") {
      guard let next = supportsInParens() else { return nil }
      result = isOr ? result || next : result && next
    }
    return result
  }

  private mutating func supportsInParens() -> Bool? {
    if let name = peekFunction() {
      var inner = block()
      switch name {
      case "selector":
        var parser = SelectorParser(inner, table: SelectorTable(), names: NameTable(), namespaces: .init())
        guard let selectors = parser.parseList() else { return false }
        return selectors.count == 1
      case "font-tech", "font-format":
        return name == "font-format" && ["opentype", "truetype", "woff", "woff2"].contains(inner.ident() ?? "")
      default: return false
      }
    }
    guard peek().kind == .openParen else { return nil }
    var inner = block()
    var condition = inner
    if let result = condition.supportsCondition(), condition.atEnd { return result }
    return inner.supportsDeclaration()
  }

  fileprivate mutating func supportsDeclaration() -> Bool {
    guard peek().kind == .ident else { return false }
    let sheet = SheetSource(list: list, name: "", base: "")
    var declarations = DeclarationParser(sheet: sheet, log: StyleDiagnosticLog())
    declarations.parse(position..<end)
    return !declarations.declarations.isEmpty
  }
}
