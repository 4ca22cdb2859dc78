import PDF
import Synchronization

/// The data about a base that the checks of segments need: the objects of its document, and its annotations.
///
/// It is stored with the document (`DocumentStore.useIndex`), so that adding a segment does not read the whole base.
/// Builds and verifications do not use a stored index.
package struct BaseIndex: Sendable {
  let objects: DocumentObjects
  let annotations: AnnotationIndex

  /// The share of the cache's limit that it uses: its annotations, and an allowance for the set of objects.
  var count: Int { annotations.count + 10_000 }
}

/// The indexes of recently used bases, so that a process reads a base once, however many documents and segments it
/// checks on it.
///
/// An index is found only by the SHA-256 of all bytes of the base, which the caller has computed from the bytes that it
/// checks.
final class BaseIndexCache: Sendable {
  static let shared = BaseIndexCache()

  private struct State {
    var indexes: [String: BaseIndex] = [:]
    /// The least recently used first.
    var order: [String] = []
    var count = 0
  }
  private let state = Mutex(State())
  /// Pages and annotations of all bases together, of about a hundred bytes each.
  private let limit: Int

  init(limit: Int = 1_000_000) { self.limit = limit }

  subscript(sha256: String) -> BaseIndex? {
    state.withLock { state in
      guard let index = state.indexes[sha256] else { return nil }
      state.order.removeAll { $0 == sha256 }
      state.order.append(sha256)
      return index
    }
  }

  /// Adds a stored index, if it can be used.
  func add(_ bytes: [UInt8]?, of sha256: String) {
    if let index = bytes.flatMap({ BaseIndex($0, of: sha256) }) { add(index, of: sha256) }
  }

  /// Adds an index, and removes others that would exceed the limit.
  func add(_ index: BaseIndex, of sha256: String) {
    guard index.count <= limit else { return }
    state.withLock { state in
      guard state.indexes.updateValue(index, forKey: sha256) == nil else { return }
      state.order.append(sha256)
      state.count += index.count
      while state.count > limit, let removed = state.indexes.removeValue(forKey: state.order.removeFirst()) {
        state.count -= removed.count
      }
    }
  }
}
