/// One rule of a policy: `*`, a destination kind (`email`), or a kind and an address in which `*` matches any text
/// (`email:*@fund.example`). The rules are those of `pressrun.rule_problem` and `pressrun.rule_matches` in SQL.
package struct PolicyRule: Hashable, Sendable {
  package let text: String

  /// - Throws: `DeliveryError` `.invalidRule`.
  package init(_ text: String) throws(DeliveryError) {
    func refuse(_ message: String) -> DeliveryError {
      DeliveryError(code: .invalidRule, message: message, place: String(text.prefix(100)))
    }
    self.text = text
    if text == "*" { return }
    guard text.utf8.count <= 1024 else { throw refuse("longer than 1024 bytes") }
    guard !text.hasControlCharacters else { throw refuse("control characters") }
    let (name, address) = text.splitAtColon
    guard let kind = Destination.Kind(rawValue: name), kind != .none else { throw refuse("unknown kind \"\(name)\"") }
    if address == "" { throw refuse("the address is empty") }
  }

  package func matches(_ destination: Destination) -> Bool {
    if text == "*" { return true }
    if !text.utf8.contains(UInt8(ascii: ":")) { return destination.kind.rawValue == text }
    // Only email addresses are case-insensitive.
    let folds = destination.kind == .email
    return Self.glob(Array(text.utf8), Array(destination.description.utf8), folds: folds)
  }

  /// Matches `*` greedily and backtracks to the last one only, so the time is at most the product of the lengths.
  private static func glob(_ pattern: [UInt8], _ text: [UInt8], folds: Bool) -> Bool {
    func fold(_ byte: UInt8) -> UInt8 { folds && (65...90).contains(byte) ? byte + 32 : byte }
    var (p, t) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        star = (p, t)
        p += 1
      } else if p < pattern.count, fold(pattern[p]) == fold(text[t]) {
        p += 1
        t += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        p = last.pattern + 1
        t = last.text + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
