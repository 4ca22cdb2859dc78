import Foundation

/// What a run of chaos is told.
struct Settings {
  var jobs = 6000
  var workers = 4
  /// Faults come for so long, then the workers may finish.
  var faultSeconds = 150.0
  /// Seconds in which no job was finished after which those that are left count as lost: a busy machine is slow, not stuck.
  var patience = 60.0
  var lease = 3.0
  var seed = UInt64.random(in: 1...UInt64(UInt32.max))

  static let usage = """
    chaos [--short] [--jobs N] [--workers N] [--seconds S] [--seed N]

    Runs thousands of jobs through several workers while workers and renderers are killed and frozen, PostgreSQL is
    restarted, connections are cut and artifacts cannot be written; then proves by SQL that nothing was lost and nothing done
    twice. The same seed draws the same faults.
    """

  /// - Returns: nil for arguments that mean nothing.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    func number<Number: LosslessStringConvertible>() -> Number? { rest.popFirst().flatMap { Number($0) } }
    while let argument = rest.popFirst() {
      switch argument {
      case "--short": (jobs, workers, faultSeconds, lease) = (1500, 3, 14, 2)
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

/// SplitMix64: numbers that a seed repeats.
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
