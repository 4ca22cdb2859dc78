import Dispatch
import Glibc
import OperatingSystem
import Synchronization

/// Finds the addresses of hosts and checks them against a policy. Answers are kept for a minute.
package final class HostResolver: Sendable {
  /// Looks up the addresses of a host; it may block. An empty result is an unknown host.
  package typealias Lookup = @Sendable (_ host: String) -> Result<[IPAddress], NetworkError>

  /// Lookups that are in progress at the same time, each on its own thread.
  private static let pendingLimit = 256
  private static let entryLimit = 10_000
  private static let lifetime = Duration.seconds(60)

  private typealias Waiter = CheckedContinuation<Result<[IPAddress], NetworkError>, Never>

  private enum Entry {
    case pending(waiters: [Int: Waiter])
    case known([IPAddress], until: ContinuousClock.Instant)
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var pending = 0
    var nextWaiter = 0
  }

  private let state = Mutex(State())
  private let lookup: Lookup
  private let timeLimit: Duration

  /// - Parameters:
  ///   - timeLimit: how long a caller waits for the name service.
  ///   - lookup: a blocking call; by default getaddrinfo(3).
  package init(timeLimit: Duration = .seconds(10), lookup: @escaping Lookup = HostResolver.systemLookup) {
    self.timeLimit = timeLimit
    self.lookup = lookup
  }

  /// The allowed addresses of a host.
  /// - Throws: `NetworkError` `.hostUnknown` if there is no address, `.addressForbidden` if the policy allows none of
  ///   them.
  package func resolve(_ endpoint: Endpoint, policy: AddressPolicy) async throws(NetworkError) -> PinnedHost {
    let addresses: [IPAddress]
    if let address = IPAddress(endpoint.host) {
      addresses = [address]
    } else {
      do {
        addresses = try await self.addresses(of: endpoint.host).get()
      } catch {
        throw NetworkError(code: error.code, message: error.message, place: endpoint.place)
      }
    }
    let allowed = addresses.filter { policy.refusal(of: $0) == nil }
    if allowed.isEmpty {
      let reason = addresses.first.flatMap { policy.refusal(of: $0) } ?? "the host has no address"
      throw NetworkError(
        code: .addressForbidden, message: "\(reason), which the configuration does not allow", place: endpoint.place)
    }
    return PinnedHost(host: endpoint.host, port: endpoint.port, addresses: allowed)
  }

  private func addresses(of host: String) async -> Result<[IPAddress], NetworkError> {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { add($0, number, host) }
    } onCancel: {
      stopWaiting(number, host, .failure(Self.failure(.cancelled, "cancelled")))
    }
  }

  private func add(
    _ waiter: Waiter, _ number: Int, _ host: String
  ) {
    enum Action {
      case answer(Result<[IPAddress], NetworkError>)
      case wait(isFirst: Bool)
    }
    let action: Action = state.withLock { state in
      if Task.isCancelled { return .answer(.failure(Self.failure(.cancelled, "cancelled"))) }
      switch state.entries[host] {
      case .known(let addresses, let end) where end > .now:
        return .answer(.success(addresses))
      case .pending(var waiters):
        waiters[number] = waiter
        state.entries[host] = .pending(waiters: waiters)
        return .wait(isFirst: false)
      default:
        guard state.pending < Self.pendingLimit else {
          return .answer(.failure(Self.failure(.hostUnknown, "too many hosts are being looked up")))
        }
        if state.entries.count >= Self.entryLimit {
          state.entries = state.entries.filter { if case .pending = $0.value { true } else { false } }
        }
        state.entries[host] = .pending(waiters: [number: waiter])
        state.pending += 1
        return .wait(isFirst: true)
      }
    }
    switch action {
    case .answer(let result): waiter.resume(returning: result)
    case .wait(let isFirst):
      if isFirst { start(host) }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(timeLimit.wholeMilliseconds))) {
        [weak self] in
        self?.stopWaiting(number, host, .failure(Self.failure(.hostUnknown, "the name service does not answer")))
      }
    }
  }

  private func start(_ host: String) {
    do {
      try startThread(name: "resolver") { [self] in finish(host, lookup(host)) }
    } catch {
      finish(host, .failure(Self.failure(.other, "cannot start a thread: \(error.reason)")))
    }
  }

  private func finish(_ host: String, _ result: Result<[IPAddress], NetworkError>) {
    let waiters = state.withLock { state -> [Int: Waiter] in
      guard case .pending(let waiters) = state.entries[host] else { return [:] }
      state.pending -= 1
      // Failures are not kept: the next attempt asks again.
      state.entries[host] = (try? result.get()).map { .known($0, until: .now + Self.lifetime) }
      return waiters
    }
    for waiter in waiters.values { waiter.resume(returning: result) }
  }

  private func stopWaiting(_ number: Int, _ host: String, _ result: Result<[IPAddress], NetworkError>) {
    let waiter = state.withLock { state -> Waiter? in
      guard case .pending(var waiters) = state.entries[host] else { return nil }
      let waiter = waiters.removeValue(forKey: number)
      state.entries[host] = .pending(waiters: waiters)
      return waiter
    }
    waiter?.resume(returning: result)
  }

  /// All addresses of a host by getaddrinfo(3).
  package static func systemLookup(_ host: String) -> Result<[IPAddress], NetworkError> {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, nil, &hints, &list)
    guard status == 0 else {
      return .failure(failure(.hostUnknown, "the host is unknown: \(String(cString: gai_strerror(status)))"))
    }
    defer { freeaddrinfo(list) }
    var addresses: [IPAddress] = []
    var next = list
    while let entry = next?.pointee {
      let address = entry.ai_addr.flatMap { IPAddress(socketAddress: $0, length: Int(entry.ai_addrlen)) }
      if let address, !addresses.contains(address), addresses.count < 32 { addresses.append(address) }
      next = entry.ai_next
    }
    return addresses.isEmpty ? .failure(failure(.hostUnknown, "the host has no address")) : .success(addresses)
  }

  private static func failure(_ code: NetworkError.Code, _ message: String) -> NetworkError {
    NetworkError(code: code, message: message, place: "")
  }
}
