/// A compared program or method.
struct Competitor: Sendable {
  var name: String
  /// Does the work once. Returns units per second.
  var run: @Sendable () async throws -> Double

  init(_ name: String, run: @escaping @Sendable () async throws -> Double) {
    self.name = name
    self.run = run
  }
}

/// Runs several competitors alternately (A B A B …), so that other load on the machine affects all of them alike.
struct Comparison: Sendable {
  var name: String
  var unit: String
  /// The first is Pressrun.
  var competitors: [Competitor]
  var goals: [Goal]

  /// The least ratio of Pressrun's median to a competitor's; nil reports the ratio without a goal.
  struct Goal: Sendable {
    var against: String
    var ratio: Double?
  }

  init(_ name: String, unit: String, _ competitors: [Competitor], goals: [Goal]) {
    self.name = name
    self.unit = unit
    self.competitors = competitors
    self.goals = goals
  }

  /// - Parameter progress: receives one line for each run.
  func run(rounds: Int, progress: (String) -> Void) async throws -> [Measurement] {
    var rates: [String: [Double]] = [:]
    for round in 1...max(1, rounds) {
      for competitor in competitors {
        let rate = try await competitor.run()
        rates[competitor.name, default: []].append(rate)
        progress("\(name), round \(round): \(competitor.name) \(Int(rate)) \(unit)")
      }
    }
    let own = rates[competitors.first?.name ?? ""] ?? []
    return goals.map { goal in
      Measurement(
        name: name, unit: unit, value: own.median, samples: own, against: goal.against,
        reference: rates[goal.against]?.median, referenceSamples: rates[goal.against], goal: goal.ratio)
    }
  }
}
