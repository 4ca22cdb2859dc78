import Layout
import Style

/// The order in which a page's fragments are painted (CSS 2.2 appendix E), found in one pass over the flat tree.
///
/// A **context** is what is painted atomically: a stacking context, or one of the boxes that appendix E paints as if they were
/// one (floats, positioned boxes without a z-index, inline-blocks, flex items). Positioned descendants of the latter belong
/// to the nearest true stacking context.
struct PaintOrder {
  typealias Index = Int32
  static let none: Index = -1

  struct Context {
    /// The fragment it stands for; `none` for the page.
    var root: Index
    /// The clip that holds around the root itself.
    var clip: Index
    /// 0 for `auto`, and where `z-index` does not apply.
    var zIndex: Int32 = 0
    /// Contexts below, at and above the flow's level, in tree order until `sortByZIndex`.
    var negatives: ContiguousArray<Index> = []
    var zeros: ContiguousArray<Index> = []
    var positives: ContiguousArray<Index> = []
    /// Fragments of in-flow block-level boxes.
    var blocks: ContiguousArray<Index> = []
    var floats: ContiguousArray<Index> = []
    var inlines: ContiguousArray<Step> = []
    var outlines: ContiguousArray<Index> = []
  }

  enum Step {
    case fragment(Index)
    case context(Index)
  }

  /// The padding box of one fragment, within another clip.
  struct Clip {
    var fragment: Index
    var parent: Index
  }

  /// `contexts[0]` is the page.
  private(set) var contexts: ContiguousArray<Context> = [Context(root: none, clip: none)]
  private(set) var clips: ContiguousArray<Clip> = []
  /// The clip of each fragment from `firstClipped` on; before the first box that clips there are none.
  private var clipOfFragment: ContiguousArray<Index> = []
  private var firstClipped = Int.max

  func clip(of fragment: Index) -> Index {
    Int(fragment) < firstClipped ? Self.none : clipOfFragment[Int(fragment) - firstClipped]
  }

  /// Contexts nested deeper than this are painted as if they were ordinary boxes, so that painting, which recurses over
  /// contexts, cannot run out of stack.
  static let maximumDepth = 128

  /// An open box of the flat tree.
  private struct Ancestor {
    var end: UInt32
    var node: UInt32
    /// What its children are painted with, and the stacking context they belong to.
    var context: Index
    var stacking: Index
    var depth: Int32
    /// The clips of its in-flow, absolutely positioned and fixed descendants.
    var flowClip = PaintOrder.none
    var absoluteClip = PaintOrder.none
    var fixedClip = PaintOrder.none
    var isFlexContainer = false
  }

  init(_ fragments: ContiguousArray<Fragment>, traits: ContiguousArray<StyleTraits>) {
    var open = ContiguousArray<Ancestor>()
    var parent = Ancestor(end: .max, node: .max, context: 0, stacking: 0, depth: 0)
    for number in fragments.indices {
      while number >= parent.end { parent = open.removeLast() }
      add(fragments[number], Index(number), traits[Int(fragments[number].style.index)], &parent, &open)
    }
    sortByZIndex()
  }

