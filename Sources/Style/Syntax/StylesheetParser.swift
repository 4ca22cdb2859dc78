import Markup
import Resources

/// Parses stylesheets one after the other into a `RuleSet` (css-syntax-3 §5.4, css-cascade-5 §2, css-nesting-1).
struct StylesheetParser {
  var rules: RuleSet
  var diagnostics = Diagnostics()
  let media: MediaContext
  let loader: ResourceLoader?
  /// The label of the charset that sheets without one of their own are read in.
  var charset = "utf-8"
  private var imports = 0
  private var totalBytes = 0

  static let importDepth = 8
  static let importLimit = 100
  /// Of all sheets of a document.
  static let byteLimit = 32 << 20
  /// Rules in each other.
  static let nestingLimit = 32

  init(rules: RuleSet, media: MediaContext, loader: ResourceLoader?) {
    self.rules = rules
    self.media = media
    self.loader = loader
  }

  /// What surrounds a rule.
  struct Scope {
    var sheet: SheetSource
    var namespaces = SelectorParser.Namespaces()
    var layer: UInt32 = 0
    /// The selectors of the rule that this one is nested in.
    var parent: (list: UInt32, specificity: Specificity)?
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
      diagnostics.warn("Ignored stylesheet: more than \(Self.byteLimit >> 20) MB of CSS", source: name, line: line)
      return
    }
    let list = TokenList(css)
    let sheet = SheetSource(list: list, name: name, base: base, firstLine: line, firstColumn: column)
    var scope = Scope(sheet: sheet, layer: layer, imports: imports)
    var allowsImport = true
    parseRules(0..<list.tokens.count - 1, &scope, isTop: true, allowsImport: &allowsImport)
  }

  /// Loads and parses a sheet that `<link>` or `@import` names.
  mutating func load(
    _ address: String, base: String, layer: UInt32 = 0, imports depth: Int = 0, from place: StyleWarning.Place
  ) {
    guard let loader, depth <= Self.importDepth, imports < Self.importLimit else {
      diagnostics.warn(
        "Ignored stylesheet “\(address)”: too many imports", source: place.source, line: place.line,
        column: place.column)
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
      diagnostics.warn(
        "Stylesheet “\(error.address)” was not read: \(error.message)", source: place.source, line: place.line,
        column: place.column)
    }
  }

  // MARK: - Rules

  private mutating func parseRules(_ range: Range<Int>, _ scope: inout Scope, isTop: Bool, allowsImport: inout Bool) {
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
          warn("Ignored rule: “\(excerpt(list, position..<range.upperBound))” has no block", token, scope)
          return
        }
        let close = min(Int(list.tokens[brace].match), range.upperBound)
        parseStyleRule(position..<brace, brace + 1..<close, scope)
        allowsImport = false
        position = close + 1
      }
    }
  }

  /// The `{` that ends a prelude.
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
    // The parser works on the tables themselves: nobody else may hold them meanwhile.
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
      return warn("Ignored rule: “\(excerpt(list, prelude))” is not a selector", place, scope)
    }
    parseBody(body, selectors: first..<first + selectors.count, reference, scope)
  }

  /// A style rule's declarations and the rules nested in it, in order.
  private mutating func parseBody(
    _ body: Range<Int>, selectors: Range<Int>, _ reference: (list: UInt32, specificity: Specificity), _ scope: Scope
  ) {
    let list = scope.sheet.list
    var inner = scope
    inner.parent = reference
    inner.depth += 1
    var declarations = DeclarationParser(sheet: scope.sheet, diagnostics: diagnostics)
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
      let end = DeclarationParser.endOfDeclaration(list, position, body.upperBound)
      let isCustom = token.kind == .ident && list.text(token).hasPrefix("--")
      if !isCustom, let brace = Self.findBrace(list, position, body.upperBound, stopsAtSemicolon: true) {
        flush(&declarations, selectors, scope)
        let close = min(Int(list.tokens[brace].match), body.upperBound)
        parseStyleRule(position..<brace, brace + 1..<close, inner)
        position = close + 1
        continue
      }
      declarations.diagnostics = diagnostics
      declarations.parse(position..<end)
      diagnostics = declarations.diagnostics
      position = end
    }
    flush(&declarations, selectors, scope)
  }

  /// Adds the declarations so far as rules, so that nested rules keep their place in the order.
  private mutating func flush(_ parser: inout DeclarationParser, _ selectors: Range<Int>, _ scope: Scope) {
    guard !parser.declarations.isEmpty, !selectors.isEmpty else { return }
    let block = rules.blocks.add(parser.declarations)
    for selector in selectors {
      rules.rules.append(StyleRule(selector: UInt32(selector), block: block, layer: scope.layer))
    }
    parser = DeclarationParser(sheet: scope.sheet, diagnostics: diagnostics)
  }

  // MARK: - At-rules

  /// The parts of an at-rule.
  struct AtRule {
    var name: String
    var place: Token
    var prelude: Range<Int>
    /// nil where a semicolon ends the rule.
    var body: Range<Int>?
    /// Past the rule.
    var end: Int

    init(_ list: TokenList, _ position: Int, _ limit: Int) {
      place = list.tokens[position]
      name = list.lowercasedText(place)
      var index = position + 1
      while index < limit {
        let token = list.tokens[index]
        if token.kind == .semicolon || token.kind == .openCurly { break }
        index = token.match > index ? min(Int(token.match) + 1, limit) : index + 1
      }
      prelude = position + 1..<max(position + 1, index)
      if index < limit, list.tokens[index].kind == .openCurly {
        let close = min(Int(list.tokens[index].match), limit)
        body = index + 1..<max(index + 1, close)
        end = min(close + 1, limit)
      } else {
        end = min(index + 1, limit)
      }
    }
  }

  private mutating func parseAtRule(_ rule: AtRule, _ scope: inout Scope, allowsImport: inout Bool) {
    guard scope.depth < Self.nestingLimit else { return }
    let list = scope.sheet.list
    var prelude = ValueParser(list, rule.prelude)
    if rule.name != "import", rule.name != "charset", !(rule.name == "layer" && rule.body == nil) {
      if rule.name != "namespace" { allowsImport = false }
    }
    switch rule.name {
    case "charset": break
    case "import":
      guard allowsImport, rule.body == nil else {
        return warn("Ignored @import: it stands after other rules", rule.place, scope)
      }
      parseImport(&prelude, rule, scope)
    case "namespace":
      let prefix = prelude.customIdent()
      guard let url = prelude.url() ?? prelude.string(), prelude.atEnd else {
        return warn("Ignored @namespace: expected an address", rule.place, scope)
      }
      let namespace = Self.namespace(url)
      if let prefix { scope.namespaces.byPrefix[prefix] = namespace } else { scope.namespaces.default = namespace }
    case "media", "supports", "layer", "container", "scope", "starting-style", "document", "-moz-document":
      guard let body = rule.body else {
        if rule.name == "layer" { declareLayers(&prelude, rule, scope) }
        return
      }
      guard var inner = conditional(rule, &prelude, scope) else { return }
      var never = false
      parseRules(body, &inner, isTop: false, allowsImport: &never)
    case "page": parsePage(rule, &prelude, scope)
    case "font-face":
      guard let body = rule.body else { return }
      if var face = FontFace(descriptors(body, scope), base: scope.sheet.base) {
        face.place = place(rule.place, scope)
        rules.fontFaces.append(face)
      } else {
        warn("Ignored @font-face: it needs font-family and src", rule.place, scope)
      }
    case "counter-style":
      guard let body = rule.body, let name = prelude.customIdent(except: "none"), prelude.atEnd,
        !["decimal", "disc", "square", "circle", "disclosure-open", "disclosure-closed"].contains(name.asciiLowercased)
      else { return warn("Ignored @counter-style: expected a name", rule.place, scope) }
      if let style = CounterStyle(descriptors(body, scope, where: CounterStyle.isValid)) {
        rules.counterStyles[CounterStyles.canonicalName(name)] = style
      } else {
        warn("Ignored @counter-style “\(name)”: its system needs symbols that are not there", rule.place, scope)
      }
    case "property":
      guard let body = rule.body, let name = prelude.customIdent(), prelude.atEnd, name.hasPrefix("--"),
        let property = RegisteredProperty(descriptors(body, scope))
      else {
        return warn(
          "Ignored @property: it needs a custom property, its syntax and whether it inherits", rule.place, scope)
      }
      rules.registered[name] = property
    case "keyframes", "-webkit-keyframes", "-moz-keyframes", "font-feature-values", "font-palette-values",
      "view-transition", "position-try", "viewport", "-ms-viewport":
      break  // Nothing of it shows on paper.
    default: warn("Ignored rule: unknown @\(rule.name)", rule.place, scope)
    }
  }

  /// An at-rule inside a style rule: its declarations are the parent's (css-nesting-1 §3.3).
  private mutating func parseNestedAtRule(
    _ rule: AtRule, _ selectors: Range<Int>, _ reference: (list: UInt32, specificity: Specificity), _ scope: Scope
  ) {
    var prelude = ValueParser(scope.sheet.list, rule.prelude)
    switch rule.name {
    case "media", "supports", "layer", "container", "scope", "starting-style":
      guard scope.depth < Self.nestingLimit, let body = rule.body, let inner = conditional(rule, &prelude, scope) else {
        return
      }
      parseBody(body, selectors: selectors, reference, inner)
    default: warn("Ignored rule: @\(rule.name) inside of a style rule", rule.place, scope)
    }
  }

  /// The scope inside of a conditional group rule; nil where its condition does not hold.
  private mutating func conditional(_ rule: AtRule, _ prelude: inout ValueParser, _ scope: Scope) -> Scope? {
    var inner = scope
    inner.depth += 1
    switch rule.name {
    case "media": return MediaQueries.evaluate(&prelude, media) ? inner : nil
    case "supports": return SupportsCondition.evaluate(&prelude) == true ? inner : nil
    case "layer":
      if prelude.atEnd {
        inner.layer = rules.layers.layer([], below: scope.layer)
        return inner
      }
      guard let path = prelude.layerName(), prelude.atEnd else {
        warn("Ignored @layer: expected one name", rule.place, scope)
        return nil
      }
      inner.layer = rules.layers.layer(path, below: scope.layer)
      return inner
    default:
      // Container queries, scopes and the like are not built: what stands in them does not apply.
      warn("Ignored @\(rule.name)", rule.place, scope)
      return nil
    }
  }

  private mutating func declareLayers(_ prelude: inout ValueParser, _ rule: AtRule, _ scope: Scope) {
    guard let names = prelude.commaSeparated({ $0.layerName() }), prelude.atEnd else {
      return warn("Ignored @layer: expected names", rule.place, scope)
    }
    for name in names { _ = rules.layers.layer(name, below: scope.layer) }
  }

  private mutating func parseImport(_ prelude: inout ValueParser, _ rule: AtRule, _ scope: Scope) {
    guard let url = prelude.url() ?? prelude.string() else {
      return warn("Ignored @import: expected an address", rule.place, scope)
    }
    var layer = scope.layer
    if prelude.ident("layer") {
      layer = rules.layers.layer([], below: layer)
    } else if let path = prelude.function("layer", read: { $0.layerName() }) {
      layer = rules.layers.layer(path, below: layer)
    }
    if prelude.peekFunction() == "supports" {
      var condition = prelude.block()
      guard SupportsCondition.evaluateImport(&condition) else { return }
    }
    guard MediaQueries.evaluate(&prelude, media) else { return }
    load(url, base: scope.sheet.base, layer: layer, imports: scope.imports + 1, from: place(rule.place, scope))
  }

  /// Name and value of each descriptor of a block.
  /// - Parameter isValid: what a descriptor must be to take the place of an earlier one.
  private func descriptors(
    _ body: Range<Int>, _ scope: Scope, where isValid: (String, ValueParser) -> Bool = { _, _ in true }
  ) -> [String: ValueParser] {
    let list = scope.sheet.list
    var result: [String: ValueParser] = [:]
    var position = body.lowerBound
    while position < body.upperBound {
      let token = list.tokens[position]
      let end = DeclarationParser.endOfDeclaration(list, position, body.upperBound)
      if token.kind == .ident {
        var parser = ValueParser(list, position + 1..<end)
        let name = list.lowercasedText(token)
        if parser.take(.colon), isValid(name, parser) { result[name] = parser }
      }
      position = token.kind == .whitespace ? position + 1 : end + 1
    }
    return result
  }

  private func excerpt(_ list: TokenList, _ range: Range<Int>) -> String {
    let text = String(decoding: list.source(range).prefix(60), as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Where a rule stands.
  private mutating func place(_ token: Token, _ scope: Scope) -> StyleWarning.Place {
    let place = diagnostics.place(of: Int(token.offset), in: scope.sheet)
    return StyleWarning.Place(source: scope.sheet.name, line: place.line, column: place.column)
  }

  mutating func warn(_ message: String, _ token: Token, _ scope: Scope) {
    diagnostics.warn(message, at: Int(token.offset), in: scope.sheet)
  }

  private static func namespace(_ url: String) -> Node.Namespace {
    switch url {
    case "http://www.w3.org/1999/xhtml": .html
    case "http://www.w3.org/2000/svg": .svg
    case "http://www.w3.org/1998/Math/MathML": .mathML
    default: .other
    }
  }
}

extension ValueParser {
  /// `name.sub.sub`
  mutating func layerName() -> [String]? {
    guard let first = customIdent() else { return nil }
    var path = [first]
    while position + 1 < end, list.tokens[position].kind == .delim,
      list.bytes[Int(list.tokens[position].start)] == UInt8(ascii: "."),
      list.tokens[position + 1].kind == .ident
    {
      position += 1
      guard let name = customIdent() else { return nil }
      path.append(name)
    }
    return path.count <= 32 ? path : nil
  }
}

/// Addresses of stylesheets as paths.
enum SheetAddress {
  /// An address as it reads from the document: absolute ones and fragments stay as they are.
  static func join(_ base: String, _ address: String) -> String {
    if base.isEmpty || address.isEmpty || address.hasPrefix("/") || address.hasPrefix("#") || hasScheme(address) {
      return address
    }
    var segments: [Substring] = base.split(separator: "/", omittingEmptySubsequences: false)
    for segment in address.split(separator: "/", omittingEmptySubsequences: false) {
      if segment == "..", let last = segments.last, last != "..", !last.isEmpty {
        segments.removeLast()
      } else if segment != "." {
        segments.append(segment)
      }
    }
    return segments.joined(separator: "/")
  }

  /// `data:`, `https:` and their like.
  static func hasScheme(_ address: String) -> Bool {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return colon != address.utf8.startIndex
      && address.utf8[..<colon].allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x2B...0x39).contains($0) }
  }

  /// The folder of a path; empty for the top.
  static func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}
