/// Boxes that break independently of their siblings: cells of a row, and items of a flex line or grid row.
extension LayoutContext {
  /// A box in so many others is laid out once on a page: the number of passes doubles with each.
  private static let maximumDepth = 4

  /// Lays out such a box, and again if breaking at an earlier place in it is better (css-break-3 §4.5).
  mutating func layoutParallel(_ box: BoxID, space: ConstraintSpace, from token: BreakToken?) -> BlockResult {
    guard let fragmentainer = space.fragmentainer, fragmentainer.isParallel, nesting.parallelBoxes < Self.maximumDepth
    else { return layout(box, space: space, from: token) }
    var space = space
    space.fragmentainer?.recordBreaks()
    let checkpoint = page.fragments.checkpoint
    nesting.parallelBoxes += 1
    defer { nesting.parallelBoxes -= 1 }
    return withOwnBreakCandidates { context in
      let result = context.layout(box, space: space, from: token)
      guard result.fits, result.token != nil, !result.isParallel, let best = context.page.breaks.best,
        best.appeal > result.appeal
      else { return result }
      context.page.breaks.reset(target: best.place)
      context.page.fragments.rewind(to: checkpoint)
      var better = context.layout(box, space: space, from: token)
      // A break at a target counts as perfect.
      better.appeal = best.appeal
      return better
    }
  }
}
