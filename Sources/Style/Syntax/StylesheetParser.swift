import Diagnostics
import Markup
import Resources

/// Parses style sheets into a `RuleSet` (css-syntax-3 §5.4, css-cascade-5 §2, css-nesting-1).
struct StylesheetParser {
  var rules: RuleSet
  var log = StyleDiagnosticLog()
  let media: MediaContext
  let loader: ResourceLoader?
  /// The charset label for style sheets that do not declare one.
  var charset = "utf-8"
  /// Maximum number of rules of a document, each counted for each of its selectors.
  var ruleLimit = 1_000_000
  /// The number of the element that owns the sheet, in `RuleSet.scopeOwners`; nil if there is none.
  var owner: Int?
  /// The style sheets that were loaded.
  private(set) var imports = 0
  private var totalBytes = 0
  /// Whether rules were ignored because there are too many.
  private var isFull = false

  static let importDepth = 8
  static let importLimit = 100
  /// Maximum number of bytes of all style sheets of a document.
  static let byteLimit = 32 << 20
  /// Maximum depth of nested rules.
  static let nestingLimit = 32

  /// Whether the sheets belong to a document in quirks mode.
  let isQuirky: Bool

  init(rules: RuleSet, media: MediaContext, loader: ResourceLoader?, isQuirky: Bool = false) {
    self.isQuirky = isQuirky
    self.rules = rules
    self.media = media
    self.loader = loader
  }

  /// The context of a rule.
  struct Scope {
    var sheet: SheetSource
    var namespaces = SelectorParser.Namespaces()
    var layer: UInt32 = 0
    /// The number of the innermost `@container` rule, as in `StyleRule`.
    var query: UInt32 = 0
    /// The number of the innermost `@scope` rule, as in `StyleRule`.
    var scope: UInt32 = 0
    /// The selectors of the enclosing style rule, or the scoping root directly in `@scope`.
    var parent: (list: UInt32, specificity: Specificity)?
    var parentIsScope = false
    var depth = 0
    var imports = 0
  }

  // MARK: - Sheets

  mutating func parse(_ css: ContiguousArray<UInt8>, name: String, base: String, line: Int = 1, column: Int = 1) {
    parse(css, name: name, base: base, line: line, column: column, layer: 0, imports: 0)
  }

  private mutating func parse(
    _ css: ContiguousArray<UInt8>, name: String, base: String, line: Int, column: Int, layer: UInt32, imports: Int
  ) {
    totalBytes += css.count
    guard totalBytes <= Self.byteLimit else {
      log.warn(
        .ignoredStylesheet, "Ignored stylesheet: more than \(Self.byteLimit >> 20) MB of CSS",
        at: SourceLocation(source: name, line: line, column: 1))
      return
    }
    let list = TokenList(css)
    let sheet = SheetSource(
      list: list, name: name, base: base, firstLine: line, firstColumn: column, isQuirky: isQuirky)
    var scope = Scope(sheet: sheet, layer: layer, imports: imports)
    var allowsImport = true
    parseRules(0..<list.tokens.count - 1, &scope, isTop: true, allowsImport: &allowsImport)
  }

  /// Loads and parses the style sheet of a `<link>` or `@import`.
  /// - Parameter location: the location of the `<link>` or `@import`.
  mutating func load(
    _ address: String, base: String, layer: UInt32 = 0, imports depth: Int = 0, from location: SourceLocation
  ) {
    guard let loader, depth <= Self.importDepth, imports < Self.importLimit else {
      log.warn(.ignoredStylesheet, "Ignored stylesheet \(Quotation.of(address)): too many imports", at: location)
      return
    }
    imports += 1
    do {
      let resource = try loader.load(address, base: base)
      let isData = address.asciiLowercased.hasPrefix("data:")
      let path = isData ? address : SheetAddress.join(base, address)
      let folder = isData ? base : SheetAddress.folder(path)
      let css = StylesheetText.decode(resource.bytes, environment: charset)
      parse(css, name: isData ? "data:" : path, base: folder, line: 1, column: 1, layer: layer, imports: depth)
    } catch {
      log.warn(
        .stylesheetNotRead, "Stylesheet \(Quotation.of(error.address)) was not read: \(error.message)", at: location)
    }
  }

  // MARK: - Rules

  mutating func parseRules(_ range: Range<Int>, _ scope: inout Scope, isTop: Bool, allowsImport: inout Bool) {
    let list = scope.sheet.list
    var position = range.lowerBound
    while position < range.upperBound {
      let token = list.tokens[position]
      switch token.kind {
      case .whitespace: position += 1
      case .cdo where isTop, .cdc where isTop: position += 1
      case .atKeyword:
        let rule = AtRule(list, position, range.upperBound)
        parseAtRule(rule, &scope, allowsImport: &allowsImport)
        position = rule.end
      default:
        let brace = Self.findBrace(list, position, range.upperBound, stopsAtSemicolon: false)
        guard let brace else {
          warn("Ignored rule: \(Quotation.of(list.excerpt(position..<range.upperBound))) has no block", token, scope)
          return
        }
        let close = min(Int(list.tokens[brace].match), range.upperBound)
        parseStyleRule(position..<brace, brace + 1..<close, scope)
        allowsImport = false
        position = close + 1
      }
    }
  }

