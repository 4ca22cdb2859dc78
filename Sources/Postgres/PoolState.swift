/// Who has which connection of a pool, as a value: each call says what is to be done. Generic, so that the rules can be
/// tested without a server.
struct PoolState<Item> {
  typealias Ticket = Int

  /// What a borrower gets.
  enum Grant {
    /// This item.
    case item(Item)
    /// Leave to make a new one.
    case open
  }
  enum Acquired {
    case granted(Grant)
    /// Wait until the ticket is called.
    case wait(Ticket)
    case closed
  }
  /// What follows from an item coming back.
  enum Released {
    case nothing
    case call(Ticket, Grant)
    case close(Item)
  }

  let limit: Int
  private var idle: [Item] = []
  /// Borrowed and idle ones.
  private(set) var count = 0
  private var waiting: [Ticket] = []
  private var nextTicket = 0
  private(set) var isClosed = false

  init(limit: Int) { self.limit = max(1, limit) }

  var isEmpty: Bool { count == 0 }

  mutating func acquire() -> Acquired {
    if isClosed { return .closed }
    // The one used last is the likeliest to be alive and warm.
    if let item = idle.popLast() { return .granted(.item(item)) }
    if count < limit {
      count += 1
      return .granted(.open)
    }
    nextTicket += 1
    waiting.append(nextTicket)
    return .wait(nextTicket)
  }

  /// The item comes back in good order.
  mutating func release(_ item: Item) -> Released {
    if isClosed {
      count -= 1
      return .close(item)
    }
    guard waiting.isEmpty else { return .call(waiting.removeFirst(), .item(item)) }
    idle.append(item)
    return .nothing
  }

  /// The item broke, or could not be made: its place is free.
  mutating func discard() -> Released {
    if !isClosed, !waiting.isEmpty { return .call(waiting.removeFirst(), .open) }
    count -= 1
    return .nothing
  }

  /// The borrower no longer waits.
  /// - Returns: false where it was called already, and must give back what it gets.
  mutating func withdraw(_ ticket: Ticket) -> Bool {
    guard let index = waiting.firstIndex(of: ticket) else { return false }
    waiting.remove(at: index)
    return true
  }

  /// - Returns: the idle items to close and the tickets to turn away.
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
