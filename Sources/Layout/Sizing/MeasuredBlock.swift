import Style

/// What a box's layout comes to where it is not broken and its fragments do not matter, px of the border box.
struct MeasuredBlock {
  /// All that the result depends on.
  fileprivate struct Inputs: Equatable {
    var width: Double
    var height: Double?
    var borderBoxWidth: Double?
    var borderBoxHeight: Double?
  }
  fileprivate var inputs: Inputs
  var width: Double
  var height: Double
  /// The height that the content alone asks for.
  var contentHeight: Double
  var firstBaseline: Double?
  var lastBaseline: Double?
}

extension Flow {
  /// Lays a box out by itself to see how high it gets, once for each space: nested containers that measure their items
  /// would take time exponential in their depth otherwise.
  mutating func measure(_ box: BoxID, space: BlockSpace) -> MeasuredBlock {
    let inputs = MeasuredBlock.Inputs(
      width: space.width, height: space.height, borderBoxWidth: space.borderBoxWidth,
      borderBoxHeight: space.borderBoxHeight)
    if let known = measuredBlocks[box]?.first(where: { $0.inputs == inputs }) { return known }
    var space = space
    space.page = nil
    space.isContextRoot = true
    let before = fragments.entries.count
    let wasMeasuring = isMeasuring
    isMeasuring = true
    let result = layout(box, space: space, from: nil)
    isMeasuring = wasMeasuring
    let width = result.fits ? fragments[result.fragment].width : 0
    fragments.entries.removeSubrange(before...)
    let measured = MeasuredBlock(
      inputs: inputs, width: width, height: result.height, contentHeight: result.naturalHeight,
      firstBaseline: result.firstBaseline, lastBaseline: result.lastBaseline)
    // The few spaces that one layout of the parent tries.
    if measuredBlocks[box, default: []].count >= 4 { measuredBlocks[box]?.removeFirst() }
    measuredBlocks[box, default: []].append(measured)
    return measured
  }
}
