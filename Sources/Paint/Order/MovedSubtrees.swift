import Layout

/// The subtrees of a page that are painted at another place in the tree.
struct MovedSubtrees {
  private var waiting: [UInt32: [MovedFragment]] = [:]
  private var roots: Set<UInt32> = []

  init(_ moved: [MovedFragment]) {
    for subtree in moved where roots.insert(subtree.fragment).inserted {
      waiting[subtree.before, default: []].append(subtree)
    }
  }

  /// Whether a fragment is the root of a subtree, which is not painted at its own place.
  func isRoot(_ fragment: Int) -> Bool { !roots.isEmpty && roots.contains(UInt32(fragment)) }

  /// Whether subtrees wait to be painted before a fragment.
  func areAt(_ fragment: Int) -> Bool { !waiting.isEmpty && waiting[UInt32(fragment)] != nil }

  /// Removes the subtrees that are painted before a fragment, as children of another one.
  mutating func take(at fragment: Int, in parent: PaintOrder.Index) -> [MovedFragment] {
    guard let subtrees = waiting.removeValue(forKey: UInt32(fragment)) else { return [] }
    let others = subtrees.filter { $0.parent != UInt32(bitPattern: parent) }
    if !others.isEmpty { waiting[UInt32(fragment)] = others }
    return others.isEmpty ? subtrees : subtrees.filter { $0.parent == UInt32(bitPattern: parent) }
  }

  /// Removes a subtree whose place is not in the tree. Returns nil if there is none.
  mutating func takeAny() -> MovedFragment? {
    guard let first = waiting.keys.min(), let subtree = waiting[first]?.first else { return nil }
    waiting[first]?.removeFirst()
    if waiting[first]?.isEmpty == true { waiting[first] = nil }
    return subtree
  }
}