  /// Index of the `{` that ends a prelude.
  private static func findBrace(_ list: TokenList, _ start: Int, _ end: Int, stopsAtSemicolon: Bool) -> Int? {
    var position = start
    while position < end {
      let token = list.tokens[position]
      if token.kind == .openCurly { return position }
      if stopsAtSemicolon, token.kind == .semicolon { return nil }
      position = token.match > position ? Int(token.match) + 1 : position + 1
    }
    return nil
  }

  private mutating func parseStyleRule(_ prelude: Range<Int>, _ body: Range<Int>, _ scope: Scope) {
    guard scope.depth < Self.nestingLimit else { return }
    let list = scope.sheet.list
    var parser = SelectorParser(
      ValueParser(list, prelude), table: rules.selectors, names: rules.names, namespaces: scope.namespaces)
    parser.parent = scope.parent
    parser.parentIsScope = scope.parentIsScope
    parser.ignoresCase = isQuirky
    // The parser must own the tables: a second reference would cause a copy on write.
    rules.selectors = SelectorTable()
    rules.names = NameTable.empty
    let selectors = parser.parseList()
    var reference: (list: UInt32, specificity: Specificity)?
    var first = 0
    if let selectors {
      first = parser.table.selectors.count
      reference = parser.add(selectors)
    }
    rules.selectors = parser.table
    rules.names = parser.names
    guard let selectors, let reference else {
      let place = list.tokens[prelude.lowerBound]
      if list.isForOneBrowser(prelude) { return }
      return warn("Ignored rule: \(Quotation.of(list.excerpt(prelude))) is not a selector", place, scope)
    }
    parseBody(body, selectors: first..<first + selectors.count, reference, scope)
  }

  /// The declarations and nested rules of a style rule, in order.
  mutating func parseBody(
    _ body: Range<Int>, selectors: Range<Int>, _ reference: (list: UInt32, specificity: Specificity), _ scope: Scope,
    isScope: Bool = false
  ) {
    let list = scope.sheet.list
    var inner = scope
    inner.parent = reference
    inner.parentIsScope = isScope
    inner.depth += 1
    var declarations = DeclarationParser(sheet: scope.sheet, log: log)
    var position = body.lowerBound
    while position < body.upperBound {
      let token = list.tokens[position]
      if token.kind == .whitespace || token.kind == .semicolon {
        position += 1
        continue
      }
      if token.kind == .atKeyword {
        flush(&declarations, selectors, scope)
        let rule = AtRule(list, position, body.upperBound)
        parseNestedAtRule(rule, selectors, reference, inner)
        position = rule.end
        continue
      }
      let isCustom = token.kind == .ident && list.isCustomProperty(token)
      if !isCustom, let brace = Self.findBrace(list, position, body.upperBound, stopsAtSemicolon: true) {
        flush(&declarations, selectors, scope)
        let close = min(Int(list.tokens[brace].match), body.upperBound)
        parseStyleRule(position..<brace, brace + 1..<close, inner)
        position = close + 1
        continue
      }
      // Not before: the end is searched beyond nested rules, up to a semicolon.
      let end = DeclarationParser.endOfDeclaration(list, position, body.upperBound)
      declarations.log = log
      declarations.parse(position..<end)
      log = declarations.log
      position = end
    }
    flush(&declarations, selectors, scope)
  }

  /// Adds the declarations parsed so far as rules, so that nested rules keep their position in the order.
  private mutating func flush(_ parser: inout DeclarationParser, _ selectors: Range<Int>, _ scope: Scope) {
    guard !parser.declarations.isEmpty, !selectors.isEmpty else { return }
    defer { parser = DeclarationParser(sheet: scope.sheet, log: log) }
    // Nested rules divide the declarations of a rule, and each part is a rule for each selector.
    guard rules.rules.count + selectors.count <= ruleLimit else {
      if !isFull {
        log.warn(.ignoredRule, "Ignored rules: more than \(ruleLimit) of them", at: 0, in: scope.sheet)
      }
      isFull = true
      return
    }
    let block = rules.blocks.add(parser.declarations)
    for selector in selectors {
      rules.rules.append(
        StyleRule(
          selector: UInt32(selector), block: block, layer: scope.layer, query: scope.query, scope: scope.scope))
    }
  }

  mutating func location(_ token: Token, _ scope: Scope) -> SourceLocation {
    log.location(of: Int(token.offset), in: scope.sheet)
  }

  mutating func warn(_ message: String, _ token: Token, _ scope: Scope) {
    log.warn(.ignoredRule, message, at: Int(token.offset), in: scope.sheet)
  }
}
