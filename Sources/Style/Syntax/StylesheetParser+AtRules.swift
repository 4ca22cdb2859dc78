import Diagnostics
import Markup

/// At-rules that contain or load style rules.
extension StylesheetParser {
  /// The most `@container` rules of a document.
  private static let containerQueryLimit = 10_000

  /// The parts of an at-rule (css-syntax-3 §5.4.2).
  struct AtRule {
    var name: String
    var place: Token
    var prelude: Range<Int>
    /// nil if a semicolon ends the rule.
    var body: Range<Int>?
    /// Index of the token after the rule.
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

  mutating func parseAtRule(_ rule: AtRule, _ scope: inout Scope, allowsImport: inout Bool) {
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
        return warn("Ignored @import: it must precede all other rules", rule.place, scope)
      }
      parseImport(&prelude, rule, scope)
    case "namespace": parseNamespace(&prelude, rule, &scope)
    case "scope":
      guard let body = rule.body, let inner = scoped(rule, &prelude, scope) else { return }
      parseScope(body, inner)
    case "media", "supports", "layer", "container", "starting-style", "document", "-moz-document":
      guard let body = rule.body else {
        if rule.name == "layer" { declareLayers(&prelude, rule, scope) }
        return
      }
      guard var inner = conditional(rule, &prelude, scope) else { return }
      var never = false
      parseRules(body, &inner, isTop: false, allowsImport: &never)
    case "page": parsePage(rule, &prelude, scope)
    case "font-face": parseFontFace(rule, scope)
    case "counter-style": parseCounterStyle(&prelude, rule, scope)
    case "property": parseProperty(&prelude, rule, scope)
    case "color-profile": parseColorProfile(&prelude, rule, scope)
    case "keyframes", "-webkit-keyframes", "-moz-keyframes", "font-feature-values", "font-palette-values",
      "view-transition", "position-try", "viewport", "-ms-viewport",
      "list":  // Of Microsoft Word.
      break  // No effect on paged media.
    default: warn("Ignored rule: unknown \(Quotation.of("@" + rule.name))", rule.place, scope)
    }
  }

  private mutating func parseNamespace(_ prelude: inout ValueParser, _ rule: AtRule, _ scope: inout Scope) {
    let prefix = prelude.customIdent()
    guard let url = prelude.url() ?? prelude.string(), prelude.atEnd else {
      return warn("Ignored @namespace: expected an address", rule.place, scope)
    }
    let namespace = Self.namespace(url)
    if let prefix { scope.namespaces.byPrefix[prefix] = namespace } else { scope.namespaces.default = namespace }
  }

  private static func namespace(_ url: String) -> Node.Namespace {
    switch url {
    case "http://www.w3.org/1999/xhtml": .html
    case "http://www.w3.org/2000/svg": .svg
    case "http://www.w3.org/1998/Math/MathML": .mathML
    default: .other
    }
  }

  /// An at-rule nested in a style rule: its declarations apply to the parent's selectors (css-nesting-1 §3.3).
  mutating func parseNestedAtRule(
    _ rule: AtRule, _ selectors: Range<Int>, _ reference: (list: UInt32, specificity: Specificity), _ scope: Scope
  ) {
    var prelude = ValueParser(scope.sheet.list, rule.prelude)
    switch rule.name {
    case "scope":
      guard scope.depth < Self.nestingLimit, let body = rule.body, let inner = scoped(rule, &prelude, scope) else {
        return
      }
      parseScope(body, inner)
    case "media", "supports", "layer", "container", "starting-style":
      guard scope.depth < Self.nestingLimit, let body = rule.body, let inner = conditional(rule, &prelude, scope) else {
        return
      }
      parseBody(body, selectors: selectors, reference, inner, isScope: scope.parentIsScope)
    default: warn("Ignored rule: @\(rule.name) inside of a style rule", rule.place, scope)
    }
  }

  /// The scope of the rules in a conditional group rule; nil if the condition is false.
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
    case "container":
      guard rules.containerQueries.count < Self.containerQueryLimit else {
        warn("Ignored @container: more than \(Self.containerQueryLimit) of them", rule.place, scope)
        return nil
      }
      guard let query = ContainerQuery(prelude, nestedIn: scope.query) else {
        warn(
          "Ignored @container: expected a name, or a condition on width, height, inline-size, block-size, aspect-ratio, orientation or "
            + "style(--property)",
          rule.place, scope)
        return nil
      }
      rules.containerQueries.append(query)
      inner.query = UInt32(rules.containerQueries.count)
      return inner
    default:
      // Other group rules are not supported.
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
    load(url, base: scope.sheet.base, layer: layer, imports: scope.imports + 1, from: location(rule.place, scope))
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
