/// The destinations that a tenant may use. The rules are those of `pressrun.rules_refusal` in SQL.
package struct Policy: Hashable, Sendable {
  /// If false, every destination but `none` is refused.
  package var isSharingEnabled: Bool
  /// If empty, no destination is allowed; `*` allows all.
  package var allowed: [PolicyRule]
  /// Takes precedence over `allowed`.
  package var denied: [PolicyRule]

  package init(isSharingEnabled: Bool = true, allowed: [PolicyRule] = [], denied: [PolicyRule] = []) {
    self.isSharingEnabled = isSharingEnabled
    self.allowed = allowed
    self.denied = denied
  }

  /// - Throws: `DeliveryError` `.invalidRule`.
  package init(isSharingEnabled: Bool = true, allowed: [String], denied: [String] = []) throws(DeliveryError) {
    self.init(isSharingEnabled: isSharingEnabled, allowed: try Self.rules(allowed), denied: try Self.rules(denied))
  }

  private static func rules(_ texts: [String]) throws(DeliveryError) -> [PolicyRule] {
    var rules: [PolicyRule] = []
    for text in texts { rules.append(try PolicyRule(text)) }
    return rules
  }

  /// The reason for which the destination is refused; nil if it is allowed.
  /// - Parameter owner: the owner of the policy for the message, such as `tenant "acme"`.
  package func refusal(of destination: Destination, owner: String) -> String? {
    if destination.kind == .none { return nil }
    if !isSharingEnabled { return "sharing is off for \(owner)" }
    if let rule = denied.first(where: { $0.matches(destination) }) {
      return "denied by rule \"\(rule.text)\" of \(owner)"
    }
    if allowed.contains(where: { $0.matches(destination) }) { return nil }
    let list = allowed.isEmpty ? "nothing" : "only " + allowed.map(\.text).joined(separator: ", ")
    return "not allowed by \(owner), which allows \(list)"
  }
}
