import Markup

/// Parses selectors (selectors-4, css-nesting-1) into a `SelectorTable`.
struct SelectorParser {
  var tokens: ValueParser
  var table: SelectorTable
  var names: NameTable
  var namespaces: Namespaces
  /// The selector list that `&` represents: an index in `SelectorTable.lists`.
  var parent: (list: UInt32, specificity: Specificity)?
  /// `parent` is the scoping root of `@scope`, so that `:scope` represents it as `&` does.
  var parentIsScope = false
  /// Depth of functional pseudo-classes, which do not allow pseudo-elements.
  var nesting = 0
  /// In the argument of `:has()`, which must not contain another one (selectors-4 §4.5).
  var isInHas = false
  /// Names of classes and ids are those of elements in any case, as in quirks mode (Selectors 4 §6.6, §6.7). They are
  /// stored in lower case.
  var ignoresCase = false
  /// The current selector contains what represents `parent` at any depth.
  var usesParent = false

  /// Maximum number of compounds of a selector; bounds the recursion of the matcher.
  private static let compoundLimit = 128

  init(_ tokens: ValueParser, table: SelectorTable, names: NameTable, namespaces: Namespaces) {
    self.tokens = tokens
    self.table = table
    self.names = names
    self.namespaces = namespaces
  }

  /// The `@namespace` rules of a style sheet.
  struct Namespaces: Sendable {
    var byPrefix: [String: Node.Namespace] = [:]
    var `default`: Node.Namespace?
  }

  // MARK: - Lists

  /// The selectors of a rule; nil if one of them is invalid. Selectors that can never match are omitted.
  mutating func parseList(isRelative: Bool = false) -> [Selector]? {
    var selectors: [Selector] = []
    repeat {
      guard let selector = complex(isRelative: isRelative) else { return nil }
      if let selector = selector.selector { selectors.append(selector) }
    } while tokens.comma()
    return tokens.atEnd ? selectors : nil
  }

  /// Parses the selector list of an argument and adds it to the table. Returns its index and highest specificity.
  mutating func argument(
    _ arguments: ValueParser, isForgiving: Bool = false, isRelative: Bool = false
  ) -> (list: UInt32, specificity: Specificity)? {
    let outer = tokens
    tokens = arguments
    nesting += 1
    defer {
      tokens = outer
      nesting -= 1
    }
    guard nesting < 16 else { return nil }
    var selectors: [Selector] = []
    repeat {
      let start = tokens.position
      if let selector = complex(isRelative: isRelative), tokens.atEnd || tokens.peek().kind == .comma {
        if let selector = selector.selector { selectors.append(selector) }
      } else if isForgiving {
        tokens.position = max(start, tokens.position)
        while !tokens.atEnd, tokens.peek().kind != .comma {
          if Int(tokens.peek().match) > tokens.position { _ = tokens.block() } else { tokens.position += 1 }
        }
      } else {
        return nil
      }
    } while tokens.comma()
    guard tokens.atEnd else { return nil }
    return add(selectors)
  }

  mutating func add(_ selectors: [Selector]) -> (list: UInt32, specificity: Specificity) {
    let start = UInt32(table.selectors.count)
    table.selectors.append(contentsOf: selectors)
    table.lists.append(start..<UInt32(table.selectors.count))
    return (UInt32(table.lists.count - 1), selectors.map(\.specificity).max() ?? Specificity())
  }

  // MARK: - Complex and compound selectors

  /// A valid selector; nil inside if it can never match because of an unsupported pseudo-element.
  private struct Complex { var selector: Selector? }

  private mutating func complex(isRelative: Bool) -> Complex? {
    var compounds: [Compound] = []
    var specificity = Specificity()
    var pseudo: PseudoElement.Kind?
    var isUnknownPseudo = false
    var combinator = Combinator.none
    if nesting == 0 { usesParent = false }
    tokens.skipSpaces()
    let startsRelative = leadingCombinator()
    if let startsRelative {
      guard isRelative || (parent != nil && nesting == 0) else { return nil }
      combinator = startsRelative
    } else if isRelative {
      combinator = .descendant
    }
    while true {
      guard compounds.count < Self.compoundLimit, pseudo == nil, !isUnknownPseudo else { return nil }
      guard let parsed = compound() else { return nil }
      let start = UInt32(table.simples.count)
      table.simples.append(contentsOf: parsed.simples)
      compounds.append(Compound(simples: start..<UInt32(table.simples.count), combinator: combinator))
      specificity = specificity + parsed.specificity
      pseudo = parsed.pseudo
      isUnknownPseudo = parsed.isUnknownPseudo
      let hadSpace = tokens.position < tokens.end && tokens.list.tokens[tokens.position].kind == .whitespace
      tokens.skipSpaces()
      if tokens.atEnd || tokens.peek().kind == .comma { break }
      if let next = leadingCombinator() {
        combinator = next
      } else if hadSpace {
        combinator = .descendant
      } else {
        return nil
      }
    }
    if isRelative {
      prepend(SimpleSelector(kind: .anchor), to: &compounds)
    } else if let parent, startsRelative != nil || (!usesParent && nesting == 0) {
      if compounds[0].combinator == .none { compounds[0].combinator = .descendant }
      prepend(SimpleSelector(kind: .matchesAny, argument: parent.list), to: &compounds)
      specificity = specificity + parent.specificity
    }
    return Complex(selector: isUnknownPseudo ? nil : add(compounds, specificity, pseudo))
  }

