import Markup

/// Pseudo-classes and pseudo-elements.
extension SelectorParser {
  mutating func pseudo(_ compound: inout ParsedCompound) -> Bool {
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
    // `::before::marker` is valid but not supported.
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

  /// Returns nil for an unknown name, and `.some(nil)` for a pseudo-class that always matches.
  private mutating func plainPseudoClass(_ name: String) -> SimpleSelector?? {
    func kind(_ kind: SimpleSelector.Kind) -> SimpleSelector?? { .some(SimpleSelector(kind: kind)) }
    switch name {
    case "root": return kind(.root)
    case "scope":
      if parentIsScope { usesParent = true }
      return kind(.scope)
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

  /// `:open`: `details` and `dialog` with the attribute `open`.
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

  /// A simple selector that matches if both match.
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
      guard !isInHas else { return false }
      isInHas = true
      defer { isInHas = false }
      guard let (list, specificity) = argument(arguments, isRelative: true) else { return false }
      compound.simples.append(SimpleSelector(kind: .has, argument: list))
      compound.specificity = compound.specificity + specificity
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      return nthPseudoClass(name, &arguments, &compound)
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

  /// `:nth-child(an+b of S)` and its variants.
  private mutating func nthPseudoClass(
    _ name: String, _ arguments: inout ValueParser, _ compound: inout ParsedCompound
  ) -> Bool {
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
    return true
  }
}
