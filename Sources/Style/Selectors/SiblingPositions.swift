import Markup

/// Positions of elements among their siblings, counted once per document.
struct SiblingPositions {
  private let document: Document
  private var fromStart: ContiguousArray<UInt32> = []
  private var fromEnd: ContiguousArray<UInt32> = []
  private var typeFromStart: ContiguousArray<UInt32> = []
  private var typeFromEnd: ContiguousArray<UInt32> = []
  /// The positions by index of an `NthTest` with a selector list, then by node.
  var filtered: [Int: [Int: Int]] = [:]

  init(document: Document) { self.document = document }

  mutating func position(of node: Int, _ test: NthTest) -> Int {
    if fromStart.isEmpty { count() }
    if test.ofType { return Int(test.fromEnd ? typeFromEnd[node] : typeFromStart[node]) }
    return Int(test.fromEnd ? fromEnd[node] : fromStart[node])
  }

  /// The number of an element among the children of its parent, from 1.
  mutating func index(of node: Int) -> Int {
    if fromStart.isEmpty { count() }
    return Int(fromStart[node])
  }

  /// The number of elements with the same parent.
  mutating func siblings(of node: Int) -> Int {
    if fromStart.isEmpty { count() }
    return Int(fromStart[node] + fromEnd[node]) - 1
  }

  private mutating func count() {
    let nodes = document.nodes
    let zeros = ContiguousArray<UInt32>(repeating: 0, count: nodes.count)
    (fromStart, fromEnd, typeFromStart, typeFromEnd) = (zeros, zeros, zeros, zeros)
    var ofType: [Atom: UInt32] = [:]
    for parent in nodes.indices where nodes[parent].kind != .text {
      var place: UInt32 = 0
      var last = NodeID.none
      ofType.removeAll(keepingCapacity: true)
      for child in document.children(of: NodeID(UInt32(parent))) {
        let index = Int(child.index)
        if nodes[index].kind == .element {
          place += 1
          fromStart[index] = place
          ofType[nodes[index].name, default: 0] += 1
          typeFromStart[index] = ofType[nodes[index].name] ?? 1
        }
        last = child
      }
      while !last.isNone {
        let index = Int(last.index)
        if nodes[index].kind == .element {
          fromEnd[index] = place + 1 - fromStart[index]
          typeFromEnd[index] = (ofType[nodes[index].name] ?? 0) + 1 - typeFromStart[index]
        }
        last = nodes[index].previousSibling
      }
    }
  }
}
