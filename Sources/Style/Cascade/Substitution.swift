/// `var()` (css-variables-1 §3): what it stands for, as text.
struct Substitution {
  /// The resolved custom properties.
  var values: [String: String]
  var depth = 0

  /// Of one value.
  static let byteLimit = 64 << 10
  static let depthLimit = 32

  /// A value's text with every `var()` replaced; nil where one of them has no value, or where it grows beyond the limit.
  mutating func substitute(_ text: String) -> String? {
    let list = TokenList(text)
    return substitute(list, 0..<list.tokens.count - 1) { $0.values[$1] }
  }

  /// - Parameter value: looks a custom property up.
  mutating func substitute(
    _ list: TokenList, _ range: Range<Int>, value: (inout Substitution, String) -> String?
  ) -> String? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { return nil }
    var result = ""
    var copied = range.lowerBound
    var position = range.lowerBound
    while position < range.upperBound {
      let token = list.tokens[position]
      guard token.kind == .function, list.lowercasedText(token) == "var" else {
        position += 1
        continue
      }
      result += String(decoding: list.source(copied..<position), as: UTF8.self)
      let close = min(Int(token.match), range.upperBound)
      var arguments = ValueParser(list, position + 1..<max(position + 1, close))
      let nameToken = arguments.peek()
      guard nameToken.kind == .ident else { return nil }
      let name = list.text(nameToken)
      guard name.hasPrefix("--") else { return nil }
      arguments.position += 1
      let hasFallback = arguments.comma()
      guard hasFallback || arguments.atEnd else { return nil }
      if let replacement = value(&self, name) {
        // Comments keep what stands side by side from running together.
        result += "/**/" + replacement + "/**/"
      } else {
        guard hasFallback, let fallback = substitute(list, arguments.position..<arguments.end, value: value) else { return nil }
        result += "/**/" + fallback + "/**/"
      }
      guard result.utf8.count <= Self.byteLimit else { return nil }
      position = min(close + 1, range.upperBound)
      copied = position
    }
    result += String(decoding: list.source(copied..<range.upperBound), as: UTF8.self)
    return result.utf8.count <= Self.byteLimit ? result : nil
  }
}

/// Resolves the custom properties of one element: inherited ones, its own, and `var()` among these.
struct CustomPropertyResolver {
  private let inherited: [String: String]
  private let declared: [String: CustomValue]
  private var resolved: [String: String?] = [:]
  private var visiting: [String] = []
  /// Those that were found on a cycle, which makes all of it invalid.
  private var cyclic: Set<String> = []

  init(inherited: [String: String], declared: [String: CustomValue]) {
    self.inherited = inherited
    self.declared = declared
  }

  mutating func resolveAll() -> [String: String] {
    var result = inherited
    for name in declared.keys.sorted() {
      var substitution = Substitution(values: [:])
      result[name] = resolve(name, &substitution)
    }
    return result
  }

  func resolveAllOnce() -> [String: String] {
    var resolver = self
    return resolver.resolveAll()
  }

  private mutating func resolve(_ name: String, _ substitution: inout Substitution) -> String? {
    guard let value = declared[name] else { return inherited[name] }
    if let known = resolved[name] { return known }
    if let index = visiting.firstIndex(of: name) {
      cyclic.formUnion(visiting[index...])
      return nil
    }
    switch value {
    case .wide(.initial): return nil
    case .wide: return inherited[name]
    case .text(let text, false): return text
    case .text(let text, true):
      guard visiting.count < Substitution.depthLimit else { return nil }
      visiting.append(name)
      let list = TokenList(text)
      var resolver = self
      var result = substitution.substitute(list, 0..<list.tokens.count - 1) { resolver.resolve($1, &$0) }
      self = resolver
      visiting.removeLast()
      if cyclic.contains(name) { result = nil }
      resolved[name] = .some(result)
      return result
    }
  }
}
