import Layout

/// What is painted together, and how it is clipped.
extension PaintOrder {
  /// What is painted atomically.
  struct Context {
    /// Its fragment; `none` for the page.
    var root: Index
    /// The clip of its root.
    var clip: Index
    /// Whether it is a stacking context in which others are blended, which must be painted as a group, so that they are
    /// not blended with what is below it (compositing-1 §2.1). The page is such a group anyway.
    var isIsolated = false
    /// 0 for `auto`, and if `z-index` does not apply.
    var zIndex: Int32 = 0
    /// Contexts with a negative, zero and positive z-index, in tree order until `sortByZIndex`.
    var negatives: ContiguousArray<Index> = []
    var zeros: ContiguousArray<Index> = []
    var positives: ContiguousArray<Index> = []
    /// Fragments of in-flow block-level boxes.
    var blocks: ContiguousArray<Index> = []
    var floats: ContiguousArray<Index> = []
    var inlines: ContiguousArray<Step> = []
    var outlines: ContiguousArray<Index> = []
  }

  /// A step of painting a context's inline level.
  enum Step {
    case fragment(Index)
    case context(Index)
  }

  /// A clip to the padding box of a fragment, within another clip.
  struct Clip {
    var fragment: Index
    var parent: Index
  }
}

extension PaintOrder.Context {
  /// Adds a context that is painted in this one.
  mutating func add(_ context: PaintOrder.Index, zIndex: Int32) {
    if zIndex < 0 {
      negatives.append(context)
    } else if zIndex > 0 {
      positives.append(context)
    } else {
      zeros.append(context)
    }
  }
}