  /// Adds the compounds of a selector to the table.
  private mutating func add(
    _ compounds: [Compound], _ specificity: Specificity, _ pseudo: PseudoElement.Kind?
  ) -> Selector {
    let start = UInt32(table.compounds.count)
    table.compounds.append(contentsOf: compounds)
    var selector = Selector(
      compounds: start..<UInt32(table.compounds.count), specificity: specificity, pseudo: pseudo)
    selector.ancestors = AncestorFilter.required(by: compounds, in: table)
    selector.subject = AncestorFilter.bits(of: table.subject(of: selector), in: table)
    selector.containsHas = compounds.contains { table.containsHas($0) }
    return selector
  }

  private mutating func prepend(_ simple: SimpleSelector, to compounds: inout [Compound]) {
    let start = UInt32(table.simples.count)
    table.simples.append(simple)
    compounds.insert(Compound(simples: start..<start + 1, combinator: .none), at: 0)
  }

  private mutating func leadingCombinator() -> Combinator? {
    if tokens.delimiter(">") { return .child }
    if tokens.delimiter("+") { return .nextSibling }
    if tokens.delimiter("~") { return .subsequentSibling }
    return nil
  }

  struct ParsedCompound {
    var simples: [SimpleSelector] = []
    var specificity = Specificity()
    var pseudo: PseudoElement.Kind?
    var isUnknownPseudo = false
    var isEmpty = true
  }

  /// The next token including white space, which ends a compound.
  func raw(_ offset: Int = 0) -> Token {
    let index = tokens.position + offset
    return index < tokens.end ? tokens.list.tokens[index] : tokens.list.tokens[tokens.list.tokens.count - 1]
  }

  func isDelimiter(_ token: Token, _ byte: Unicode.Scalar) -> Bool {
    token.kind == .delim && tokens.list.bytes[Int(token.start)] == UInt8(ascii: byte)
  }

  /// The name of a class or id.
  private func name(_ token: Token) -> String {
    let text = tokens.list.text(token)
    return ignoresCase ? text.asciiLowercased : text
  }

  private mutating func compound() -> ParsedCompound? {
    var compound = ParsedCompound()
    tokens.skipSpaces()
    guard typeSelector(&compound) else { return nil }
    while true {
      let token = raw()
      switch token.kind {
      case .hash:
        guard token.flag, compound.pseudo == nil else { return nil }
        tokens.position += 1
        compound.simples.append(SimpleSelector(kind: .id, atom: names.intern(name(token))))
        compound.specificity = compound.specificity + .id
      case .delim where isDelimiter(token, ".") && raw(1).kind == .ident:
        guard compound.pseudo == nil else { return nil }
        tokens.position += 1
        compound.simples.append(SimpleSelector(kind: .class, atom: names.intern(name(raw()))))
        tokens.position += 1
        compound.specificity = compound.specificity + .class
      case .delim where isDelimiter(token, "&"):
        tokens.position += 1
        usesParent = true
        if let parent {
          let list = isInHas ? table.listWithoutHas(parent.list) : parent.list
          compound.simples.append(SimpleSelector(kind: .matchesAny, argument: list))
          compound.specificity = compound.specificity + parent.specificity
        } else {
          compound.simples.append(SimpleSelector(kind: .root))
        }
      case .openSquare:
        guard compound.pseudo == nil, let test = attribute() else { return nil }
        compound.simples.append(test)
        compound.specificity = compound.specificity + .class
      case .colon:
        guard pseudo(&compound) else { return nil }
      default: return compound.isEmpty ? nil : compound
      }
      compound.isEmpty = false
    }
  }
}
