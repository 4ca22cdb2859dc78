import Layout
import Markup

/// The structure elements that own the fragments of a page. Fragments without a node belong to the owner of their
/// parent.
struct FragmentOwners {
  /// The owner of each fragment; `DocumentStructure.none` for decoration.
  private(set) var owners: ContiguousArray<UInt32> = []
  /// The position of each fragment in the document, by which an element's kids are sorted.
  private(set) var orders: ContiguousArray<UInt32> = []
  /// The stretch of the page to which each fragment belongs. Boxes that are painted before or after the content around
  /// them, such as floats, begin and end stretches. Content of two stretches is never in one marked-content sequence,
  /// because there may be other content between them in the document.
  private(set) var stretches: ContiguousArray<UInt32> = []
  private var stretch: UInt32 = 0

  /// - Parameter recorder: knows the table heads and fixed boxes of earlier pages, whose repetitions are decoration.
  init(_ recorder: StructureRecorder, _ page: Page, _ traits: ContiguousArray<StyleTraits>) {
    let structure = recorder.structure
    let fragments = page.fragments
    owners.reserveCapacity(fragments.count)
    orders.reserveCapacity(fragments.count)
    stretches.reserveCapacity(fragments.count)
    var open: [Container] = []
    for index in fragments.indices {
      while let last = open.last, last.end <= UInt32(index) { close(&open, recorder) }
      let fragment = fragments[index]
      var inside = Container(
        end: fragment.subtreeEnd, owner: open.last?.owner ?? DocumentStructure.none, order: open.last?.last ?? 0,
        isArtifact: open.last?.isArtifact ?? false,
        isPaintedApart: Self.isPaintedApart(fragment, traits[Int(fragment.style.index)].flags))
      if inside.isPaintedApart { stretch += 1 }
      // Running elements are artifacts, like other content of margin boxes (ISO 14289-1, 7.8).
      if page.marginBoxes.contains(index) {
        inside.isArtifact = true
        recorder.addMarginContent(of: fragment.node)
      }
      if fragment.part != .content, !inside.isArtifact {
        Self.setOwner(of: fragment, structure, &inside)
      } else if !fragment.node.isNone, !inside.isArtifact, Int(fragment.node.index) < structure.elementOfNode.count {
        Self.setOwner(ofBox: fragment, recorder, structure, traits, &inside, &open)
      } else if let base = open.last?.rubyBase, base != DocumentStructure.none, Self.isBlock(fragment) {
        // The anonymous box below the annotation.
        inside.owner = base
      } else if let last = open.last, last.hasParagraphs, !inside.isArtifact, Self.isBlock(fragment) {
        inside.owner =
          recorder.paragraph(in: last.node.index, isNew: fragment.edges.contains(.top)) ?? inside.owner
      }
      owners.append(inside.owner)
      orders.append(inside.order)
      stretches.append(stretch)
      inside.last = max(inside.order, fragment.edges.contains(.top) ? 0 : recorder.lastOrder(in: inside.node))
      if fragment.subtreeEnd > UInt32(index) + 1 {
        open.append(inside)
      } else {
        if inside.isPaintedApart { stretch += 1 }
        if let container = open.indices.last { open[container].add(inside) }
      }
    }
    while !open.isEmpty { close(&open, recorder) }
  }

  /// Sets the owner of a fragment of an element.
  private static func setOwner(
    ofBox fragment: Fragment, _ recorder: StructureRecorder, _ structure: DocumentStructure,
    _ traits: ContiguousArray<StyleTraits>, _ inside: inout Container, _ open: inout [Container]
  ) {
    inside.owner = structure.elementOfNode[Int(fragment.node.index)]
    inside.order = 2 * fragment.node.index
    inside.node = fragment.node
    inside.continues = !fragment.edges.contains(.bottom)
    recorder.addBox(of: inside.owner)
    if isRepeatable(fragment, inside.owner, traits, structure), !recorder.isNew(fragment.node) {
      inside.isArtifact = true
      inside.owner = DocumentStructure.none
    } else if inside.owner != DocumentStructure.none {
      let type = structure.elements[Int(inside.owner)].type
      if type.isGrouping, let first = structure.paragraphs[fragment.node.index]?.first {
        inside.owner = first
        inside.hasParagraphs = true
      } else if type == .rubyText, structure.elements[Int(inside.owner)].node == fragment.node,
        let container = open.indices.last
      {
        open[container].rubyBase = structure.base(ofRubyText: inside.owner)
      }
    }
  }

  /// Sets the owner of a marker, or of a footnote's call.
  private static func setOwner(of fragment: Fragment, _ structure: DocumentStructure, _ inside: inout Container) {
    switch fragment.part {
    case .content: break
    case .marker: inside.owner = structure.label(beside: inside.owner) ?? inside.owner
    case .footnoteMarker: inside.owner = structure.markerLink(ofNote: inside.owner) ?? inside.owner
    case .footnoteCall:
      guard let link = structure.callLink(ofFootnote: fragment.node) else { return }
      inside.owner = link
      inside.order = 2 * fragment.node.index
      inside.node = fragment.node
    }
  }

  /// An open fragment.
  private struct Container {
    var end: UInt32
    var owner: UInt32
    /// The position of the fragment, and of the last one in it so far. The content of an element has an even position,
    /// content without a node the odd one after the content that precedes it.
    var order: UInt32
    var last: UInt32 = 0
    var isArtifact: Bool
    var isPaintedApart: Bool
    /// The element; `.none` for anonymous boxes.
    var node = NodeID.none
    /// Whether it has anonymous paragraphs.
    var hasParagraphs = false
    /// Whether the element continues on the next page.
    var continues = false
    /// The base of the ruby annotation in it.
    var rubyBase = DocumentStructure.none

    mutating func add(_ inside: Container) { last = max(last, inside.node.isNone ? inside.last : inside.last | 1) }
  }

  private mutating func close(_ open: inout [Container], _ recorder: StructureRecorder) {
    guard let closed = open.popLast() else { return }
    if closed.isPaintedApart { stretch += 1 }
    if closed.continues { recorder.record(lastOrder: closed.last, in: closed.node) }
    if let container = open.indices.last { open[container].add(closed) }
  }

  /// Whether a fragment is a box that is not painted between the content before and after it (CSS 2.2 appendix E).
  private static func isPaintedApart(_ fragment: Fragment, _ flags: StyleTraits.Flags) -> Bool {
    switch fragment.content {
    case .box, .group, .fieldset, .collapsedBox, .inlineBox, .image, .generated, .control:
      !flags.isDisjoint(with: [.positioned, .stacking, .floating])
    case .text, .formulaLine, .bullet, .background, .layer, .rule, .canvas: false
    }
  }

  private static func isBlock(_ fragment: Fragment) -> Bool {
    switch fragment.content {
    case .box, .group, .fieldset: true
    default: false
    }
  }

  private static func isRepeatable(
    _ fragment: Fragment, _ owner: UInt32, _ traits: ContiguousArray<StyleTraits>, _ structure: DocumentStructure
  ) -> Bool {
    guard fragment.edges == .all else { return false }
    switch fragment.content {
    case .box, .group, .fieldset, .image: break
    default: return false
    }
    if traits[Int(fragment.style.index)].flags.contains(.fixed) { return true }
    guard owner != DocumentStructure.none else { return false }
    let element = structure.elements[Int(owner)]
    return (element.type == .tableHead || element.type == .tableFoot) && element.node == fragment.node
  }
}
