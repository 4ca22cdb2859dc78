import Markup

/// Finds the elements outside an `svg` element of an HTML document whose content its references draw, such as the
/// symbols of a set of icons and gradients that several drawings share (SVG 2 §5.5, §13.2).
package struct SVGDefinitions {
  private let document: Document
  private let references: Set<Atom>
  /// The elements to which definitions refer, because many drawings may have the same definition.
  private var known: [NodeID: [NodeID]] = [:]
  /// The nodes of definitions that the drawings of the document may have together.
  private var remainingNodes = 2_000_000

  package init(_ document: Document) {
    self.document = document
    references = Set(["href", "xlink:href"].compactMap(document.names.find))
  }

  /// - Parameter declarations: what style sheets set on the elements of the drawing.
  /// - Returns: elements of which none contains another one.
  @export(interface)
  package mutating func definitions(of root: NodeID, declarations: some Sequence<String> = []) -> [NodeID] {
    var found: [NodeID] = []
    let declared = targets(
      of: Set(declarations).flatMap { SVGAddresses.identifiers(in: ContiguousArray($0.utf8)[...]) })
    var waiting = targets(in: root).isEmpty && declared.isEmpty ? [] : [root]
    let ownIDs = waiting.isEmpty ? [] : identifiers(in: root)
    while let node = waiting.popLast() {
      for target in targets(in: node) + (node == root ? declared : []) {
        // An element of the drawing itself precedes one with the same identifier elsewhere.
        guard !contains(target, root), !contains(root, target), !found.contains(where: { contains($0, target) }),
          !ownIDs.contains(document.attribute(target, .id) ?? "")
        else { continue }
        remainingNodes -= Int(document[target].subtreeEnd.index - target.index)
        guard remainingNodes > 0, found.count < 1000 else { return found }
        found.removeAll { contains(target, $0) }
        found.append(target)
        waiting.append(target)
      }
    }
    return found
  }

  private func contains(_ outer: NodeID, _ inner: NodeID) -> Bool {
    outer.index <= inner.index && inner.index < document[outer].subtreeEnd.index
  }

  private func identifiers(in root: NodeID) -> Set<String> {
    Set((root.index..<document[root].subtreeEnd.index).compactMap { document.attribute(NodeID($0), .id) })
  }

  /// The SVG elements to which a node and its descendants refer.
  private mutating func targets(in node: NodeID) -> [NodeID] {
    if let known = known[node] { return known }
    let targets = targets(of: referredIDs(in: node))
    known[node] = targets
    return targets
  }

  /// The SVG elements that have identifiers.
  private func targets(of ids: [String]) -> [NodeID] {
    Set(ids).sorted().compactMap { document.element(id: $0) }.filter { document[$0].namespace == .svg }
  }

  /// The identifiers in the `href` attributes and `url()` functions of an element and its descendants.
  private func referredIDs(in root: NodeID) -> [String] {
    var ids: [String] = []
    for index in root.index..<document[root].subtreeEnd.index {
      for attribute in document.attributes(of: NodeID(index)) {
        let value = document.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
        if !references.contains(attribute.name) {
          ids += SVGAddresses.identifiers(in: value)
        } else if value.first == UInt8(ascii: "#"), SVGAddresses.drawsTarget(document.name(NodeID(index))) {
          ids.append(String(decoding: value.dropFirst(), as: UTF8.self))
        }
      }
    }
    return ids
  }
}
