import Application
import Delivery
import DequeModule
import JobQueue

/// The deliveries that one relay holds: a state machine without I/O.
///
/// Each queue of deliveries (one destination) has a limit, so that a slow destination occupies no more than its share.
/// Deliveries beyond the limit wait; they are few, because claims request no more than `capacity`.
struct DeliveryLoad {
  private struct Queue {
    /// Attempts of senders that have not ended, including abandoned ones.
    var running = 0
    /// The deliveries that wait, in the order of the claims.
    var waiting = Deque<LeaseRef>()
    /// The times of attempts.
    var times = Prefetch()
    var bucket: RateBucket?
    /// Deliveries that found the destination unavailable and whose outcome is not recorded yet.
    var failing: Set<LeaseRef> = []

    var held: Int { running + waiting.count }

    /// Whether nothing is lost if the queue is evicted: no delivery is held, and the rate limits none.
    func isIdle(at now: ContinuousClock.Instant) -> Bool {
      held == 0 && failing.isEmpty && bucket?.isFull(at: now) != false
    }
  }

  /// How many deliveries of one destination may be sent at once and how many may begin per second.
  struct QueueLimit: Hashable, Sendable {
    var concurrency: Int
    var rate: Double?
  }

  private let total: Int
  /// The deliveries that are held, with their queues.
  private var held = HeldLeases<String>()
  private var queues: [String: Queue] = [:]
  /// The limits of queues by name, if they are known.
  private var limits: [String: QueueLimit] = [:]
  /// The queues whose limits may be evicted, because the next claimed delivery sets them again.
  private var temporary: Set<String> = []
  private(set) var counts = RelayCounts()

  init(total: Int) { self.total = max(1, total) }

  var phase: HolderPhase { held.phase }
  var refs: [LeaseRef] { held.refs }
  var isEmpty: Bool { held.isEmpty }

  // MARK: Capacity

  /// - Parameter isTemporary: whether the next delivery of the queue sets the limit again, so that it may be evicted
  ///   when no delivery of the queue is held. A limit that was set permanently remains so.
  mutating func setLimit(_ limit: QueueLimit, of queue: String, isTemporary: Bool = false) {
    if !isTemporary {
      temporary.remove(queue)
    } else if limits[queue] == nil {
      temporary.insert(queue)
    }
    guard limits[queue] != limit else { return }
    limits[queue] = limit
    queues[queue, default: Queue()].bucket = limit.rate.map { RateBucket(rate: $0) }
  }

  /// Deliveries to claim now; zero if enough are held, so that claims are made in batches.
  var claimable: Int {
    guard phase == .working else { return 0 }
    let waiting = queues.values.reduce(0) { $0 + $1.waiting.count }
    let ahead = min(total, queues.reduce(0) { $0 + prefetch($1.value, $1.key) })
    let capacity = total + ahead - held.count
    return waiting <= ahead / 2 && capacity >= max(1, ahead / 4) ? capacity : 0
  }

  /// How many deliveries may be claimed from the queues for which this differs from `standardCapacity`.
  mutating func capacities(at now: ContinuousClock.Instant) -> [String: Int] {
    var result: [String: Int] = [:]
    for name in Set(queues.keys).union(limits.keys) {
      let queue = queues[name] ?? Queue()
      let free = queue.failing.isEmpty ? max(0, limit(name).concurrency + prefetch(queue, name) - queue.held) : 0
      let capacity = queue.bucket.map { min(free, $0.available(at: now)) } ?? free
      if capacity != Self.standardCapacity { result[name] = capacity }
    }
    return result
  }

  private func limit(_ queue: String) -> QueueLimit {
    limits[queue] ?? QueueLimit(concurrency: Self.standardCapacity)
  }

  private func prefetch(_ queue: Queue, _ name: String) -> Int {
    queue.times.count(slots: limit(name).concurrency)
  }

  /// The number of queues beyond which idle ones are evicted.
  private static let maxQueues = 1000
  static let standardCapacity = DestinationLimits().concurrency

  // MARK: Deliveries

  /// Adds a claimed delivery.
  /// - Returns: false if it is held already.
  mutating func add(_ ref: LeaseRef, queue: String, at now: ContinuousClock.Instant) -> Bool {
    guard held.add(ref, in: queue, at: now) else { return false }
    removeIdleQueues(at: now, except: queue)
    queues[queue, default: Queue()].waiting.append(ref)
    queues[queue]?.bucket?.take(at: now)
    counts.running += 1
    return true
  }

