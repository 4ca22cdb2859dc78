import Markup
import Style

/// A formula: the elements of a `math` element as a flat tree (MathML Core §3).
struct Formula {
  typealias Kind = FormulaKind

  struct Node {
    var kind: Kind
    var style: StyleID
    var element: NodeID
    /// The children in order.
    var children: [Int] = []
    /// The text of tokens after white-space processing and `text-transform`.
    var text = ""
    var box = BoxID.none
    /// The operator of which it is an embellished form, itself for operators; -1 for other elements (MathML Core
    /// §3.2.4.1).
    var core = -1
    var isSpaceLike = false
    /// The form of an operator.
    var form = MathOperator.Form.infix
  }

  /// The nodes in the order in which their elements end; the last one is the root.
  var nodes: ContiguousArray<Node> = []

  var root: Int { nodes.count - 1 }

  /// Adds an element whose children have been added. Finds out whether it is an embellished operator, and sets the
  /// forms of the operators in it that it is not a form of itself.
  mutating func add(_ node: Node, isRoot: Bool = false) -> Int {
    var node = node
    let index = nodes.count
    node.isSpaceLike = isSpaceLike(node)
    node.core = isRoot ? -1 : core(of: node, index)
    setForms(in: node)
    nodes.append(node)
    return index
  }

  private func isSpaceLike(_ node: Node) -> Bool {
    switch node.kind {
    case .space: true
    case .text: node.isSpaceLike
    case .row, .padded: node.children.allSatisfy { nodes[$0].isSpaceLike }
    default: false
    }
  }

  private func core(of node: Node, _ index: Int) -> Int {
    switch node.kind {
    case .operator: return index
    case .fraction, .sub, .sup, .subSup, .under, .over, .underOver, .multiscripts:
      return node.children.first.map { nodes[$0].core } ?? -1
    case .row, .padded:
      var core = -1
      for child in node.children where !nodes[child].isSpaceLike {
        guard core < 0, nodes[child].core >= 0 else { return -1 }
        core = nodes[child].core
      }
      return core
    default: return -1
    }
  }

  /// MathML Core §3.2.4.2, the algorithm for determining the form of an embellished operator.
  private mutating func setForms(in node: Node) {
    switch node.kind {
    case .row, .padded, .squareRoot, .cell, .enclosure:
      let members = node.children.filter { !nodes[$0].isSpaceLike }
      guard node.core < 0, members.count > 1, let first = members.first, let last = members.last else { return }
      if nodes[first].core >= 0 { nodes[nodes[first].core].form = .prefix }
      if nodes[last].core >= 0 { nodes[nodes[last].core].form = .postfix }
    case .sub, .sup, .subSup, .under, .over, .underOver, .multiscripts:
      for child in node.children.dropFirst() where nodes[child].core >= 0 { nodes[nodes[child].core].form = .postfix }
    default: return
    }
  }
}

/// How an element of a formula is laid out.
package enum FormulaKind: UInt8, Sendable {
  /// The elements beside each other: `mrow`, `math`, and elements with a wrong number of children.
  case row
  case text, `operator`, space, fraction, squareRoot, root
  case sub, sup, subSup, under, over, underOver, multiscripts
  /// `mprescripts`, `none`, and empty rows as scripts.
  case prescripts, empty
  case padded, enclosure, table, tableRow, cell
  /// An element of another language, or text with elements, which is laid out as an inline block.
  case box
}
