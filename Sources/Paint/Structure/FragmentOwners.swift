import Layout
import Markup

/// The structure elements that own the fragments of a page. Fragments without a node belong to the owner of their parent.
struct FragmentOwners {
  /// By fragment; `DocumentStructure.none` for decoration.
  private(set) var owners: ContiguousArray<UInt32> = []
  /// By fragment: the position in the document, by which an element's kids are sorted.
  private(set) var orders: ContiguousArray<UInt32> = []

  /// - Parameter recorder: knows the table heads and fixed boxes of earlier pages, whose repetitions are decoration.
  init(
    _ recorder: StructureRecorder, _ fragments: ContiguousArray<Fragment>, _ traits: ContiguousArray<StyleTraits>
  ) {
    let structure = recorder.structure
    owners.reserveCapacity(fragments.count)
    orders.reserveCapacity(fragments.count)
    var open: [(end: UInt32, owner: UInt32, order: UInt32, isArtifact: Bool, node: UInt32)] = []
    for index in fragments.indices {
      while let last = open.last, last.end <= UInt32(index) { open.removeLast() }
      let fragment = fragments[index]
      var owner = open.last?.owner ?? DocumentStructure.none
      var order = open.last?.order ?? 0
      var isArtifact = open.last?.isArtifact ?? false
      var container = NodeID.none.index
      if fragment.isMarker, !isArtifact {
        owner = structure.label(beside: owner) ?? owner
      } else if !fragment.node.isNone, !isArtifact, Int(fragment.node.index) < structure.elementOfNode.count {
        owner = structure.elementOfNode[Int(fragment.node.index)]
        order = fragment.node.index
        recorder.addBox(of: owner)
        if Self.isRepeatable(fragment, owner, traits, structure), !recorder.isNew(fragment.node) {
          isArtifact = true
          owner = DocumentStructure.none
        } else if let first = structure.paragraphs[fragment.node.index]?.first {
          owner = first
          container = fragment.node.index
        }
      } else if let last = open.last, last.node != NodeID.none.index, !isArtifact, Self.isBlock(fragment) {
        owner = recorder.paragraph(in: last.node, isNew: fragment.edges.contains(.top)) ?? owner
      }
      owners.append(owner)
      orders.append(order)
      if fragment.subtreeEnd > UInt32(index) + 1 {
        open.append((fragment.subtreeEnd, owner, order, isArtifact, container))
      }
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
