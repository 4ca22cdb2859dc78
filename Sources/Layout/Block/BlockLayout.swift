import Style

/// Block containers and block-level boxes in normal flow (CSS 2.2 §9.4.1, §10.6; css-break-3).
extension LayoutContext {
  /// Boxes nested deeper than this are left out, with a warning.
  static let maxBoxDepth = 400

  /// Lays out the part of a box on one page, from where the previous page stopped.
  mutating func layout(_ box: BoxID, space: ConstraintSpace, from token: BreakToken?) -> BlockResult {
    nesting.boxes += 1
    defer { nesting.boxes -= 1 }
    guard nesting.boxes < Self.maxBoxDepth, nesting.stack.hasSpace else { return emptyResult(box) }
    guard countPass(box) else { return BlockResult(fragment: addFragment(box, width: 0)) }
    let result = layoutByKind(box, space: space, from: token)
    // After a limit is exceeded, nothing may fit even where a part must be placed. Callers rely on a fragment there.
    guard result.fits || failure == nil else { return BlockResult(fragment: addFragment(box, width: 0)) }
    return result
  }

  private mutating func layoutByKind(_ box: BoxID, space: ConstraintSpace, from token: BreakToken?) -> BlockResult {
    switch tree[box].kind {
    case .replaced: return layoutMonolithic(box, space: space, from: token)
    case .table: return layoutTable(box, space: space, from: token)
    default:
      return isMonolithic(box)
        ? layoutMonolithic(box, space: space, from: token) : layoutBlock(box, space: space, from: token)
    }
  }

  private mutating func emptyResult(_ box: BoxID) -> BlockResult {
    warn(
      "boxes_nested_too_deep",
      "Boxes are nested deeper than \(min(nesting.boxes, Self.maxBoxDepth)); the innermost are left out", box)
    return BlockResult(fragment: addFragment(box, width: 0))
  }

  mutating func addFragment(_ box: BoxID, width: Double) -> FragmentID {
    var entry = FragmentArena.Entry(
      width: width, height: 0, style: tree[box].style, node: tree[box].node, box: box, content: .fragment(.box))
    entry.link = tree[box].link
    return page.fragments.add(entry)
  }

  // MARK: - Block containers

  mutating func layoutBlock(_ box: BoxID, space: ConstraintSpace, from token: BreakToken?) -> BlockResult {
    var part = BlockPart(
      box: box, space: space, edges: blockEdges(box, space: space),
      isRoot: space.isContextRoot || establishesContext(box), clonesEdges: self[box].box.cloneDecoration, token: token)
    if part.clonesEdges, edgesFill(space.fragmentainer, part.edges, of: box) { part.clonesEdges = false }
    let checkpoint = page.fragments.checkpoint
    let (floats, limit, breaks) = (page.floats.last?.mark, page.lineLimit, page.breaks)
    var first = part
    let result = layout(&first, from: token)
    if result.fits { return result }
    page.fragments.rewind(to: checkpoint)
    guard first.canEndInTopEdge else { return result }
    if let floats { page.innermostFloats.rewind(to: floats) }
    (page.lineLimit, page.breaks) = (limit, breaks)
    (part.endsInTopEdge, part.clonesEdges) = (true, false)
    return layout(&part, from: token)
  }

