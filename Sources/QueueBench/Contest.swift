/// Somebody who does the same work, and how fast.
package struct Contestant: Sendable {
  package var name: String
  /// Does the work once. Answers units a second.
  package var run: @Sendable () async throws -> Double

  package init(_ name: String, run: @escaping @Sendable () async throws -> Double) {
    self.name = name
    self.run = run
  }
}

/// Several contestants in turn, again and again (A B A B …), so that what else goes on in the machine meets all alike.
package struct Contest: Sendable {
  package var name: String
  package var unit: String
  /// The first is Pressrun.
  package var contestants: [Contestant]
  package var goals: [Goal]

  /// Pressrun's median is to be at least so many times that of another; any number of times where that is nil.
  package struct Goal: Sendable {
    package var against: String
    package var ratio: Double?
    package init(against: String, ratio: Double?) {
      self.against = against
      self.ratio = ratio
    }
  }

  package init(_ name: String, unit: String, _ contestants: [Contestant], goals: [Goal]) {
    self.name = name
    self.unit = unit
    self.contestants = contestants
    self.goals = goals
  }

  package func run(rounds: Int, tell: (String) -> Void) async throws -> [Finding] {
    var rates: [String: [Double]] = [:]
    for round in 1...max(1, rounds) {
      for contestant in contestants {
        let rate = try await contestant.run()
        rates[contestant.name, default: []].append(rate)
        tell("\(name), round \(round): \(contestant.name) \(Int(rate)) \(unit)")
      }
    }
    let own = rates[contestants.first?.name ?? ""] ?? []
    return goals.map { goal in
      Finding(
        name: name, unit: unit, value: own.median, samples: own, against: goal.against,
        reference: rates[goal.against]?.median, referenceSamples: rates[goal.against], goal: goal.ratio, isMost: false)
    }
  }
}

/// One figure, and whether it is what it must be.
package struct Finding: Codable, Sendable {
  package var name: String
  package var unit: String
  /// The median.
  package var value: Double
  package var samples: [Double]
  /// With what it is compared, and that one's median; nil where the goal is a figure.
  package var against: String?
  package var reference: Double?
  package var referenceSamples: [Double]?
  /// The value, or its ratio to the reference, must be at least this; nil where nothing is demanded.
  package var goal: Double?
  /// The goal is the most that it may be.
  package var isMost: Bool

  package init(
    name: String, unit: String, value: Double, samples: [Double], against: String? = nil, reference: Double? = nil,
    referenceSamples: [Double]? = nil, goal: Double? = nil, isMost: Bool = false
  ) {
    self.name = name
    self.unit = unit
    self.value = value
    self.samples = samples
    self.against = against
    self.reference = reference
    self.referenceSamples = referenceSamples
    self.goal = goal
    self.isMost = isMost
  }

  /// What the goal is about.
  package var ratio: Double? { reference.map { $0 > 0 ? value / $0 : 0 } }
  /// Nil where nothing is demanded.
  package var isMet: Bool? { goal.map { isMost ? (ratio ?? value) <= $0 : (ratio ?? value) >= $0 } }
}

extension Array where Element == Double {
  /// 0 of none.
  package var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2
  }

  /// The value that this share of the values does not exceed.
  package func percentile(_ share: Double) -> Double {
    guard !isEmpty else { return 0 }
    let place = Int((Double(count) * share).rounded(.up)) - 1
    return sorted()[Swift.max(0, Swift.min(count - 1, place))]
  }
}

extension Duration {
  /// As a number.
  package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// How long `body` takes, in seconds.
func timed(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return (.now - start).inSeconds
}
