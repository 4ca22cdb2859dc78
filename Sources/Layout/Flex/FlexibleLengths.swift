import Style

/// Resolves the flexible lengths of one line (css-flexbox-1 §9.7).
struct FlexibleLengths {
  private let grows: Bool
  private let gaps: Double
  private let available: Double

  /// Sets the used main size of each item of a line.
  ///
  /// - Parameters:
  ///   - gaps: the sum of the gutters between the items.
  ///   - factors: the flex grow and shrink factor of each item.
  ///   - paddings: the padding and border of each item along the axis.
  static func resolve(
    _ items: inout ArraySlice<FlexItem>, available: Double, gaps: Double, factors: [(grow: Double, shrink: Double)],
    paddings: [Double]
  ) {
    let hypothetical = items.reduce(gaps) { $0 + $1.outerMain }
    let lengths = FlexibleLengths(grows: hypothetical < available, gaps: gaps, available: available)
    lengths.resolve(&items, factors: factors, paddings: paddings)
  }

  private func resolve(
    _ items: inout ArraySlice<FlexItem>, factors: [(grow: Double, shrink: Double)], paddings: [Double]
  ) {
    let start = items.startIndex
    func factor(_ index: Int) -> Double { grows ? factors[index - start].grow : factors[index - start].shrink }
    for index in items.indices {
      let item = items[index]
      let wantsOther = grows ? item.base > item.main : item.base < item.main
      items[index].isFrozen = factor(index) == 0 || wantsOther
    }
    let initial = freeSpace(items)
    while case let open = items.indices.filter({ !items[$0].isFrozen }), !open.isEmpty {
      var free = freeSpace(items)
      let sum = open.reduce(0) { $0 + factor($1) }
      if sum < 1, abs(initial * sum) < abs(free) { free = initial * sum }
      // Items shrink in proportion to their factor times the inner base size.
      func weight(_ index: Int) -> Double {
        grows ? factor(index) : factor(index) * max(0, items[index].base - paddings[index - start])
      }
      let weights = open.reduce(0) { $0 + weight($1) }
      var violations: [Double] = []
      for index in open {
        let share = weights > 0 ? free * weight(index) / weights : 0
        let target = items[index].base + share
        items[index].main = max(items[index].least, min(target, items[index].most))
        violations.append(items[index].main - target)
      }
      let total = violations.reduce(0, +)
      for (index, violation) in zip(open, violations) {
        items[index].isFrozen = abs(total) < 1e-9 || (total > 0 ? violation > 0 : violation < 0)
      }
    }
  }

  /// The remaining free space. Items that are not frozen count with their base size.
  private func freeSpace(_ items: ArraySlice<FlexItem>) -> Double {
    available - items.reduce(gaps) { $0 + $1.mainMargins.sum + ($1.isFrozen ? $1.main : $1.base) }
  }
}
