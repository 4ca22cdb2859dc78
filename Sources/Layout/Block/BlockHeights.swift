import Style

/// The heights of a block container whose content is laid out, px.
struct BlockHeights {
  /// The content on this page, with the margin below it as far as the page reaches.
  var content: Double
  /// The part of it that must not be cut.
  var unbroken: Double
  /// The content height of all parts of the box.
  var total: Double
  /// The rest of `total` for this page and later ones.
  var rest: Double
  /// The rest of `total` for this page and later ones, with the end padding and border.
  var restWithEdges: Double
  /// The end margin adjoins that of the last child.
  var adjoinsEnd: Bool
  /// The height does not grow with the content.
  var isFixed: Bool
  /// The height is definite, and content that breaks push down makes the box higher.
  var grows: Bool
}

/// The heights of block containers from their content, their properties and the end of the page.
extension LayoutContext {
  mutating func heights(_ builder: BoxFragmentBuilder, _ part: BlockPart) -> BlockHeights {
    let (box, space, edges, definite) = (part.box, part.space, part.edges, part.definiteHeight)
    let isOpen = !part.isRoot && edges.bottom == 0 && definite == nil && !builder.endsCleared
    let end = marginEnd(builder, part)
    let content = isOpen ? builder.bottom : builder.bottom(truncatedAt: end)
    let flowed = part.consumed + content
    // As in browsers, the margin of the last child is lost if `min-height` or `max-height` changes the height. CSS 2.2
    // §8.3.1 only says that it does not adjoin if `min-height` is not zero.
    let adjoinsEnd = isOpen && constrainHeight(flowed, box, edges: edges, space: space) == flowed
    let grows =
      definite != nil
      && (space.growsWithContent && (part.isResumed || builder.next != nil) || growsBeyondRatio(box, space: space)
        || self[box].box.minHeight.isIntrinsic)
    // The least height of a box whose height follows from a ratio is that which it would have by its content
    // (css-sizing-4 §5.1.3), without a margin at the end that would then adjoin its own. What breaks push down in a flex
    // or grid container takes the free space below it first.
    let least =
      !part.isRoot && edges.bottom == 0 && growsBeyondRatio(box, space: space)
      ? part.consumed + builder.bottom : part.consumed + min(content, builder.contentBottom ?? .infinity)
    var total =
      definite.map { grows ? constrainHeight(max($0, least), box, edges: edges, space: space) : $0 }
      ?? constrainHeight(flowed, box, edges: edges, space: space)
    if definite != nil, !grows, self[box].box.maxHeight.isIntrinsic { total = min(total, max(0, flowed)) }
    if let ended = part.endedHeight, definite == nil || grows { total = ended }
    let whole = builder.contentBottom ?? builder.bottomWithMargin
    if cutsGivenHeight(builder, part), total - part.consumed <= whole + Fragmentainer.tolerance {
      total = min(total, flowed)
    }
    let rest = max(0, total - part.consumed)
    let isFull =
      definite == nil && builder.next != nil && flowed >= greatestHeight(box, edges: edges, space: space)
    return BlockHeights(
      content: content, unbroken: builder.contentBottom ?? builder.bottom(truncatedAt: 0),
      total: total, rest: rest,
      // A break can also cut off the end padding and border, unless each part has them.
      restWithEdges: part.clonesEdges ? rest + edges.bottom : max(0, total + edges.bottom - part.consumed),
      adjoinsEnd: adjoinsEnd, isFixed: definite != nil && !grows || isFull, grows: grows)
  }

  /// Whether the end of the page truncates a height that the parent determines from the content, which includes the
  /// margin below it.
  private func cutsGivenHeight(_ builder: BoxFragmentBuilder, _ part: BlockPart) -> Bool {
    builder.next == nil && part.space.borderBoxHeight != nil && part.edges.bottom == 0
  }

  /// Where a break truncates the margin below the content, from the content edge; infinite if none does.
  private func marginEnd(_ builder: BoxFragmentBuilder, _ part: BlockPart) -> Double {
    guard builder.next == nil, let fragmentainer = part.space.fragmentainer else { return .infinity }
    return fragmentainer.height - fragmentainer.offset - builder.y - part.clonedBottom
  }
}