  /// Lays out a part. With a legend its top border becomes higher.
  private mutating func layout(_ part: inout BlockPart, from token: BreakToken?) -> BlockResult {
    let (box, space) = (part.box, part.space)
    let fragment = addFragment(box, edges: part.edges)
    part.definiteHeight = definiteHeight(of: &part, in: fragment)
    let outerLimit = page.lineLimit
    if part.isRoot {
      page.floats.append(FloatContext())
      page.lineLimit = self[box].box.lineLimit.map { LineLimit(box: box, remaining: Int($0)) }
    }
    defer {
      if part.isRoot {
        page.floats.removeLast()
        page.lineLimit = outerLimit
      }
    }

    var builder = BoxFragmentBuilder(x: part.edges.left, y: part.top, fragment: fragment)
    // The margin of the first child is cut off after a break.
    builder.adjoinsStart = part.startsContent && part.isResumed || !part.isRoot && part.edges.top == 0
    let shift = markerShift(of: part)
    layoutContent(of: part, into: &builder, from: token)
    guard builder.fits else { return .doesNotFit }
    if self[box].box.containment.contains(.size) {
      builder.bottom = self[box].box.containedHeight ?? 0
    } else if part.isRoot, builder.next == nil || builder.onlyParallel && !builder.hasOpenFloats,
      let bottom = page.floats.last?.bottom(.both)
    {
      builder.bottomWithoutMargin = max(builder.bottom, bottom)
      builder.bottom = max(builder.bottomWithMargin, bottom)
      builder.margin = MarginStrut()
    }
    if part.startsContent, !part.endsInTopEdge {
      placeMarker(of: box, edges: part.edges, shift: shift, space: space, into: &builder)
    }
    defer { if tree[box].isMissingImage { addOutline(fragment) } }
    return finish(builder, part)
  }

  /// Whether the edges of a box that each of its parts has (`box-decoration-break: clone`) would leave no space for a line
  /// on a page that starts with it. That part has them as if they were not repeated.
  mutating func edgesFill(_ fragmentainer: Fragmentainer?, _ edges: UsedEdges, of box: BoxID) -> Bool {
    guard let fragmentainer, fragmentainer.mustProgress else { return false }
    return !fragmentainer.fits(edges.top + lineHeight(tree[box].style) + edges.bottom)
  }

  /// The definite content height, less the height that a fieldset's legend takes. Lays the legend out, which makes the
  /// top border higher.
  private mutating func definiteHeight(of part: inout BlockPart, in fragment: FragmentID) -> Double? {
    let beforeLegend = page.fragments.checkpoint
    let legend = tree.legends.isEmpty ? nil : layoutLegend(of: part.box, &part.edges, space: part.space)
    let definite = part.space.ignoresHeight ? nil : definiteHeight(part.box, edges: part.edges, space: part.space)
    let height = definite.map { leastHeight($0, ofContainer: part.box, edges: part.edges, space: part.space) }
    guard let legend else { return height }
    part.hasLegend = true
    if part.isResumed { page.fragments.rewind(to: beforeLegend) } else { place(legend, in: fragment) }
    guard let height, self[part.box].box.boxSizing == .contentBox, part.space.borderBoxHeight == nil else {
      return height
    }
    return max(0, height - legend.spill)
  }

  /// What percentages of heights in a box of automatic height refer to, if not to that box: in anonymous blocks, and in
  /// quirks mode in all blocks, its containing block (Quirks Mode Standard §3.5). There, the root and `body` fill the page
  /// area (§3.6, §3.7). Lines of turned contents would be as long as that height.
  private func passedHeight(_ box: BoxID, _ edges: UsedEdges, _ space: ConstraintSpace) -> Double? {
    guard let height = space.height else { return nil }
    if isAnonymousBlock(box) { return height }
    guard document.document.isQuirky, tree[box].kind == .block, !hasTurnedContent(box) else { return nil }
    let style = self[box].box
    guard style.height == .auto, style.position == .static || style.position == .relative else { return nil }
    if fillsPage(box) {
      return max(0, height - edges.margin.top - edges.top - edges.bottom - edges.margin.bottom)
    }
    return !tree[box].parent.isNone && tree[tree[box].parent].kind == .block ? height : nil
  }

  /// Whether a box is that of the root or of `body`.
  private func fillsPage(_ box: BoxID) -> Bool {
    let (node, root) = (tree[box].node, document.document.documentElement)
    guard !node.isNone, !tree[box].isAnonymous else { return false }
    return node == root || document.document[node].name == .body && document.document[node].parent == root
  }

