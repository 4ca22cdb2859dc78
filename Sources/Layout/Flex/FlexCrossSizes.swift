import Style

/// The cross sizes of lines and items (css-flexbox-1 §9.4).
extension LayoutContext {
  mutating func setCrossSizes(
    _ lines: inout FlexLines, _ space: FlexSpace, struts: [FlexStrut], heights: ContainerHeights
  ) {
    let axes = lines.axes
    for index in lines.items.indices {
      guard !axes.isColumn else { continue }
      var inner = space.block
      inner.borderBoxWidth = lines.items[index].main
      let natural = measure(lines.items[index].box, space: inner)
      lines.items[index].natural = natural
      lines.items[index].cross = natural.height
    }
    for index in lines.lines.indices { setCrossSize(&lines, line: index) }
    var line = 0
    for strut in struts {
      while lines.lines[line].items.upperBound < strut.preceding { line += 1 }
      lines.lines[line].cross = max(lines.lines[line].cross, strut.cross)
    }
    guard !axes.wraps, !lines.lines.isEmpty else { return }
    lines.lines[0].cross = axes.isColumn ? lines.width : heights.height(for: lines.lines[0].cross)
  }

  /// The cross size of a line, from its items (§9.4 step 8).
  private func setCrossSize(_ lines: inout FlexLines, line: Int) {
    var largest = 0.0
    var first = (above: 0.0, below: 0.0)
    var last = (above: 0.0, below: 0.0)
    for item in lines.items[lines.lines[line].items] {
      guard let above = item.aboveBaseline(lines.axes) else {
        largest = max(largest, item.outerCross)
        continue
      }
      if item.alignment == .firstBaseline {
        first = (max(first.above, above), max(first.below, item.outerCross - above))
      } else {
        last = (max(last.above, above), max(last.below, item.outerCross - above))
      }
    }
    lines.lines[line].cross = max(0, largest, first.above + first.below, last.above + last.below)
    lines.lines[line].firstBaseline = first.above
    lines.lines[line].lastBaseline = last.above
  }

  /// Stretched items (§9.4 step 11).
  mutating func stretchItems(_ lines: inout FlexLines, _ space: FlexSpace) {
    for line in lines.lines {
      for index in line.items where lines.items[index].isStretched {
        let item = lines.items[index]
        lines.items[index].cross = stretchedCross(item, max(0, line.cross - item.crossMargins.sum), space)
        lines.items[index].fillsLine = true
      }
    }
  }

  private mutating func stretchedCross(_ item: FlexItem, _ cross: Double, _ space: FlexSpace) -> Double {
    let outside = space.axes.isColumn ? item.edges.left + item.edges.right : item.edges.top + item.edges.bottom
    let inner = max(0, cross - outside)
    return outside
      + (space.axes.isColumn
        ? constrainWidth(inner, item.box, edges: item.edges, space: space.block)
        : constrainHeight(inner, item.box, edges: item.edges, space: space.block))
  }
}

extension FlexItem {
  /// From the margin edge at the line's start (its end for a last baseline) to the baseline with which the item
  /// participates in baseline alignment (§8.3). Returns nil if it does not.
  func aboveBaseline(_ axes: FlexAxes) -> Double? {
    guard let natural, !crossMargins.hasAuto, alignment == .firstBaseline || alignment == .lastBaseline else {
      return nil
    }
    let isFirst = alignment == .firstBaseline
    let baseline = (isFirst ? natural.firstBaseline : natural.lastBaseline) ?? natural.height
    // Measured from the top, or from the bottom if the line starts there or the last baseline is meant.
    let isFromTop = isFirst != axes.reversesWrap
    let top = axes.crossIsNegative ? crossMargins.end : crossMargins.start
    let bottom = axes.crossIsNegative ? crossMargins.start : crossMargins.end
    return isFromTop ? top + baseline : bottom + natural.height - baseline
  }
}
