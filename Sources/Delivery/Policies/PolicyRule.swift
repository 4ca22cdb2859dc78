/// One rule of a policy in its canonical form: `*`, a destination kind (`email`), or a kind and an address in which `*`
/// matches any text, including `/` (`email:*@fund.example`). `kind` and `kind:*` match every destination of the kind.
/// The rules are those of `pressrun.canonical_rule` and `pressrun.rule_matches` in SQL.
package struct PolicyRule: Hashable, Sendable {
  /// The canonical form.
  package let text: String

  /// - Throws: `DeliveryError` `.invalidRule`, also for a rule that no destination can match.
  package init(_ text: String) throws(DeliveryError) {
    do throws(AddressError) {
      self.text = try Self.canonical(text)
    } catch {
      throw DeliveryError(code: .invalidRule, message: error.text, place: String(text.prefix(100)))
    }
  }

  private static func canonical(_ text: String) throws(AddressError) -> String {
    let (name, pattern) = text.splitAtColon
    if text.utf8.count > 1024 { throw AddressError("longer than 1024 bytes") }
    try UnsafeCharacters.check(text)
    if text == "*" { return text }
    if name == "clipboard" || name == "messages" {
      throw AddressError("no destination is of the kind \"\(name)\"")
    }
    guard let kind = Destination.Kind(rawValue: name), kind != .none else {
      throw AddressError("unknown kind \"\(name)\"")
    }
    guard let pattern else { return name }
    if pattern.isEmpty { throw AddressError("the address is empty") }
    return "\(name):\(try RulePattern.canonical(pattern, of: kind))"
  }

  /// Whether the rule covers a destination.
  package func matches(_ destination: Destination) -> Bool {
    let kind = destination.kind.rawValue
    if text == "*" || text == kind || text == "\(kind):*" { return true }
    let (name, pattern) = text.splitAtColon
    guard name == kind, let pattern, let address = destination.address else { return false }
    if destination.isURL || pattern.contains("://") { return Self.matches(url: pattern, address) }
    if destination.kind == .email { return Glob.matches(pattern, address.lowercasedASCII) }
    // "folder:out/*" is everything in the folder, and the folder itself.
    return Glob.matches(pattern, address)
      || pattern.hasSuffix("/*") && Glob.matches(String(pattern.dropLast(2)), address)
  }

  /// Compares part by part, so that the `*` of a host does not match text of a path.
  private static func matches(url pattern: String, _ address: String) -> Bool {
    guard let rule = URLParts(pattern), let url = URLParts(address), let (ruleHost, rulePort) = rule.hostAndPort,
      let (host, port) = url.hostAndPort
    else { return false }
    return (rule.scheme == "*" || rule.scheme == url.scheme) && Glob.matches(ruleHost, host)
      && (rulePort == "*" || rulePort == port) && Glob.matches(rule.path + rule.query, url.path + url.query)
  }
}

/// Patterns in which `*` matches any text.
enum Glob {
  /// Matches `*` greedily and backtracks to the last one only, so the time is at most the product of the lengths.
  static func matches(_ patternText: String, _ valueText: String) -> Bool {
    let pattern = Array(patternText.utf8)
    let value = Array(valueText.utf8)
    var (p, v) = (0, 0)
    var star: (pattern: Int, value: Int)?
    while v < value.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        star = (p, v)
        p += 1
      } else if p < pattern.count, pattern[p] == value[v] {
        p += 1
        v += 1
      } else if let last = star {
        star = (last.pattern, last.value + 1)
        p = last.pattern + 1
        v = last.value + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
