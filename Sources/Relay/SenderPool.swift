import Delivery

/// The senders of the configured destinations. A sender is made for the first delivery to its destination and kept,
/// with its connections, for the next ones.
struct SenderPool {
  /// A sender that a delivery uses.
  struct Use: Sendable {
    var name: String
    var limits: DestinationLimits
    var sender: any Sender
    fileprivate var generation: Int
  }

  private struct Entry {
    var sender: any Sender
    var uses = 0
    /// It is nil while it is in use, and after its connections were closed.
    var idleSince: ContinuousClock.Instant?
  }

  private struct Key: Hashable {
    var name: String
    var generation: Int
  }

  private(set) var configurations: DestinationConfigurations
  private var services: SenderServices
  /// Incremented with the configurations. Deliveries that began before finish with their old senders.
  private var generation = 0
  private var entries: [Key: Entry] = [:]

  init(_ configurations: DestinationConfigurations, _ services: SenderServices) {
    self.configurations = configurations
    self.services = services
  }

  /// - Throws: `DeliveryError` if the sender cannot be made.
  mutating func acquire(_ configuration: DestinationConfiguration) throws(DeliveryError) -> Use {
    let key = Key(name: configuration.name, generation: generation)
    var entry = if let known = entries[key] { known } else { Entry(sender: try configuration.makeSender(services)) }
    entry.uses += 1
    entry.idleSince = nil
    entries[key] = entry
    return Use(name: key.name, limits: configuration.limits, sender: entry.sender, generation: generation)
  }

  /// - Returns: the sender if it must be closed, because it belongs to an old configuration and has no other use.
  mutating func release(_ use: Use, at now: ContinuousClock.Instant) -> (any Sender)? {
    let key = Key(name: use.name, generation: use.generation)
    guard var entry = entries[key] else { return nil }
    entry.uses -= 1
    if entry.uses == 0 { entry.idleSince = now }
    entries[key] = entry
    guard entry.uses == 0, use.generation != generation else { return nil }
    entries[key] = nil
    return entry.sender
  }

  /// Replaces all configurations.
  /// - Returns: the senders to close.
  mutating func replace(_ configurations: DestinationConfigurations, links: LinkMaker? = nil) -> [any Sender] {
    self.configurations = configurations
    services.links = links
    generation += 1
    return removeUnused()
  }

  private mutating func removeUnused() -> [any Sender] {
    let unused = entries.filter { $0.value.uses == 0 }
    for key in unused.keys { entries[key] = nil }
    return unused.values.map(\.sender)
  }

  /// - Returns: the senders whose connections have been idle since before `time` and must be closed. They can be used
  ///   again.
  mutating func idle(since time: ContinuousClock.Instant) -> [any Sender] {
    let idle = entries.filter { $0.value.idleSince.map { $0 < time } ?? false }
    for key in idle.keys { entries[key]?.idleSince = nil }
    return idle.values.map(\.sender)
  }

  /// - Returns: all senders, to be closed at the end.
  mutating func removeAll() -> [any Sender] {
    defer { entries.removeAll() }
    return entries.values.map(\.sender)
  }
}