  private mutating func add(
    _ fragment: Fragment, _ index: Index, _ traits: StyleTraits, _ parent: inout Ancestor,
    _ open: inout ContiguousArray<Ancestor>
  ) {
    let flags = traits.flags
    var isBox = false
    var isBlock = false
    switch fragment.content {
    case .box, .group, .fieldset:
      isBox = true
      isBlock = !flags.contains(.inlineLevel) || flags.contains(.atomicInline)
    case .inlineBox: isBox = true
    case .image, .generated, .control: isBox = true
    case .canvas: isBox = true
    case .collapsedBox:
      isBox = true
      isBlock = !flags.contains(.inlineLevel) || flags.contains(.atomicInline)
    case .background, .layer, .rule: isBlock = true
    case .text, .bullet: break
    }

    // A box with a wrapper around it (a table within its captions' box) shares the wrapper's style; the wrapper has
    // taken the position, float and opacity already.
    let isWrapped = !fragment.node.isNone && fragment.node.index == parent.node
    var context = parent.context
    var stacking = parent.stacking
    var opensContext = false
    let clip =
      !isBox || !flags.contains(.absolute)
      ? parent.flowClip : flags.contains(.fixed) ? parent.fixedClip : parent.absoluteClip

    if isBox, !isWrapped, parent.depth < Self.maximumDepth, let kind = contextKind(fragment, flags, parent) {
      opensContext = true
      context = Index(contexts.count)
      contexts.append(Context(root: index, clip: clip))
      switch kind {
      case .stacking:
        stacking = context
        // A static box with, say, an opacity below 1 stays at level 0.
        let hasZIndex = flags.contains(.positioned) || parent.isFlexContainer
        contexts[Int(context)].zIndex = hasZIndex ? traits.zIndex : 0
        contexts[Int(parent.stacking)].add(context, zIndex: contexts[Int(context)].zIndex)
      case .positioned: contexts[Int(parent.stacking)].zeros.append(context)
      case .float: contexts[Int(parent.context)].floats.append(context)
      case .inline: contexts[Int(parent.context)].inlines.append(.context(context))
      }
    } else if !flags.contains(.hidden) {
      addStep(fragment, index, isBlock: isBlock, isDecorated: flags.contains(.decorated), to: Int(context))
    }
    if isBox, flags.contains(.outlined), !flags.contains(.hidden), !isWrapped {
      contexts[Int(context)].outlines.append(index)
    }

    var inner = Ancestor(
      end: fragment.subtreeEnd, node: fragment.node.index, context: context, stacking: stacking,
      depth: parent.depth + (opensContext ? 1 : 0))
    inner.flowClip = clip
    inner.absoluteClip = parent.absoluteClip
    inner.fixedClip = parent.fixedClip
    if isBox {
      inner.isFlexContainer = flags.contains(.flexContainer)
      if flags.contains(.clips), !isTableWrapper(fragment, flags) {
        firstClipped = min(firstClipped, Int(index))
        inner.flowClip = Index(clips.count)
        clips.append(Clip(fragment: index, parent: clip))
      }
      if flags.contains(.positioned) || flags.contains(.transformed) { inner.absoluteClip = inner.flowClip }
      if flags.contains(.transformed) { inner.fixedClip = inner.flowClip }
    }
    if firstClipped <= Int(index) { clipOfFragment.append(clip) }
    if fragment.subtreeEnd > UInt32(index) + 1 {
      // A child may not outlive its parent, whatever the tree says.
      inner.end = min(inner.end, parent.end)
      open.append(parent)
      parent = inner
    }
  }

  /// The box around a table and its captions, which has the table's style and does not clip.
  private func isTableWrapper(_ fragment: Fragment, _ flags: StyleTraits.Flags) -> Bool {
    guard flags.contains(.table), case .group = fragment.content else { return false }
    return true
  }

  private enum ContextKind { case stacking, positioned, float, inline }

  private func contextKind(_ fragment: Fragment, _ flags: StyleTraits.Flags, _ parent: Ancestor) -> ContextKind? {
    if case .canvas = fragment.content { return .stacking }
    if flags.contains(.stacking) { return .stacking }
    // z-index applies to flex and grid items as well (css-flexbox-1 §4.3).
    if flags.contains(.hasZIndex), flags.contains(.positioned) || parent.isFlexContainer { return .stacking }
    if flags.contains(.positioned) { return .positioned }
    if flags.contains(.floating) { return .float }
    guard flags.contains(.atomicInline) || parent.isFlexContainer else { return nil }
    // A replaced box is atomic as it is.
    return switch fragment.content {
    case .image, .generated, .control: nil
    default: .inline
    }
  }

  /// A box that draws nothing takes no step.
  private mutating func addStep(_ fragment: Fragment, _ index: Index, isBlock: Bool, isDecorated: Bool, to context: Int)
  {
    switch fragment.content {
    case .group, .canvas: break
    case .box, .fieldset, .background, .layer, .collapsedBox:
      guard isDecorated else { break }
      if isBlock { contexts[context].blocks.append(index) } else { contexts[context].inlines.append(.fragment(index)) }
    case .inlineBox:
      if isDecorated { contexts[context].inlines.append(.fragment(index)) }
    case .rule: contexts[context].blocks.append(index)
    case .text, .image, .generated, .control, .bullet: contexts[context].inlines.append(.fragment(index))
    }
  }

  /// By z-index, and by tree order among equals.
  private mutating func sortByZIndex() {
    guard contexts.contains(where: { $0.negatives.count > 1 || $0.positives.count > 1 }) else { return }
    let levels = contexts.map(\.zIndex)
    for index in contexts.indices {
      contexts[index].negatives.sort { (levels[Int($0)], $0) < (levels[Int($1)], $1) }
      contexts[index].positives.sort { (levels[Int($0)], $0) < (levels[Int($1)], $1) }
    }
  }
}

extension PaintOrder.Context {
  fileprivate mutating func add(_ context: PaintOrder.Index, zIndex: Int32) {
    if zIndex < 0 {
      negatives.append(context)
    } else if zIndex > 0 {
      positives.append(context)
    } else {
      zeros.append(context)
    }
  }
}
