/// The state of a connection pool, without I/O: each call returns the action to take. Generic, so that it can be tested
/// without a server.
struct PoolState<Item> {
  typealias Ticket = Int

  /// The answer to a request for an item.
  enum Grant {
    /// Use this item.
    case item(Item)
    /// Open a new item.
    case open
  }
  enum Acquired {
    case granted(Grant)
    /// Wait until an item is assigned to the ticket.
    case wait(Ticket)
    case closed
  }
  /// The action after an item was returned.
  enum Released {
    case nothing
    case call(Ticket, Grant)
    case close(Item)
  }

  let limit: Int
  private var idle: [Item] = []
  /// Borrowed and idle items.
  private(set) var count = 0
  private var waiting: [Ticket] = []
  private var nextTicket = 0
  private(set) var isClosed = false

  init(limit: Int) { self.limit = max(1, limit) }

  var isEmpty: Bool { count == 0 }

  mutating func acquire() -> Acquired {
    if isClosed { return .closed }
    // The item used last is the least likely to have been closed by the server.
    if let item = idle.popLast() { return .granted(.item(item)) }
    if count < limit {
      count += 1
      return .granted(.open)
    }
    nextTicket += 1
    waiting.append(nextTicket)
    return .wait(nextTicket)
  }

  /// Returns an item that can be used again.
  mutating func release(_ item: Item) -> Released {
    if isClosed {
      count -= 1
      return .close(item)
    }
    guard waiting.isEmpty else { return .call(waiting.removeFirst(), .item(item)) }
    idle.append(item)
    return .nothing
  }

  /// Removes an item that broke or could not be opened.
  mutating func discard() -> Released {
    if !isClosed, !waiting.isEmpty { return .call(waiting.removeFirst(), .open) }
    count -= 1
    return .nothing
  }

  /// Withdraws a waiting request.
  /// - Returns: false if it has been assigned an item already, which the caller must return.
  mutating func withdraw(_ ticket: Ticket) -> Bool {
    guard let index = waiting.firstIndex(of: ticket) else { return false }
    waiting.remove(at: index)
    return true
  }

  /// - Returns: the idle items to close and the tickets to refuse.
  mutating func close() -> (idle: [Item], waiting: [Ticket]) {
    isClosed = true
    defer {
      count -= idle.count
      idle.removeAll()
      waiting.removeAll()
    }
    return (idle, waiting)
  }
}

extension PoolState.Grant: Sendable where Item: Sendable {}
