import Synchronization

/// Limits how many processes for one kind of task run, and how many tasks wait for one; both for each tenant too, so that
/// the tasks of one tenant do not keep those of others waiting.
final class ProcessSlots: Sendable {
  private struct Waiting {
    var tenant: String?
    var continuation: CheckedContinuation<Void, Never>
  }
  private struct State {
    var running = 0
    var runningOfTenant: [String: Int] = [:]
    /// The oldest first.
    var waiting: [Waiting] = []
  }

  private let limit: Int
  private let limitPerTenant: Int
  private let queueLimit: Int
  private let onWait: @Sendable () -> Void
  private let state = Mutex(State())

  /// - Parameter onWait: called whenever a task begins to wait.
  init(limit: Int, limitPerTenant: Int = .max, queueLimit: Int, onWait: @escaping @Sendable () -> Void = {}) {
    self.limit = limit
    self.limitPerTenant = limitPerTenant
    self.queueLimit = queueLimit
    self.onWait = onWait
  }

  /// Calls `body` when few enough others run.
  /// - Parameter tenant: whose task it is. Tasks of nobody count for the limit of all tasks only.
  /// - Throws: `RenderingError` `.busy` if too many wait; the errors of `body`.
  func run<Value: Sendable>(for tenant: String? = nil, _ body: () async throws -> Value) async throws -> Value {
    try await begin(tenant)
    defer { end(tenant) }
    return try await body()
  }

  private func begin(_ tenant: String?) async throws {
    let mayRun: Bool? = state.withLock { state in
      if start(tenant, &state) { return true }
      let ofTenant = tenant.map { tenant in state.waiting.count { $0.tenant == tenant } } ?? 0
      return state.waiting.count < queueLimit && ofTenant < queueLimit / 2 ? false : nil
    }
    guard let mayRun else {
      throw RenderingError(code: .busy, message: "too many requests of this kind wait; try again later")
    }
    if mayRun { return }
    await withCheckedContinuation { continuation in
      let isNext = state.withLock { state in
        if start(tenant, &state) { return true }
        state.waiting.append(Waiting(tenant: tenant, continuation: continuation))
        return false
      }
      if isNext { continuation.resume() } else { onWait() }
    }
  }

  /// Takes a slot.
  /// - Returns: whether one is free for the tenant.
  private func start(_ tenant: String?, _ state: inout State) -> Bool {
    guard state.running < limit, mayRun(tenant, state) else { return false }
    if let tenant { state.runningOfTenant[tenant, default: 0] += 1 }
    state.running += 1
    return true
  }

  private func mayRun(_ tenant: String?, _ state: State) -> Bool {
    tenant == nil || running(of: tenant, state) < limitPerTenant
  }

  private func running(of tenant: String?, _ state: State) -> Int {
    tenant.map { state.runningOfTenant[$0, default: 0] } ?? 0
  }

  /// Ends a task. A free slot goes to the tenant with the fewest running tasks; among its tasks, to the one that has
  /// waited longest.
  private func end(_ tenant: String?) {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.running -= 1
      if let tenant {
        let rest = state.runningOfTenant[tenant, default: 0] - 1
        state.runningOfTenant[tenant] = rest > 0 ? rest : nil
      }
      let candidates = state.waiting.indices.filter { mayRun(state.waiting[$0].tenant, state) }
      let next = candidates.min { first, second in
        let (a, b) = (running(of: state.waiting[first].tenant, state), running(of: state.waiting[second].tenant, state))
        return (a, first) < (b, second)
      }
      guard let next, start(state.waiting[next].tenant, &state) else { return nil }
      return state.waiting.remove(at: next).continuation
    }
    next?.resume()
  }
}
