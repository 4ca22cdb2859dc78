/// Textual substitution of `var()` (css-variables-1 §3), `env()` (css-env-1 §3) and `attr()` (css-values-5 §7.7).
struct Substitution {
  private var depth = 0
  private var exceedsLimit = false

  /// Maximum length of one value after substitution.
  static let byteLimit = 64 << 10
  static let depthLimit = 32

  /// Replaces every `var()` and `attr()` in the text of a value. Nil if one of them has no value or the result exceeds
  /// the limit.
  /// - Parameters:
  ///   - value: looks a custom property up.
  ///   - attribute: looks an attribute up; nil to leave `attr()` unchanged.
  ///   - exceededLimit: called if the result exceeds a limit.
  static func substitute(
    _ text: String, value: (String) -> String?, attribute: ((String) -> String?)? = nil,
    exceededLimit: () -> Void = {}
  ) -> String? {
    var substitution = Substitution()
    let list = TokenList(text)
    let result = substitution.substitute(list, 0..<list.tokens.count - 1, value: value, attribute: attribute)
    if substitution.exceedsLimit { exceededLimit() }
    return result
  }

  /// Environment variables (css-env-1): the sheet has no unsafe areas, and others are unknown.
  private static func environment(_ name: String) -> String? { name.hasPrefix("safe-area-inset-") ? "0px" : nil }

  private mutating func substitute(
    _ list: TokenList, _ range: Range<Int>, value: (String) -> String?, attribute: ((String) -> String?)?
  ) -> String? {
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
      guard function == "var" || function == "env" || function == "attr" && attribute != nil else {
        position += 1
        continue
      }
      result += String(decoding: list.source(copied..<position), as: UTF8.self)
      let close = min(Int(token.match), range.upperBound)
      var arguments = ValueParser(list, position + 1..<max(position + 1, close))
      var known: String?
      var missing: String?
      if function == "attr", let attribute {
        guard let reference = AttributeReference(&arguments) else { return nil }
        known = reference.text(attribute: attribute)
        missing = reference.missing
      } else {
        let nameToken = arguments.peek()
        guard nameToken.kind == .ident else { return nil }
        let name = list.text(nameToken)
        guard function == "env" || name.hasPrefix("--") else { return nil }
        arguments.position += 1
        known = function == "env" ? Self.environment(name) : value(name)
      }
      let hasFallback = arguments.comma()
      guard hasFallback || arguments.atEnd else { return nil }
      if let replacement = hasFallback ? known : known ?? missing {
        // Comments prevent adjacent tokens from being joined.
        result += "/**/" + replacement + "/**/"
      } else {
        guard hasFallback,
          let fallback = substitute(list, arguments.position..<arguments.end, value: value, attribute: attribute)
        else {
          return nil
        }
        result += "/**/" + fallback + "/**/"
      }
      guard isShort(result) else { return nil }
      position = min(close + 1, range.upperBound)
      copied = position
    }
    result += String(decoding: list.source(copied..<range.upperBound), as: UTF8.self)
    return isShort(result) ? result : nil
  }

  private mutating func isShort(_ result: String) -> Bool {
    if result.utf8.count > Self.byteLimit { exceedsLimit = true }
    return !exceedsLimit
  }
}

/// Resolves the custom properties that one element declares, including `var()` references between them.
struct CustomPropertyResolver {
  private let declared: [String: CustomValue]
  private let inherited: CustomSets
  private let parent: UInt32
  private var resolved: [String: String?] = [:]
  private var visiting: [String] = []
  /// Properties on a reference cycle, which are all invalid.
  private var cyclic: Set<String> = []
  private var exceedsLimit = false

  /// The values by name, nil if a property has no value; and whether a value exceeds a limit of `Substitution` and is lost.
  /// - Parameter parent: the set that the element inherits.
  static func resolve(
    _ declared: [String: CustomValue], inherited: CustomSets, _ parent: UInt32
  ) -> (values: [String: String?], exceedsLimit: Bool) {
    var resolver = CustomPropertyResolver(declared: declared, inherited: inherited, parent: parent)
    var result: [String: String?] = [:]
    for name in declared.keys.sorted() { result[name] = .some(resolver.resolve(name)) }
    return (result, resolver.exceedsLimit)
  }

  private init(declared: [String: CustomValue], inherited: CustomSets, parent: UInt32) {
    self.declared = declared
    self.inherited = inherited
    self.parent = parent
  }

  private mutating func resolve(_ name: String) -> String? {
    guard let value = declared[name] else { return inherited.value(name, in: parent) }
    if let known = resolved[name] { return known }
    if let index = visiting.firstIndex(of: name) {
      cyclic.formUnion(visiting[index...])
      return nil
    }
    switch value {
    case .wide(.initial): return nil
    case .wide: return inherited.value(name, in: parent)
    case .text(let text, false): return text
    case .text(let text, true):
      guard visiting.count < Substitution.depthLimit else {
        exceedsLimit = true
        return nil
      }
      visiting.append(name)
      var isTooLong = false
      var result = Substitution.substitute(text, value: { self.resolve($0) }, exceededLimit: { isTooLong = true })
      if isTooLong { exceedsLimit = true }
      visiting.removeLast()
      if cyclic.contains(name) { result = nil }
      resolved[name] = .some(result)
      return result
    }
  }
}
