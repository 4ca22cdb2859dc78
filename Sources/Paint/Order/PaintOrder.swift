import Layout
import Style

/// The order in which a page's fragments are painted (CSS 2.2 appendix E), determined in one pass over the flat tree.
///
/// A **context** is painted atomically. It is a stacking context, or one of the boxes that appendix E treats almost
/// like one: floats, positioned boxes without a z-index, inline-blocks, flex items. Positioned descendants of the
/// latter belong to the nearest stacking context.
struct PaintOrder {
  typealias Index = Int32
  static let none: Index = -1

  /// `contexts[0]` is the page.
  private(set) var contexts: ContiguousArray<Context> = [Context(root: none, clip: none)]
  /// The contexts that are painted by a drawing, among its shapes, by the fragment of the drawing.
  private(set) var drawn: [Index: ContiguousArray<Index>] = [:]
  private(set) var clips: ContiguousArray<Clip> = []
  /// The clips of the fragments. Empty on a page without clips.
  private var clipOfFragment: ContiguousArray<Index> = []

  func clip(of fragment: Index) -> Index {
    clipOfFragment.isEmpty ? Self.none : clipOfFragment[Int(fragment)]
  }

  /// The maximum depth of nested contexts. Deeper ones are painted like ordinary boxes, because painting recurses over
  /// contexts and must not exhaust the stack.
  static let maximumDepth = 128

  /// A box of the flat tree whose descendants are being read.
  private struct Ancestor {
    var end: UInt32
    var node: UInt32
    var fragment: Index
    /// The context and the stacking context of its children.
    var context: Index
    var stacking: Index
    var depth: Int32
    /// The clips of its in-flow, absolutely positioned and fixed descendants.
    var flowClip = PaintOrder.none
    var absoluteClip = PaintOrder.none
    var fixedClip = PaintOrder.none
    var isFlexContainer = false
    /// The box itself if it is a drawing.
    var drawing = PaintOrder.none
    /// The level of its child in the stacking context, instead of the child's own `z-index`.
    var level: Int32?
  }

  /// - Parameter moved: the subtrees that are painted at another place, in the order of those at the same place.
  init(
    _ fragments: ContiguousArray<Fragment>, moved: [MovedFragment] = [], traits: ContiguousArray<StyleTraits>
  ) {
    var moved = MovedSubtrees(moved)
    let page = Ancestor(end: .max, node: .max, fragment: Self.none, context: 0, stacking: 0, depth: 0)
    read(fragments.indices, of: fragments, in: page, &moved, traits)
    // Without their place in the tree they are painted on top of the page.
    while let subtree = moved.takeAny() { read(subtree, of: fragments, in: page, &moved, traits, nesting: 1) }
    sortByZIndex()
  }

  /// Reads the fragments of the page or of a moved subtree.
  ///
  /// - Parameter nesting: the number of moved subtrees that contain them. Others are not moved into deeper ones.
  private mutating func read(
    _ range: Range<Int>, of fragments: ContiguousArray<Fragment>, in outer: Ancestor, _ moved: inout MovedSubtrees,
    _ traits: ContiguousArray<StyleTraits>, nesting: Int = 0
  ) {
    var open = ContiguousArray<Ancestor>()
    var parent = outer
    parent.end = .max
    var number = range.lowerBound
    while true {
      repeat {
        if nesting < Self.maximumDepth, moved.areAt(number) {
          for subtree in moved.take(at: number, in: parent.fragment) {
            read(subtree, of: fragments, in: parent, &moved, traits, nesting: nesting + 1)
          }
        }
      } while Self.close(&parent, &open, at: number)
      guard number < range.upperBound else { return }
      if moved.isRoot(number), nesting == 0 || number > range.lowerBound {
        number = max(number + 1, Int(fragments[number].subtreeEnd))
        continue
      }
      let style = traits[Int(fragments[number].style.index)]
      add(fragments, Index(number), style, &parent, &open, holdsMoved: moved.areAt(number + 1))
      number += 1
    }
  }

  private mutating func read(
    _ subtree: MovedFragment, of fragments: ContiguousArray<Fragment>, in parent: Ancestor,
    _ moved: inout MovedSubtrees, _ traits: ContiguousArray<StyleTraits>, nesting: Int
  ) {
    let start = Int(subtree.fragment)
    guard start < fragments.count else { return }
    var parent = parent
    parent.level = subtree.zIndex
    let end = min(fragments.count, max(start + 1, Int(fragments[start].subtreeEnd)))
    read(start..<end, of: fragments, in: parent, &moved, traits, nesting: nesting)
  }

  /// Returns to the parent of a box if a fragment is not in the box.
  private static func close(_ parent: inout Ancestor, _ open: inout ContiguousArray<Ancestor>, at number: Int) -> Bool {
    guard number >= parent.end, let outer = open.popLast() else { return false }
    parent = outer
    return true
  }