  /// The constraint space of the content.
  private mutating func contentSpace(of part: BlockPart) -> ConstraintSpace {
    let (box, space, edges) = (part.box, part.space, part.edges)
    // The `height` of a cell is only a minimum, but percentages in the cell refer to it (css-tables-3 §3.10.6).
    let basis =
      tree[box].kind == .cell
      ? part.definiteHeight
        ?? contentHeight(self[box].box.height, box, edges: edges, space: ConstraintSpace(width: space.width))
      : space.hasIndefiniteHeight ? nil : part.definiteHeight ?? passedHeight(box, edges, space)
    var inner = space.child(
      width: edges.contentWidth, height: basis ?? lineLengthByPercentage(of: box, edges: edges, space: space))
    inner.contextX = part.isRoot ? 0 : space.contextX + edges.margin.left + edges.left
    inner.contextY = part.isRoot ? 0 : space.contextY + part.top
    inner.allowsSpanners = space.allowsSpanners && !part.isRoot
    let isBelowEdge = part.canEndInTopEdge
    inner.fragmentainer = contentFragmentainer(
      of: box, (isBelowEdge ? space.fragmentainer?.belowEdge() : space.fragmentainer)?.moved(by: part.top),
      reserve: part.definiteHeight == nil || part.exceedsPage ? part.clonedBottom : 0)
    // The lines of cells and of the root are not broken either if their number is limited.
    if self[box].box.lineLimit != nil { inner.fragmentainer = nil }
    return inner
  }

  /// Whether a box is an anonymous block in normal flow, which percentages of heights ignore (CSS 2.2 §9.2.1.1).
  private func isAnonymousBlock(_ box: BoxID) -> Bool {
    guard tree[box].isAnonymous, tree[box].kind == .block, self[box].box.display == .block else { return false }
    let parent = tree[box].parent
    return !parent.isNone
      && (tree[parent].kind == .block && !isFlex(parent) && !isGrid(parent) || tree[parent].kind == .cell)
  }

  /// Lays out the content by the box's formatting context.
  private mutating func layoutContent(
    of part: BlockPart, into builder: inout BoxFragmentBuilder, from token: BreakToken?
  ) {
    // Earlier pages hold all the content; only the rest of the height remains.
    if case .remainder? = token?.position { return }
    if part.endsInTopEdge {
      (builder.next, builder.appeal) = (.content, .lastResort)
      return
    }
    let token = part.startsContent ? nil : token
    let (box, edges, space) = (part.box, part.edges, part.space)
    let inner = contentSpace(of: part)
    if isFormula(box) {
      layoutFormula(of: box, into: &builder, space: inner)
    } else if isMulticol(box) {
      let extent = (part.definiteHeight ?? greatestHeight(box, edges: edges, space: space)) - part.consumed
      let least = part.definiteHeight ?? constrainHeight(0, box, edges: edges, space: space)
      layoutColumns(
        of: box, into: &builder, space: inner, from: token, extent: max(0, extent), least: least - part.consumed,
        isAutoHeight: part.definiteHeight == nil)
    } else if tree[box].hasLines {
      layoutLines(of: box, into: &builder, space: inner, from: token)
    } else if isGrid(box) || isFlex(box) {
      let heights =
        space.ignoresHeight
        ? ContainerHeights()
        : ContainerHeights(
          definite: part.definiteHeight, least: constrainHeight(0, box, edges: edges, space: space),
          most: constrainHeight(.infinity, box, edges: edges, space: space))
      if isGrid(box) {
        layoutGrid(box, into: &builder, space: inner, heights: heights, from: token)
      } else {
        layoutFlex(box, into: &builder, space: inner, heights: heights, from: token)
      }
    } else {
      layoutChildren(of: box, into: &builder, space: inner, from: token)
    }
  }

  /// The fragmentainer as seen by the content of a box.
  ///
  /// - Parameter reserve: the end padding and border, px, if each part of the box has them.
  func contentFragmentainer(of box: BoxID, _ fragmentainer: Fragmentainer?, reserve: Double) -> Fragmentainer? {
    guard var fragmentainer else { return nil }
    fragmentainer.height -= reserve
    if avoidsBreaks(box, in: fragmentainer) { fragmentainer.cap = fragmentainer.cap.nested }
    return fragmentainer
  }
}
