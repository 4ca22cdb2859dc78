import Style

/// Replaced boxes, and boxes with the alternative text of an image.
extension LayoutContext {
  mutating func layoutReplaced(_ box: BoxID, space: ConstraintSpace) -> BlockResult {
    var edges = usedEdges(tree[box].style, containerWidth: space.width)
    let size = replacedSize(box, edges: edges, space: space)
    edges.contentWidth = size.width
    if turn(of: box) != nil {
      edges.margin.left = spaceLeftOfTurnedContent(box, free: space.width - size.width)
    } else {
      distribute(space.width - edges.borderBoxWidth, to: &edges.margin, of: box)
    }
    let height = edges.top + size.height + edges.bottom
    guard keepsWhole(height, in: space.fragmentainer) else { return .doesNotFit }
    let fragment = addFragment(box, edges: edges)
    page.fragments[fragment].height = height
    if let turn = turn(of: box) {
      layoutTurned(box, turn, size: size, into: fragment, space.mode)
    } else {
      let area = Rect(x: edges.left, y: edges.top, width: size.width, height: size.height)
      page.fragments[fragment].content = .image(.init(replaced: tree[box].payload, area: area))
      layoutForeignObjects(of: box, in: area, into: fragment, space.mode)
    }
    var result = BlockResult(fragment: fragment, height: height, marginLeft: edges.margin.left)
    result.endMargin.add(edges.margin.bottom)
    return result
  }

  /// Adds a thin grey line along the edges of a box whose image cannot be shown.
  mutating func addOutline(_ box: FragmentID) {
    let (width, height) = (page.fragments[box].width, page.fragments[box].height)
    let grey = Color(red: 0.6, green: 0.6, blue: 0.6)
    for side in [
      Rect(x: 0, y: 0, width: width, height: 0.75), Rect(x: 0, y: height - 0.75, width: width, height: 0.75),
      Rect(x: 0, y: 0, width: 0.75, height: height), Rect(x: width - 0.75, y: 0, width: 0.75, height: height),
    ] {
      let rule = page.fragments.add(
        .init(
          width: side.width, height: side.height, style: page.fragments[box].style, node: .none, box: .none,
          content: .fragment(.rule(style: .solid, color: grey))))
      page.fragments.append(rule, to: box, x: side.x, y: side.y)
    }
  }
}