  private mutating func add(
    _ fragments: ContiguousArray<Fragment>, _ index: Index, _ traits: StyleTraits, _ parent: inout Ancestor,
    _ open: inout ContiguousArray<Ancestor>, holdsMoved: Bool
  ) {
    let fragment = fragments[Int(index)]
    let flags = traits.flags
    let (isBox, isBlock) = fragment.form(flags)
    // A box with a wrapper (a table within its captions' box) shares the wrapper's style. The position, float and
    // opacity in it apply to the wrapper.
    let isWrapped = !fragment.node.isNone && fragment.node.index == parent.node
    var inner = parent
    inner.node = fragment.node.index
    (inner.fragment, inner.level) = (index, nil)
    inner.flowClip =
      !isBox || !flags.contains(.absolute)
      ? parent.flowClip : flags.contains(.fixed) ? parent.fixedClip : parent.absoluteClip
    let clip = inner.flowClip

    if isBox, !isWrapped, parent.depth < Self.maximumDepth,
      let kind = ContextKind(fragment, flags, isFlexItem: parent.isFlexContainer)
    {
      inner.context = Index(contexts.count)
      inner.depth += 1
      if kind == .stacking { inner.stacking = inner.context }
      openContext(kind, Context(root: index, clip: clip), traits, in: parent)
    } else if !flags.contains(.hidden) || fragment.content.isImage {
      // A drawing may have elements that are visible.
      addStep(fragment, index, isBlock: isBlock, isDecorated: flags.contains(.decorated), to: Int(inner.context))
    }
    if isBox, flags.contains(.outlined), !flags.contains(.hidden), !isWrapped {
      contexts[Int(inner.context)].outlines.append(index)
    }
    inner.isFlexContainer = isBox && flags.contains(.flexContainer)
    inner.drawing = fragment.content.isImage ? index : PaintOrder.none
    if isBox { setClips(of: fragment, index, flags, &inner) }
    if !clips.isEmpty {
      if clipOfFragment.isEmpty { clipOfFragment = ContiguousArray(repeating: Self.none, count: fragments.count) }
      clipOfFragment[Int(index)] = clip
    }
    if fragment.subtreeEnd > UInt32(index) + 1 || holdsMoved {
      // Limit the subtree to that of its parent: in a malformed tree it could extend beyond it.
      inner.end = min(max(fragment.subtreeEnd, UInt32(index) + 1), parent.end)
      open.append(parent)
      parent = inner
    }
  }

  /// Adds a context to the lists of the context that paints it.
  private mutating func openContext(_ kind: ContextKind, _ context: Context, _ traits: StyleTraits, in parent: Ancestor)
  {
    let index = Index(contexts.count)
    contexts.append(context)
    if parent.drawing != PaintOrder.none {
      drawn[parent.drawing, default: []].append(index)
      return
    }
    switch kind {
    case .stacking:
      if traits.flags.contains(.blended), parent.stacking != 0 { contexts[Int(parent.stacking)].isIsolated = true }
      // A static box, for example with an opacity below 1, is at level 0.
      let hasZIndex = traits.flags.contains(.positioned) || parent.isFlexContainer
      contexts[Int(index)].zIndex = parent.level ?? (hasZIndex ? traits.zIndex : 0)
      contexts[Int(parent.stacking)].add(index, zIndex: contexts[Int(index)].zIndex)
    case .positioned: contexts[Int(parent.stacking)].zeros.append(index)
    case .float: contexts[Int(parent.context)].floats.append(index)
    case .inline: contexts[Int(parent.context)].inlines.append(.context(index))
    }
  }

  /// Sets the clips of a box's descendants. On entry, `inner` has the clips of the box itself.
  private mutating func setClips(
    of fragment: Fragment, _ index: Index, _ flags: StyleTraits.Flags, _ inner: inout Ancestor
  ) {
    if flags.contains(.clips), !fragment.isTableWrapper(flags) {
      clips.append(Clip(fragment: index, parent: inner.flowClip))
      inner.flowClip = Index(clips.count - 1)
    }
    if flags.contains(.positioned) || flags.contains(.transformed) { inner.absoluteClip = inner.flowClip }
    if flags.contains(.transformed) { inner.fixedClip = inner.flowClip }
  }

  /// Adds a painting step, unless the box draws nothing.
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
    case .text, .formulaLine, .image, .generated, .control, .bullet: contexts[context].inlines.append(.fragment(index))
    }
  }

  /// Sorts by z-index; equal ones stay in tree order.
  private mutating func sortByZIndex() {
    guard contexts.contains(where: { $0.negatives.count > 1 || $0.positives.count > 1 }) else { return }
    let levels = contexts.map(\.zIndex)
    for index in contexts.indices {
      contexts[index].negatives.sort { (levels[Int($0)], $0) < (levels[Int($1)], $1) }
      contexts[index].positives.sort { (levels[Int($0)], $0) < (levels[Int($1)], $1) }
    }
  }
}
