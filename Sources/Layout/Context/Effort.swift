/// The work that laying out a document has taken so far, and its limits.
///
/// The number of passes depends on the document alone, so that a limit on it has the same effect on every machine. The time
/// limit covers work that passes do not count.
package struct Effort: Hashable, Sendable {
  /// Boxes of the tree.
  package var boxes = 0
  /// How often a box was laid out, including measuring and pages that were laid out again.
  package var passes = 0
  /// Lines that were built, counted in the same way.
  package var lines = 0
  /// Fragments on all pages.
  package var fragments = 0
  /// Columns that were laid out, including those tried for balancing.
  var columnPasses = 0

  var maxPasses = Int.max
  var deadline = ContinuousClock.now + .seconds(86_400)

  init() {}

  init(_ limits: LayoutEngine.Limits, boxes: Int) {
    self.boxes = boxes
    maxPasses = max(limits.passes, limits.passesPerBox * boxes)
    deadline = .now + limits.time
  }

  package static func == (a: Effort, b: Effort) -> Bool {
    (a.boxes, a.passes, a.lines, a.fragments) == (b.boxes, b.passes, b.lines, b.fragments)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(passes)
    hasher.combine(lines)
  }
}

extension LayoutContext {
  /// Counts one pass over a box. False once a limit is exceeded.
  mutating func countPass(_ box: BoxID) -> Bool {
    effort.passes += 1
    guard failure == nil else { return false }
    if effort.passes > effort.maxPasses {
      fail(.tooManyPasses, "Laying the document out takes more than \(effort.maxPasses) passes over its boxes.", box)
    } else if effort.passes & 0x3FF == 0, .now > effort.deadline {
      fail(.tookTooLong, "Laying the document out takes too long.", box)
    }
    return failure == nil
  }
}
