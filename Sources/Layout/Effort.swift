/// What laying out a document took so far, and what it may take at most.
///
/// Passes depend on the document alone, so that a limit on them holds alike on every machine; the time is there for what
/// they do not count.
package struct Effort: Hashable, Sendable {
  /// Boxes of the tree.
  package var boxes = 0
  /// How often a box was laid out, measuring and pages that were set once more included.
  package var passes = 0
  /// Lines that were built, the same way.
  package var lines = 0
  /// Fragments on all pages.
  package var fragments = 0

  var mostPasses = Int.max
  var deadline = ContinuousClock.now + .seconds(86_400)

  init() {}

  init(_ limits: LayoutEngine.Limits, boxes: Int) {
    self.boxes = boxes
    mostPasses = max(limits.passes, limits.passesPerBox * boxes)
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

extension Flow {
  /// Counts one pass over a box; false where a limit was passed, after which nothing more is set.
  mutating func mayLayOut(_ box: BoxID) -> Bool {
    effort.passes += 1
    guard failure == nil else { return false }
    if effort.passes > effort.mostPasses {
      fail(.tooManyPasses, "Laying the document out takes more than \(effort.mostPasses) passes over its boxes.", box)
    } else if effort.passes & 0x3FF == 0, .now > effort.deadline {
      fail(.tookTooLong, "Laying the document out takes too long.", box)
    }
    return failure == nil
  }
}
