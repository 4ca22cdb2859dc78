import Markup

/// Parses selectors (selectors-4, css-nesting-1) into a `SelectorTable`.
struct SelectorParser {
  var tokens: ValueParser
  var table: SelectorTable
  var names: NameTable
  var namespaces: Namespaces
  /// What `&` stands for: an index in `SelectorTable.lists`.
  var parent: (list: UInt32, specificity: Specificity)?
  /// Inside `:has()`, `:is()` and the like no pseudo-element may stand.
  private var nesting = 0
  /// A `&` was read in the selector at hand, at whatever depth.
  private var usesParent = false

  /// Compounds of one selector; bounds the matcher's recursion.
  private static let compoundLimit = 128

  init(_ tokens: ValueParser, table: SelectorTable, names: NameTable, namespaces: Namespaces) {
    self.tokens = tokens
    self.table = table
    self.names = names
    self.namespaces = namespaces
  }

  /// `@namespace` rules of one sheet.
  struct Namespaces: Sendable {
    var byPrefix: [String: Node.Namespace] = [:]
    var `default`: Node.Namespace?
  }

  // MARK: - Lists

  /// A rule's selectors; nil where one of them does not fit the grammar. Those that can never match are left out.
  mutating func parseList(isRelative: Bool = false) -> [Selector]? {
    var selectors: [Selector] = []
    repeat {
      guard let selector = complex(isRelative: isRelative) else { return nil }
      if let selector = selector.selector { selectors.append(selector) }
    } while tokens.comma()
    return tokens.atEnd ? selectors : nil
  }

