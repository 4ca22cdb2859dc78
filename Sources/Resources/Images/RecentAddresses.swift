/// The values of the long addresses that were used last. A `data:` URL may be the background of thousands of boxes, and
/// a dictionary reads all of it each time; equal strings that share their storage are compared at once.
struct RecentAddresses<Value> {
  private var entries: [(address: String, base: String, value: Value)] = []
  private var next = 0

  private static var capacity: Int { 8 }
  /// Shorter addresses are not kept, in bytes.
  private static var shortest: Int { 256 }

  subscript(address: String, base: String) -> Value? {
    guard address.utf8.count >= Self.shortest else { return nil }
    return entries.first { $0.address == address && $0.base == base }?.value
  }

  mutating func insert(_ value: Value, _ address: String, _ base: String) {
    guard address.utf8.count >= Self.shortest else { return }
    if entries.count < Self.capacity {
      entries.append((address, base, value))
    } else {
      entries[next] = (address, base, value)
      next = (next + 1) % Self.capacity
    }
  }
}
