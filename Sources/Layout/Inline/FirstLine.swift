import Style

/// The first line of a block with a `::first-line` style (css-pseudo-4 §2.1).
extension LayoutContext {
  /// Lays out the first line from the first-line content. The returned end refers to the content of the other lines.
  mutating func layoutFirstLine(_ breaker: inout LineBreaker, content: UInt32, y: Double) -> (Line, BuiltLine) {
    measureInlineBoxes(content, width: breaker.space.width)
    let others = (breaker.inline, breaker.shaped)
    (breaker.inline, breaker.shaped) = (content, shape(content))
    var (line, built) = fillAndBuildLine(&breaker, from: InlinePosition(byte: 0, item: breaker.placedItems), y: y)
    (breaker.inline, breaker.shaped) = others
    let own = tree.inlines[Int(content)]
    line.end.byte =
      line.end.byte >= UInt32(byteCount(of: content))
      ? UInt32(byteCount(of: others.0))
      : own.position(of: line.end.byte, in: tree.inlines[Int(others.0)])
    return (line, built)
  }
}
