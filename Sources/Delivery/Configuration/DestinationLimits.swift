import Networking

/// The settings that the configurations of all destinations have.
///
///     description: Billing          # for people who choose a destination
///     concurrency: 8                # deliveries that one relay sends at once
///     rate: 20                      # deliveries per second that one relay begins; without it, no limit
///     timeout: 2m                   # of one attempt; without it, an hour for printers and ten minutes for the others
///     breaker: { failures: 5, pause: 30s, maximum_pause: 10m }
///     allowed_networks: [10.1.0.0/16]
package struct DestinationLimits: Hashable, Sendable, Decodable {
  package var description: String?
  /// The deliveries that one relay sends at once, from 1 to 256.
  package var concurrency = 8
  /// The deliveries per second that one relay begins, from 0.001 to 10,000; nil for no limit.
  package var rate: Double?
  /// The time limit of one attempt, from 1 second to 1 hour; nil for the default of the kind.
  package var timeout: Duration?
  package var breaker = BreakerSettings()
  /// The addresses that connections may be made to (`allowed_networks`).
  package var addresses = AddressPolicy.publicOnly

  package init() {}

  private enum CodingKeys: String, CodingKey {
    case description, concurrency, rate, timeout, breaker
    case addresses = "allowed_networks"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    description = try values.decodeIfPresent(String.self, forKey: .description)
    try values.check((description?.utf8.count ?? 0) <= 200, .description, "expected at most 200 bytes")
    concurrency = try values.decodeIfPresent(Int.self, forKey: .concurrency) ?? concurrency
    try values.check((1...256).contains(concurrency), .concurrency, "expected a whole number from 1 to 256")
    rate = try values.decodeIfPresent(Double.self, forKey: .rate)
    try values.check(
      rate.map { (0.001...10_000).contains($0) } ?? true, .rate, "expected deliveries per second from 0.001 to 10000")
    timeout = try values.decodeIfPresent(Duration.self, forKey: .timeout)
    try values.check(
      timeout.map { (.seconds(1) ... .seconds(3600)).contains($0) } ?? true, .timeout, "expected a time from 1s to 1h")
    breaker = try values.decodeIfPresent(BreakerSettings.self, forKey: .breaker) ?? breaker
    addresses = try values.decodeIfPresent(AddressPolicy.self, forKey: .addresses) ?? addresses
  }
}

/// The threshold at which a destination's circuit breaker opens, and the time for which it stays open.
package struct BreakerSettings: Hashable, Sendable, Decodable {
  /// Consecutive failures of the destination as a whole.
  package var failures = 5
  /// The pause doubles with each probe that fails, up to `maximumPause`.
  package var pause = Duration.seconds(30)
  package var maximumPause = Duration.seconds(600)

  package init() {}

  private enum CodingKeys: String, CodingKey {
    case failures, pause
    case maximumPause = "maximum_pause"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    failures = try values.decodeIfPresent(Int.self, forKey: .failures) ?? failures
    try values.check((1...1000).contains(failures), .failures, "expected a whole number from 1 to 1000")
    pause = try values.decodeIfPresent(Duration.self, forKey: .pause) ?? pause
    try values.check((.seconds(1) ... .seconds(86_400)).contains(pause), .pause, "expected a time from 1s to 24h")
    maximumPause = try values.decodeIfPresent(Duration.self, forKey: .maximumPause) ?? max(maximumPause, pause)
    try values.check(
      (pause ... .seconds(86_400)).contains(maximumPause), .maximumPause, "expected a time from the pause to 24h")
  }
}

extension KeyedDecodingContainer {
  /// Throws `message` with the path of `key` unless the condition holds.
  func check(_ condition: Bool, _ key: Key, _ message: String) throws {
    guard !condition else { return }
    throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: message)
  }
}
