import Style

/// Block containers that hold lines.
extension LayoutContext {
  mutating func layoutLines(
    of box: BoxID, into builder: inout BoxFragmentBuilder, space: ConstraintSpace, from token: BreakToken?
  ) {
    var start = InlinePosition(byte: 0, item: 0)
    if case .lines(let position)? = token?.position { start = position }
    if let token, !token.floats.isEmpty { resumeParallel(token.floats, into: &builder, space: space) }
    let length = UInt32(byteCount(of: tree[box].inline))
    if start.byte > 0, start.byte >= length { return finishLineFloats(&builder, at: start) }
    let lines = layoutLines(
      of: box, space: space, from: start, into: builder.fragment, x: builder.x, y: builder.y,
      resumed: ResumedLines(
        floatsWait: builder.unfinished.contains { $0.isBefore }, shownOfLine: token?.shownOfLine ?? 0))
    builder.unfinished += lines.floats
    builder.hasOpenFloats = builder.hasOpenFloats || builder.unfinished.contains { !$0.isAtEnd }
    builder.fits = lines.fits
    builder.bottom = lines.height
    builder.firstBaseline = lines.firstBaseline.map { $0 + builder.y }
    builder.lastBaseline = lines.lastBaseline.map { $0 + builder.y }
    if let next = lines.next {
      builder.next = .lines(next)
      builder.appeal = lines.appeal
      builder.lineFloats = builder.unfinished
      builder.shownOfLine = lines.shownOfLine
    } else {
      finishLineFloats(
        &builder, at: InlinePosition(byte: length, item: UInt32(tree.inlines[Int(tree[box].inline)].items.count)))
    }
  }

  /// Sets the break token if all lines are laid out but floats among them continue on the next page.
  private func finishLineFloats(_ builder: inout BoxFragmentBuilder, at end: InlinePosition) {
    guard !builder.unfinished.isEmpty else { return }
    builder.next = .lines(end)
    builder.lineFloats = builder.unfinished
    builder.onlyParallel = true
  }
}
