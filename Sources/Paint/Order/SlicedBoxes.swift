import Layout
import Markup
import Style

/// The positions of the fragments of broken boxes within the whole box (css-break-3 §5.4, `box-decoration-break:
/// slice`). Background and border images are painted on the whole box, and each fragment shows its slice.
///
/// Only boxes whose style has an image are tracked, so documents without images cost one pass over their styles.
struct SlicedBoxes {
  /// The whole box relative to a fragment of it.
  struct Slice {
    /// The part of the box before the fragment, along the axis of the break, px.
    var before: Double
    var total: Double
    /// Whether the box is broken horizontally, by lines, rather than vertically, by pages and columns.
    var isAlongLine: Bool
  }

  private struct Place: Hashable {
    var page: Int
    var fragment: Int
  }
  private struct Box: Hashable {
    var node: NodeID
    var style: StyleID
    /// px; of generated boxes, which have no node of their own. Those of several elements may have the same style.
    var x = 0.0

    init(_ fragment: Fragment) {
      (node, style) = (fragment.node, fragment.style)
      if node.isNone { x = fragment.frame.x.rounded() }
    }
  }
  /// The fragments so far of a box that continues.
  private struct Chain {
    var places: [Place]
    var lengths: [Double]
    var isAlongLine: Bool
    var isReversed: Bool
  }

  private var slices: [Place: Slice] = [:]

  init(_ document: LaidOutDocument, traits: ContiguousArray<StyleTraits>) {
    guard traits.contains(where: { $0.flags.contains(.sliced) }) else { return }
    var open: [Box: Chain] = [:]
    for page in document.pages.indices {
      let fragments = document.pages[page].fragments
      for index in fragments.indices where fragments[index].edges != .all {
        let fragment = fragments[index]
        guard traits[Int(fragment.style.index)].flags.contains(.sliced) else { continue }
        add(fragment, Place(page: page, fragment: index), document, &open)
      }
    }
    for chain in open.values { close(chain) }
  }

  /// Returns nil for a fragment that is, or is painted as, the whole box.
  func slice(page: Int, fragment: PaintOrder.Index) -> Slice? {
    slices.isEmpty ? nil : slices[Place(page: page, fragment: Int(fragment))]
  }

  private mutating func add(
    _ fragment: Fragment, _ place: Place, _ document: LaidOutDocument, _ open: inout [Box: Chain]
  ) {
    var isAlongLine = false
    if case .inlineBox = fragment.content { isAlongLine = true }
    let isReversed = isAlongLine && document.styles[Int(fragment.style.index)].text.direction == .rightToLeft
    let first: Fragment.Edges = isAlongLine ? isReversed ? .right : .left : .top
    let last: Fragment.Edges = isAlongLine ? isReversed ? .left : .right : .bottom
    let box = Box(fragment)
    var chain = Chain(places: [], lengths: [], isAlongLine: isAlongLine, isReversed: isReversed)
    if let known = open.removeValue(forKey: box) {
      // A fragment with a beginning is another box of the same element, such as a repeated header.
      if fragment.edges.contains(first) { close(known) } else { chain = known }
    }
    chain.places.append(place)
    chain.lengths.append(isAlongLine ? fragment.frame.width : fragment.frame.height)
    if fragment.edges.contains(last) { close(chain) } else { open[box] = chain }
  }

  private mutating func close(_ chain: Chain) {
    let total = chain.lengths.reduce(0, +)
    guard chain.places.count > 1, total.isFinite else { return }
    var before = 0.0
    for (place, length) in zip(chain.places, chain.lengths) {
      slices[place] = Slice(
        before: chain.isReversed ? total - before - length : before, total: total, isAlongLine: chain.isAlongLine)
      before += length
    }
  }
}

extension SlicedBoxes.Slice {
  /// The fragment with the frame of the whole box.
  func whole(_ fragment: Fragment) -> Fragment {
    var whole = fragment
    whole.edges = .all
    if isAlongLine {
      whole.frame.x -= before
      whole.frame.width = total
    } else {
      whole.frame.y -= before
      whole.frame.height = total
    }
    return whole
  }

  /// The clip for the fragment. It is unbounded on sides where the box is not broken, for shadows and outsets.
  func window(_ fragment: Fragment) -> Rect {
    let far = 1e5
    func reach(_ edge: Fragment.Edges) -> Double { fragment.edges.contains(edge) ? -far : 0 }
    return fragment.frame.snapped.inset(
      by: Sides(
        top: isAlongLine ? -far : reach(.top), right: isAlongLine ? reach(.right) : -far,
        bottom: isAlongLine ? -far : reach(.bottom), left: isAlongLine ? reach(.left) : -far))
  }
}
