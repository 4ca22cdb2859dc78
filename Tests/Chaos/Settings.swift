import Foundation

/// The settings of a run.
struct Settings {
  var jobs = 6000
  var workers = 4
  var relays = 3
  /// Duration of the faults; the workers finish afterwards.
  var faultSeconds = 150.0
  /// Seconds without a finished job after which the remaining jobs count as lost.
  var patience = 300.0
  var lease = 3.0
  var seed = UInt64.random(in: 1...UInt64(UInt32.max))

  static let usage = """
    chaos [--short] [--jobs N] [--workers N] [--seconds S] [--seed N]

    Runs thousands of jobs through several workers and their deliveries through several relays, while workers, relays and
    renderers are killed and frozen, PostgreSQL is restarted, connections are cut, the receiver of webhooks fails, artifacts
    cannot be written and clocks are wrong by an hour; then verifies that nothing was lost, nothing was done twice, and every
    document arrived, more than once only after attempts with unknown outcome. The same seed chooses the same faults.
    """

  /// - Returns: nil for invalid arguments.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    func number<Number: LosslessStringConvertible>() -> Number? { rest.popFirst().flatMap { Number($0) } }
    while let argument = rest.popFirst() {
      switch argument {
      case "--short": (jobs, workers, relays, faultSeconds, lease) = (1500, 3, 2, 18, 2)
      case "--jobs":
        guard let value: Int = number(), value > 0 else { return nil }
        jobs = value
      case "--workers":
        guard let value: Int = number(), (1...32).contains(value) else { return nil }
        workers = value
      case "--seconds":
        guard let value: Double = number(), value >= 0 else { return nil }
        faultSeconds = value
      case "--seed":
        guard let value: UInt64 = number() else { return nil }
        seed = value
      default: return nil
      }
    }
  }
}

/// SplitMix64, a random number generator with a seed.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
