/// A rule that a file violates.
package struct ConformanceViolation: Hashable, Sendable, CustomStringConvertible {
  /// The clause of the standard: `6.2.4.3`.
  package var clause: String
  /// The requirement of the violated rule.
  package var message: String
  /// The number of violations.
  package var count: Int
  /// The first places: `page 3, font F1`.
  package var places: [String]

  package var description: String {
    let place = places.isEmpty ? "" : " (\(places.joined(separator: "; "))\(count > places.count ? "; …" : ""))"
    return "clause \(clause): \(message)\(place)"
  }
}

/// Collects violations, one for each rule.
final class ConformanceLog {
  let profile: ConformanceProfile
  private var counts: [ConformanceRule: Int] = [:]
  private var places: [ConformanceRule: [String]] = [:]
  private static let maximumPlaces = 3

  init(_ profile: ConformanceProfile) { self.profile = profile }

  /// Records a violation, if the rule is one of the profile.
  func add(_ rule: ConformanceRule, _ place: @autoclosure () -> String = "") {
    guard rule.clause(profile) != nil else { return }
    counts[rule, default: 0] += 1
    guard places[rule, default: []].count < Self.maximumPlaces else { return }
    let place = place()
    if !place.isEmpty, !places[rule, default: []].contains(place) { places[rule, default: []].append(place) }
  }

  /// The violations in the order of the rules.
  var violations: [ConformanceViolation] {
    ConformanceRule.allCases.compactMap { rule in
      guard let count = counts[rule], let clause = rule.clause(profile) else { return nil }
      return ConformanceViolation(clause: clause, message: rule.text, count: count, places: places[rule] ?? [])
    }
  }
}
