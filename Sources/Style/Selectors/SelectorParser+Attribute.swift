import Markup

/// Type and attribute selectors.
extension SelectorParser {
  /// Parses an optional type or universal selector. Returns false if the namespace prefix is unknown.
  mutating func typeSelector(_ compound: inout ParsedCompound) -> Bool {
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

  mutating func attribute() -> SimpleSelector? {
    var inner = tokens.block()
    var hasPrefix = inner.delimiter("*")
    if hasPrefix {
      guard inner.delimiter("|") else { return nil }
    } else {
      hasPrefix = inner.delimiter("|")
    }
    // White space is allowed around a qualified name, not inside it.
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
      guard let operation = Self.operation(&inner) else { return nil }
      test.operation = operation
      let value = inner.peek()
      guard value.kind == .string || value.kind == .ident else { return nil }
      inner.position += 1
      test.value = ContiguousArray(inner.list.text(value).utf8)
      test.ignoresCase = Self.caselessAttributes.contains(lower)
      if let flag = inner.ident() {
        guard flag == "i" || flag == "s" else { return nil }
        test.ignoresCase = flag == "i"
      }
      if test.ignoresCase { test.value = ContiguousArray(test.value.map(\.asciiLowercased)) }
      if operation == .substring { test.borders = SubstringSearch.borders(test.value) }
    }
    guard inner.atEnd else { return nil }
    table.attributeTests.append(test)
    return SimpleSelector(kind: .attribute, argument: UInt32(table.attributeTests.count - 1))
  }

  /// `=`, `~=`, `|=`, `^=`, `$=` or `*=`.
  private static func operation(_ tokens: inout ValueParser) -> AttributeTest.Operation? {
    let operation: AttributeTest.Operation
    if tokens.delimiter("~") {
      operation = .includes
    } else if tokens.delimiter("|") {
      operation = .dashMatch
    } else if tokens.delimiter("^") {
      operation = .prefix
    } else if tokens.delimiter("$") {
      operation = .suffix
    } else if tokens.delimiter("*") {
      operation = .substring
    } else {
      operation = .equals
    }
    return tokens.delimiter("=") ? operation : nil
  }
}