  /// An argument's selectors as a list of the table, and the specificity of the most specific.
  private mutating func argument(
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

  /// A selector, or nil in it where it is valid but can never match (a pseudo-element that is not for paper).
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
    if isUnknownPseudo { return Complex(selector: nil) }
    let start = UInt32(table.compounds.count)
    table.compounds.append(contentsOf: compounds)
    var selector = Selector(
      compounds: start..<UInt32(table.compounds.count), specificity: specificity, pseudo: pseudo)
    selector.ancestors = AncestorFilter.required(by: compounds, in: table)
    return Complex(selector: selector)
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

  private struct ParsedCompound {
    var simples: [SimpleSelector] = []
    var specificity = Specificity()
    var pseudo: PseudoElement.Kind?
    var isUnknownPseudo = false
    var isEmpty = true
  }

  /// The next token, white space included: compounds have none inside.
  private func raw(_ offset: Int = 0) -> Token {
    let index = tokens.position + offset
    return index < tokens.end ? tokens.list.tokens[index] : tokens.list.tokens[tokens.list.tokens.count - 1]
  }

  private func isDelimiter(_ token: Token, _ byte: Unicode.Scalar) -> Bool {
    token.kind == .delim && tokens.list.bytes[Int(token.start)] == UInt8(ascii: byte)
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
        compound.simples.append(SimpleSelector(kind: .id, atom: names.intern(tokens.list.text(token))))
        compound.specificity = compound.specificity + .id
      case .delim where isDelimiter(token, ".") && raw(1).kind == .ident:
        guard compound.pseudo == nil else { return nil }
        tokens.position += 1
        compound.simples.append(SimpleSelector(kind: .class, atom: names.intern(tokens.list.text(raw()))))
        tokens.position += 1
        compound.specificity = compound.specificity + .class
      case .delim where isDelimiter(token, "&"):
        tokens.position += 1
        usesParent = true
        if let parent {
          compound.simples.append(SimpleSelector(kind: .matchesAny, argument: parent.list))
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

  // MARK: - Types and attributes

  /// A type or universal selector, where there is one. False where the prefix is unknown.
  private mutating func typeSelector(_ compound: inout ParsedCompound) -> Bool {
    var namespace = namespaces.default
    var position = 0
    let first = raw()
    if isDelimiter(raw(1), "|"), !isDelimiter(raw(2), "="), first.kind == .ident || isDelimiter(first, "*") {
      if first.kind == .ident {
        guard let known = namespaces.byPrefix[tokens.list.text(first)] else { return false }
        namespace = known
      } else {
        namespace = nil
      }
      position = 2
    } else if isDelimiter(first, "|"), !isDelimiter(raw(1), "=") {
      namespace = .other
      position = 1
    }
    let token = raw(position)
    guard token.kind == .ident || isDelimiter(token, "*") else { return position == 0 }
    tokens.position += position + 1
    compound.isEmpty = false
    if let namespace {
      compound.simples.append(SimpleSelector(kind: .namespace, argument: UInt32(namespace.rawValue)))
    }
    if token.kind == .ident {
      let name = tokens.list.text(token)
      compound.simples.append(
        SimpleSelector(kind: .type, atom: names.intern(name.asciiLowercased), argument: names.intern(name).index))
      compound.specificity = compound.specificity + .type
    }
    return true
  }

  /// Attributes of HTML whose values compare without case (HTML 4.16.3).
  private static let caselessAttributes: Set<String> = [
    "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype", "color",
    "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang", "http-equiv",
    "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize", "noshade", "nowrap", "readonly",
    "rel", "rev", "rules", "scope", "scrolling", "selected", "shape", "target", "text", "type", "valign", "valuetype",
    "vlink",
  ]

  private mutating func attribute() -> SimpleSelector? {
    var inner = tokens.block()
    var hasPrefix = inner.delimiter("*")
    if hasPrefix {
      guard inner.delimiter("|") else { return nil }
    } else {
      hasPrefix = inner.delimiter("|")
    }
    // White space may stand around a name, not inside of it.
    let first = inner.position
    var token = inner.peek()
    guard token.kind == .ident, !hasPrefix || inner.position == first else { return nil }
    inner.position += 1
    var name = inner.list.text(token)
    if inner.position + 1 < inner.end, isDelimiter(inner.list.tokens[inner.position], "|"),
      inner.list.tokens[inner.position + 1].kind == .ident
    {
      let prefix = name
      token = inner.list.tokens[inner.position + 1]
      inner.position += 2
      name = prefix + ":" + inner.list.text(token)
    }
    let lower = name.asciiLowercased
    var test = AttributeTest(
      lowerName: names.intern(lower), name: names.intern(name), operation: .exists, value: [], ignoresCase: false)
    if !inner.atEnd {
      if inner.delimiter("=") {
        test.operation = .equals
      } else {
        if inner.delimiter("~") {
          test.operation = .includes
        } else if inner.delimiter("|") {
          test.operation = .dashMatch
        } else if inner.delimiter("^") {
          test.operation = .prefix
        } else if inner.delimiter("$") {
          test.operation = .suffix
        } else if inner.delimiter("*") {
          test.operation = .substring
        } else {
          return nil
        }
        guard inner.delimiter("=") else { return nil }
      }
      let value = inner.peek()
      guard value.kind == .string || value.kind == .ident else { return nil }
      inner.position += 1
      test.value = ContiguousArray(inner.list.text(value).utf8)
      test.ignoresCase = Self.caselessAttributes.contains(lower)
      if let flag = inner.ident() {
        guard flag == "i" || flag == "s" else { return nil }
        test.ignoresCase = flag == "i"
      }
    }
    guard inner.atEnd else { return nil }
    table.attributeTests.append(test)
    return SimpleSelector(kind: .attribute, argument: UInt32(table.attributeTests.count - 1))
  }

  // MARK: - Pseudo-classes and pseudo-elements

  private mutating func pseudo(_ compound: inout ParsedCompound) -> Bool {
    tokens.position += 1
    if raw().kind == .colon {
      tokens.position += 1
      return pseudoElement(&compound)
    }
    let token = raw()
    if token.kind == .ident {
      tokens.position += 1
      let name = tokens.list.lowercasedText(token)
      if let kind = Self.legacyPseudoElement(name) { return set(kind, on: &compound) }
      guard compound.pseudo == nil, !compound.isUnknownPseudo || Self.isState(name) else { return false }
      guard let simple = plainPseudoClass(name) else { return false }
      if let simple { compound.simples.append(simple) }
      compound.specificity = compound.specificity + .class
      return true
    }
    guard token.kind == .function, compound.pseudo == nil else { return false }
    let name = tokens.list.lowercasedText(token)
    return functionalPseudoClass(name, tokens.block(), &compound)
  }

  private static func legacyPseudoElement(_ name: String) -> PseudoElement.Kind? {
    switch name {
    case "before": .before
    case "after": .after
    case "first-letter": .firstLetter
    case "first-line": .firstLine
    default: nil
    }
  }

  private mutating func set(_ kind: PseudoElement.Kind, on compound: inout ParsedCompound) -> Bool {
    guard nesting == 0 else { return false }
    // `::before::marker` is valid, but such boxes are not made.
    if compound.pseudo != nil || compound.isUnknownPseudo {
      guard kind == .marker else { return false }
      compound.isUnknownPseudo = true
      return true
    }
    compound.pseudo = kind
    compound.specificity = compound.specificity + .type
    return true
  }

  private mutating func pseudoElement(_ compound: inout ParsedCompound) -> Bool {
    let token = raw()
    guard token.kind == .ident || token.kind == .function else { return false }
    let name = tokens.list.lowercasedText(token)
    if token.kind == .function { _ = tokens.block() } else { tokens.position += 1 }
    switch name {
    case "marker": return set(.marker, on: &compound)
    case "footnote-call": return set(.footnoteCall, on: &compound)
    case "footnote-marker": return set(.footnoteMarker, on: &compound)
    case "selection", "placeholder", "backdrop", "target-text", "spelling-error", "grammar-error",
      "file-selector-button", "cue", "part", "slotted", "highlight", "details-content", "view-transition":
      guard nesting == 0 else { return false }
      compound.isUnknownPseudo = true
      return true
    default:
      if let kind = Self.legacyPseudoElement(name) { return set(kind, on: &compound) }
      guard name.hasPrefix("-webkit-"), nesting == 0 else { return false }
      compound.isUnknownPseudo = true
      return true
    }
  }

  private static func isState(_ name: String) -> Bool { name == "hover" || name == "focus" || name == "active" }

  /// nil: unknown. `.some(nil)`: always true.
  private mutating func plainPseudoClass(_ name: String) -> SimpleSelector?? {
    func kind(_ kind: SimpleSelector.Kind) -> SimpleSelector?? { .some(SimpleSelector(kind: kind)) }
    switch name {
    case "root", "scope": return kind(.root)
    case "empty": return kind(.empty)
    case "link", "any-link", "-webkit-any-link": return kind(.link)
    case "checked": return kind(.checked)
    case "disabled": return kind(.disabled)
    case "enabled": return kind(.enabled)
    case "required": return kind(.required)
    case "optional": return kind(.optional)
    case "read-only": return kind(.readOnly)
    case "read-write": return kind(.readWrite)
    case "placeholder-shown": return kind(.placeholderShown)
    case "default": return kind(.defaulted)
    case "defined": return .some(nil)
    case "open": return .some(open())
    case "first-child": return .some(nth(0, 1))
    case "last-child": return .some(nth(0, 1, fromEnd: true))
    case "first-of-type": return .some(nth(0, 1, ofType: true))
    case "last-of-type": return .some(nth(0, 1, fromEnd: true, ofType: true))
    case "only-child":
      return .some(both(nth(0, 1), nth(0, 1, fromEnd: true)))
    case "only-of-type":
      return .some(both(nth(0, 1, ofType: true), nth(0, 1, fromEnd: true, ofType: true)))
    case "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "target-within",
      "indeterminate", "valid", "invalid", "in-range", "out-of-range", "user-valid", "user-invalid", "autofill",
      "fullscreen", "modal", "picture-in-picture", "playing", "paused", "popover-open", "current", "past",
      "future", "local-link", "blank", "host", "seeking", "buffering", "stalled", "muted", "volume-locked":
      return kind(.never)
    default: return nil
    }
  }

  private mutating func nth(_ a: Int, _ b: Int, fromEnd: Bool = false, ofType: Bool = false) -> SimpleSelector {
    table.nthTests.append(NthTest(a: a, b: b, fromEnd: fromEnd, ofType: ofType, selectors: nil))
    return SimpleSelector(kind: .nth, argument: UInt32(table.nthTests.count - 1))
  }

  /// `details` and `dialog` that are open.
  private mutating func open() -> SimpleSelector {
    let name = names.intern("open")
    table.attributeTests.append(
      AttributeTest(lowerName: name, name: name, operation: .exists, value: [], ignoresCase: false))
    let isOpen = SimpleSelector(kind: .attribute, argument: UInt32(table.attributeTests.count - 1))
    let selectors = ["details", "dialog"].map { element in
      let atom = names.intern(element)
      let simples = UInt32(table.simples.count)
      table.simples.append(contentsOf: [SimpleSelector(kind: .type, atom: atom, argument: atom.index), isOpen])
      table.compounds.append(Compound(simples: simples..<simples + 2, combinator: .none))
      let compounds = UInt32(table.compounds.count)
      return Selector(compounds: compounds - 1..<compounds, specificity: Specificity())
    }
    return SimpleSelector(kind: .matchesAny, argument: add(selectors).list)
  }

  /// One simple selector that holds where both do.
  private mutating func both(_ a: SimpleSelector, _ b: SimpleSelector) -> SimpleSelector {
    let simples = UInt32(table.simples.count)
    table.simples.append(contentsOf: [a, b])
    table.compounds.append(Compound(simples: simples..<simples + 2, combinator: .none))
    let compounds = UInt32(table.compounds.count)
    let (list, _) = add([Selector(compounds: compounds - 1..<compounds, specificity: Specificity())])
    return SimpleSelector(kind: .matchesAny, argument: list)
  }

  private mutating func functionalPseudoClass(
    _ name: String, _ arguments: ValueParser, _ compound: inout ParsedCompound
  ) -> Bool {
    var arguments = arguments
    switch name {
    case "is", "where", "-webkit-any", "-moz-any", "matches":
      guard let (list, specificity) = argument(arguments, isForgiving: true) else { return false }
      compound.simples.append(SimpleSelector(kind: .matchesAny, argument: list))
      if name != "where" { compound.specificity = compound.specificity + specificity }
    case "not":
      guard let (list, specificity) = argument(arguments) else { return false }
      compound.simples.append(SimpleSelector(kind: .not, argument: list))
      compound.specificity = compound.specificity + specificity
    case "has":
      guard let (list, specificity) = argument(arguments, isRelative: true) else { return false }
      compound.simples.append(SimpleSelector(kind: .has, argument: list))
      compound.specificity = compound.specificity + specificity
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      guard let (a, b) = arguments.nth() else { return false }
      var test = NthTest(a: a, b: b, fromEnd: name.contains("last"), ofType: name.hasSuffix("type"), selectors: nil)
      compound.specificity = compound.specificity + .class
      if !test.ofType, arguments.ident("of") {
        guard let (list, specificity) = argument(arguments) else { return false }
        test.selectors = table.lists[Int(list)]
        compound.specificity = compound.specificity + specificity
      } else if !arguments.atEnd {
        return false
      }
      table.nthTests.append(test)
      compound.simples.append(SimpleSelector(kind: .nth, argument: UInt32(table.nthTests.count - 1)))
    case "lang":
      let ranges = arguments.commaSeparated { $0.string() ?? $0.ident() }
      guard let ranges, arguments.atEnd else { return false }
      table.languages.append(ranges.map(\.asciiLowercased))
      compound.simples.append(SimpleSelector(kind: .language, argument: UInt32(table.languages.count - 1)))
      compound.specificity = compound.specificity + .class
    case "dir":
      guard let direction = arguments.ident(), arguments.atEnd else { return false }
      let kind: SimpleSelector.Kind = direction == "ltr" ? .leftToRight : direction == "rtl" ? .rightToLeft : .never
      compound.simples.append(SimpleSelector(kind: kind))
      compound.specificity = compound.specificity + .class
    case "host", "host-context", "state", "current":
      compound.simples.append(SimpleSelector(kind: .never))
      compound.specificity = compound.specificity + .class
    default: return false
    }
    return true
  }
}
