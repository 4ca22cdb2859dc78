import Style

/// The size of a box laid out in one piece, px of the border box.
struct MeasuredBlock {
  /// The inputs of the result.
  fileprivate struct Inputs: Equatable {
    var width: Double
    var height: Double?
    var borderBoxWidth: Double?
    var borderBoxHeight: Double?
    var hasIndefiniteHeight: Bool
    var ignoresHeight: Bool
  }
  fileprivate var inputs: Inputs
  var width: Double
  var height: Double
  /// The height determined by the content alone.
  var contentHeight: Double
  var firstBaseline: Double?
  var lastBaseline: Double?
}

extension LayoutContext {
  /// Lays out a box in one piece to measure it, once for each space. Without this cache, nested containers that
  /// measure their items would take time exponential in their depth.
  mutating func measure(_ box: BoxID, space: ConstraintSpace) -> MeasuredBlock {
    let inputs = MeasuredBlock.Inputs(
      width: space.width, height: space.height, borderBoxWidth: space.borderBoxWidth,
      borderBoxHeight: space.borderBoxHeight, hasIndefiniteHeight: space.hasIndefiniteHeight,
      ignoresHeight: space.ignoresHeight)
    if let known = caches.measuredBlocks[box]?.first(where: { $0.inputs == inputs }) { return known }
    var space = space
    space.fragmentainer = nil
    space.isContextRoot = true
    space.mode = .measure
    let before = page.fragments.checkpoint
    let result = layout(box, space: space, from: nil)
    let width = result.fits ? page.fragments[result.fragment].width : 0
    page.fragments.rewind(to: before)
    let measured = MeasuredBlock(
      inputs: inputs, width: width, height: result.height, contentHeight: result.naturalHeight,
      firstBaseline: result.firstBaseline, lastBaseline: result.lastBaseline)
    // One layout of the parent uses a few different spaces.
    if caches.measuredBlocks[box, default: []].count >= 6 { caches.measuredBlocks[box]?.removeFirst() }
    caches.measuredBlocks[box, default: []].append(measured)
    return measured
  }
}
