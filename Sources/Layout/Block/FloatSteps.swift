/// The space between the floats on one side of a block formatting context, below the top of the last float: a stack of
/// steps with decreasing ends and increasing edges, the one that ends first last.
///
/// Steps that others hide, or that end above a later float, are kept so that `FloatContext` can return to an earlier
/// state.
struct FloatSteps {
  /// The edge of the available space, up to a y.
  struct Step {
    var end: Double
    var edge: Double
  }
  /// Where a step is, and how many steps it replaced.
  typealias Insertion = (index: Int, replaced: Int)

  private var steps: ContiguousArray<Step> = []
  /// The steps that were removed, for `remove` and `restoreEnded`.
  private var removed: ContiguousArray<Step> = []

  /// The step that ends first.
  var last: Step? { steps.last }

  /// The step at a y.
  func step(at y: Double) -> Step? {
    // Ends decrease along the array: find the last one that is still below.
    var low = 0
    var high = steps.count
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].end > y + FloatContext.tolerance { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? steps[low - 1] : nil
  }

  /// Adds a step and removes those that it hides. Returns nil if another one hides it.
  mutating func push(_ step: Step) -> Insertion? {
    var index = steps.count
    while index > 0, steps[index - 1].end <= step.end { index -= 1 }
    // A longer step whose edge reaches further hides it.
    if index > 0, steps[index - 1].edge >= step.edge { return nil }
    var hidden = index
    while hidden < steps.count, steps[hidden].edge <= step.edge { hidden += 1 }
    removed.append(contentsOf: steps[index..<hidden])
    steps.replaceSubrange(index..<hidden, with: CollectionOfOne(step))
    return (index, hidden - index)
  }

  /// Removes a step and restores those that it hid.
  mutating func remove(_ step: Insertion) {
    steps.replaceSubrange(step.index...step.index, with: removed.suffix(step.replaced))
    removed.removeLast(step.replaced)
  }

  /// Removes the steps that end above a y. Returns their number.
  mutating func removeEnded(at y: Double) -> Int {
    var count = 0
    while let step = steps.last, step.end <= y + FloatContext.tolerance {
      removed.append(steps.removeLast())
      count += 1
    }
    return count
  }

  /// Restores steps that `removeEnded` removed.
  mutating func restoreEnded(_ count: Int) {
    for _ in 0..<count { steps.append(removed.removeLast()) }
  }
}
