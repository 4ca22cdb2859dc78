/// Textual substitution of `var()` (css-variables-1 §3), `env()` (css-env-1 §3), and of the functions of css-values-5
/// that read the element: `attr()` (§7.7), `if()` (§8.1), `sibling-index()` and `sibling-count()` (§9.1).
struct Substitution {
  typealias Lookup = (String) -> String?

  private let element: ElementReader?
  private let limit: Int
  private var depth = 0
  private var exceedsLimit = false

  /// Maximum length of one value after substitution.
  static let byteLimit = 64 << 10
  static let depthLimit = 32

  /// Replaces every substitution function in the text of a value. Returns nil if one of them has no value or the result
  /// exceeds the limit.
  /// - Parameters:
  ///   - value: looks a custom property up.
  ///   - element: nil to leave functions that read the element unchanged.
  ///   - limit: the maximum length of the result, bytes.
  ///   - exceededLimit: called if the result exceeds a limit.
  static func substitute(
    _ text: String, value: Lookup, element: ElementReader? = nil, limit: Int = byteLimit, exceededLimit: () -> Void = {}
  ) -> String? {
    var substitution = Substitution(element: element, limit: limit)
    let list = TokenList(text)
    let result = substitution.substitute(list, 0..<list.tokens.count - 1, value)
    if substitution.exceedsLimit { exceededLimit() }
    return result
  }

  private init(element: ElementReader?, limit: Int) { (self.element, self.limit) = (element, limit) }

  private mutating func substitute(_ list: TokenList, _ range: Range<Int>, _ value: Lookup) -> String? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      exceedsLimit = true
      return nil
    }
    var result = ""
    var copied = range.lowerBound
    var position = range.lowerBound
    while position < range.upperBound {
      let token = list.tokens[position]
      let function = token.kind == .function ? list.lowercasedText(token) : ""
      let kind = SubstitutionFunctions(named: function)
      guard !kind.isEmpty, kind == .variables || element != nil else {
        position += 1
        continue
      }
      result += String(decoding: list.source(copied..<position), as: UTF8.self)
      let close = min(Int(token.match), range.upperBound)
      var arguments = ValueParser(list, position + 1..<max(position + 1, close))
      guard let replacement = replacement(of: function, &arguments, value), isShort(replacement) else { return nil }
      // Comments prevent adjacent tokens from being joined.
      result += "/**/" + replacement + "/**/"
      guard isShort(result) else { return nil }
      position = min(close + 1, range.upperBound)
      copied = position
    }
    result += String(decoding: list.source(copied..<range.upperBound), as: UTF8.self)
    return isShort(result) ? result : nil
  }

  private mutating func isShort(_ result: String) -> Bool {
    if result.utf8.count > limit { exceedsLimit = true }
    return !exceedsLimit
  }

  // MARK: - Functions

  /// The text that replaces a function; nil if it has no value.
  private mutating func replacement(
    of function: String, _ arguments: inout ValueParser, _ value: Lookup
  ) -> String? {
    switch (function, element) {
    case ("attr", let element?):
      guard let reference = AttributeReference(&arguments) else { return nil }
      return known(reference.text(attribute: element.attribute), missing: reference.missing, &arguments, value)
    case ("if", let element?): return branch(&arguments, element, value)
    case ("sibling-index", let element?):
      return arguments.atEnd ? String(element.source.siblings.index(of: element.node)) : nil
    case ("sibling-count", let element?):
      return arguments.atEnd ? String(element.source.siblings.count(of: element.node)) : nil
    default:
      let nameToken = arguments.peek()
      guard nameToken.kind == .ident else { return nil }
      let name = arguments.list.text(nameToken)
      guard function == "env" || name.hasPrefix("--") else { return nil }
      arguments.position += 1
      return known(function == "env" ? Self.environment(name) : value(name), missing: nil, &arguments, value)
    }
  }

  /// Environment variables (css-env-1): the sheet has no unsafe areas, and others are unknown.
  private static func environment(_ name: String) -> String? { name.hasPrefix("safe-area-inset-") ? "0px" : nil }

  /// A value that is known, or the fallback after a comma, or the value of a missing one without fallback.
  private mutating func known(
    _ known: String?, missing: String?, _ arguments: inout ValueParser, _ value: Lookup
  ) -> String? {
    let hasFallback = arguments.comma()
    guard hasFallback || arguments.atEnd else { return nil }
    if let known { return known }
    return hasFallback ? substitute(arguments.list, arguments.position..<arguments.end, value) : missing
  }

  /// The value of the first branch of `if()` whose condition holds; the empty text if there is none.
  private mutating func branch(
    _ arguments: inout ValueParser, _ element: ElementReader, _ value: Lookup
  ) -> String? {
    while !arguments.atEnd {
      guard let colon = arguments.firstIndex(of: .colon) else { return nil }
      let end = arguments.firstIndex(of: .semicolon) ?? arguments.end
      guard colon < end else { return nil }
      var condition = ValueParser(arguments.list, arguments.position..<colon)
      let holds =
        condition.ident("else") && condition.atEnd
        || withoutActuallyEscaping(value) { value in
          condition.condition(on: BranchFeatures(element: element, value: value), allowsOr: true) == .some(true)
            && condition.atEnd
        }
      if holds { return substitute(arguments.list, colon + 1..<end, value) }
      arguments.position = min(end + 1, arguments.end)
    }
    return ""
  }
}

extension ValueParser {
  /// The next token of a kind that is in no block.
  fileprivate func firstIndex(of kind: Token.Kind) -> Int? {
    var index = position
    while index < end {
      let token = list.tokens[index]
      if token.kind == kind { return index }
      index = max(index, Int(token.match)) + 1
    }
    return nil
  }
}