  /// Starts the next delivery of a queue; nil if none waits or the queue's limit is reached.
  mutating func startNext(of queue: String) -> LeaseRef? {
    guard let running = queues[queue]?.running, running < limit(queue).concurrency, queues[queue]?.failing == [],
      let ref = queues[queue]?.waiting.popFirst()
    else { return nil }
    queues[queue]?.running += 1
    held.start(ref)
    return ref
  }

  /// Records the task that sends. The task is cancelled if the delivery has been stopped meanwhile.
  mutating func setTask(_ task: Task<Void, Never>, of ref: LeaseRef) {
    held.setTask(task, of: ref)
  }

  /// Frees the slot of a started delivery: the sender has ended, or was not called. The outcome need not be recorded
  /// yet, and for an abandoned attempt it was recorded before.
  /// - Parameter time: of the attempt; nil without one.
  mutating func freeSlot(of queue: String, after time: Duration?) {
    queues[queue]?.running -= 1
    if let time { queues[queue]?.times.add(time) }
  }

  /// Stops held deliveries. The first reason given for a delivery is kept.
  /// - Returns: the deliveries that had not started, which the caller must settle.
  @discardableResult
  mutating func stop(_ refs: some Sequence<LeaseRef>, _ reason: StopReason) -> [LeaseRef] {
    held.stop(refs, reason).filter { removeWaiting($0) }
  }

  private mutating func removeWaiting(_ ref: LeaseRef) -> Bool {
    guard let queue = held[ref]?.place, let index = queues[queue]?.waiting.firstIndex(of: ref) else { return false }
    queues[queue]?.waiting.remove(at: index)
    return true
  }

  /// Stops the deliveries that have waited for longer than `time`, because their destination has become slow.
  /// - Returns: these deliveries, which the caller must settle.
  mutating func stopWaiting(longerThan time: Duration, at now: ContinuousClock.Instant) -> [LeaseRef] {
    var stopped: [LeaseRef] = []
    for (name, queue) in queues {
      let late = queue.waiting.filter { held[$0].map { now - $0.since > time } ?? false }
      guard !late.isEmpty else { continue }
      stopped += stop(late, .shutdown)
      // Claim none ahead until an attempt ends.
      queues[name]?.times.averageTime = time
    }
    return stopped
  }

  /// Starts and claims no deliveries of the queue until the outcome of this one, which found the destination
  /// unavailable, is recorded: it may open the circuit breaker.
  /// - Returns: the waiting deliveries of the queue, which the caller must settle.
  mutating func destinationIsDown(for ref: LeaseRef) -> [LeaseRef] {
    guard let name = held[ref]?.place, let queue = queues[name] else { return [] }
    queues[name]?.failing.insert(ref)
    // Claim none ahead until attempts succeed.
    queues[name]?.times.averageTime = .seconds(1)
    return stop(queue.waiting, .shutdown)
  }

  func stopReason(_ ref: LeaseRef) -> StopReason? { held[ref]?.stopReason }

  /// Removes a delivery whose outcome has been recorded or dropped.
  mutating func finish(_ ref: LeaseRef, counting count: WritableKeyPath<RelayCounts, Int>) {
    if held[ref]?.hasStarted == false { _ = removeWaiting(ref) }
    guard let delivery = held.remove(ref) else { return }
    queues[delivery.place]?.failing.remove(ref)
    counts.running -= 1
    counts[keyPath: count] += 1
  }

  /// Bounds the memory: webhooks to many hosts have many queues.
  private mutating func removeIdleQueues(at now: ContinuousClock.Instant, except current: String) {
    guard queues.count > Self.maxQueues else { return }
    for (name, queue) in queues where name != current && queue.isIdle(at: now) {
      guard limits[name] == nil || temporary.remove(name) != nil else { continue }
      limits[name] = nil
      queues[name] = nil
    }
  }

  /// Changes the phase; see `HolderPhase`.
  /// - Returns: the deliveries that had not started, which the caller must settle.
  mutating func enter(_ new: HolderPhase) -> [LeaseRef] {
    stop(held.enter(new, waiting: queues.values.flatMap(\.waiting)), .shutdown)
  }
}
