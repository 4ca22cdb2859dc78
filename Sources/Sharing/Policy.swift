/// What a tenant may share, and where.
package struct Policy: Hashable, Sendable {
  /// Off refuses every destination but `none`.
  package var isSharingEnabled: Bool
  /// Rules: a destination kind (`email`), a kind with a glob (`email:*@fund.example`), or `*`. Empty allows all.
  package var allowed: [String]
  /// Wins over `allowed`.
  package var denied: [String]
  package init(isSharingEnabled: Bool = true, allowed: [String] = [], denied: [String] = []) {
    self.isSharingEnabled = isSharingEnabled
    self.allowed = allowed
    self.denied = denied
  }
  /// The rule that refuses the destination, in words; nil where it is allowed.
  package func refusal(of destination: Destination, tenant: String) -> String? { nil }
}
