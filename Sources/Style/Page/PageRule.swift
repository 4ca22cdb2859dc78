/// An `@page` rule (css-page-3 §3).
struct PageRule: Sendable {
  var selectors: [PageSelector]
  var block: BlockID
  var marginBoxes: [(place: MarginBoxPlace, block: BlockID)]
  /// `@footnote` (css-gcpm-3 §2.6).
  var footnoteAreas: [BlockID]
  var layer: UInt32
}

/// A page selector: a name and pseudo-classes.
struct PageSelector: Sendable {
  var name: String?
  var isFirst = false
  /// It is true for `:right`, false for `:left`.
  var isRight: Bool?
  var isBlank = false
  var nth: (a: Int, b: Int)?
  /// `:nth(… of name)`
  var nthName: String?

  /// In descending order: names, also those in `:nth()`; `:first`, `:blank` and `:nth()`; `:left` and `:right`
  /// (css-page-3 §3.3).
  var specificity: UInt32 {
    let names: UInt32 = name == nil && nthName == nil ? 0 : 1
    let strong: UInt32 = (isFirst ? 1 : 0) + (isBlank ? 1 : 0) + (nth == nil ? 0 : 1)
    return names << 16 | strong << 8 | (isRight == nil ? 0 : 1)
  }

  func matches(_ page: PageQuery) -> Bool {
    if let name, name != page.name { return false }
    if isFirst, !(page.index == 0 || (name != nil && page.isFirst)) { return false }
    if let isRight, isRight != page.isRight { return false }
    if isBlank, !page.isBlank { return false }
    if let nth {
      if let nthName, nthName != page.name { return false }
      let number = nthName == nil ? page.index + 1 : page.indexInGroup + 1
      guard NthTest(a: nth.a, b: nth.b, fromEnd: false, ofType: false, selectors: nil).matches(number) else {
        return false
      }
    }
    return true
  }
}

extension MarginBoxPlace {
  /// The places of margin boxes by name of the at-rule.
  static let byName: [String: MarginBoxPlace] = Dictionary(
    uniqueKeysWithValues: zip(
      """
      top-left-corner top-left top-center top-right top-right-corner right-top right-middle right-bottom \
      bottom-right-corner bottom-right bottom-center bottom-left bottom-left-corner left-bottom left-middle left-top
      """.split(separator: " ").map(String.init), allCases))
}

extension StylesheetParser {
  mutating func parsePage(_ rule: AtRule, _ prelude: inout ValueParser, _ scope: Scope) {
    guard let body = rule.body else { return }
    var selectors: [PageSelector] = []
    if prelude.atEnd {
      selectors = [PageSelector()]
    } else {
      guard let parsed = prelude.commaSeparated({ $0.pageSelector() }), prelude.atEnd else {
        return warn("Ignored @page: its selector is not one", rule.place, scope)
      }
      selectors = parsed
    }
    let list = scope.sheet.list
    var declarations = DeclarationParser(sheet: scope.sheet, log: log, isPage: true)
    var boxes: [(place: MarginBoxPlace, block: BlockID)] = []
    var footnoteAreas: [BlockID] = []
    var position = body.lowerBound
    while position < body.upperBound {
      let token = list.tokens[position]
      if token.kind == .whitespace || token.kind == .semicolon {
        position += 1
      } else if token.kind == .atKeyword {
        let box = AtRule(list, position, body.upperBound)
        position = box.end
        let place = MarginBoxPlace.byName[box.name]
        guard place != nil || box.name == "footnote", let inside = box.body else {
          declarations.log.warn(.ignoredRule, "Ignored @\(box.name) in @page", at: Int(token.offset), in: scope.sheet)
          continue
        }
        var content = DeclarationParser(sheet: scope.sheet, log: declarations.log, isPage: true)
        content.parseAll(inside)
        declarations.log = content.log
        let block = rules.blocks.add(content.declarations)
        if let place { boxes.append((place, block)) } else { footnoteAreas.append(block) }
      } else {
        let end = DeclarationParser.endOfDeclaration(list, position, body.upperBound)
        declarations.parse(position..<end)
        position = end
      }
    }
    log = declarations.log
    let block = rules.blocks.add(declarations.declarations)
    rules.pageRules.append(
      PageRule(selectors: selectors, block: block, marginBoxes: boxes, footnoteAreas: footnoteAreas, layer: scope.layer)
    )
  }
}

extension ValueParser {
  fileprivate mutating func pageSelector() -> PageSelector? {
    var selector = PageSelector()
    selector.name = customIdent(except: "auto")
    var count = 0
    while position < end, peek().kind == .colon {
      position += 1
      count += 1
      guard position < end else { return nil }
      let token = list.tokens[position]
      if token.kind == .function, list.lowercasedText(token) == "nth" {
        var inner = block()
        guard let nth = inner.nth() else { return nil }
        selector.nth = nth
        if inner.ident("of") {
          guard let name = inner.customIdent() else { return nil }
          selector.nthName = name
        }
        guard inner.atEnd else { return nil }
        continue
      }
      guard token.kind == .ident else { return nil }
      position += 1
      switch list.lowercasedText(token) {
      case "first": selector.isFirst = true
      case "left", "verso":
        if selector.isRight == true { return nil }
        selector.isRight = false
      case "right", "recto":
        if selector.isRight == false { return nil }
        selector.isRight = true
      case "blank": selector.isBlank = true
      default: return nil
      }
    }
    return selector.name != nil || count > 0 ? selector : nil
  }
}
