import Synchronization

/// The titles of documents by their SHA-256; nil for documents without one. The number of entries is limited.
final class TitleCache: Sendable {
  private struct Entry {
    var title: String?
    /// It is nil if the title never becomes outdated.
    var until: ContinuousClock.Instant?
  }

  private let limit: Int
  private let lifetime: Duration
  private let entries = Mutex<[String: Entry]>([:])

  /// - Parameters:
  ///   - limit: the number of documents that are kept.
  ///   - lifetime: of failures; after it a title is read again, as the cause may have been the machine.
  init(limit: Int = 1000, lifetime: Duration = .seconds(600)) {
    self.limit = limit
    self.lifetime = lifetime
  }

  /// - Returns: nil if the title must be read.
  func title(of sha256: String, at now: ContinuousClock.Instant = .now) -> String?? {
    guard let entry = entries.withLock({ $0[sha256] }), entry.until.map({ $0 > now }) ?? true else { return nil }
    return .some(entry.title)
  }

  func insert(_ title: String?, for sha256: String) { insert(Entry(title: title), for: sha256) }

  /// Records that the title could not be read.
  func insertFailure(for sha256: String, at now: ContinuousClock.Instant = .now) {
    insert(Entry(until: now + lifetime), for: sha256)
  }

  private func insert(_ entry: Entry, for sha256: String) {
    entries.withLock { entries in
      if entries[sha256] == nil, entries.count >= limit { entries.removeAll() }
      entries[sha256] = entry
    }
  }
}
