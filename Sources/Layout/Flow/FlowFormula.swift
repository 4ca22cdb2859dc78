import Markup
import Style

/// A formula or an element of one (MathML Core §3), for outputs that have formulas of their own.
package struct FlowFormula: Sendable {
  package var kind: FormulaKind
  package var style: StyleID
  package var node: NodeID
  /// The text of a token after white-space processing and `text-transform`.
  package var text: String
  /// The children in order; those of a fraction, a root or scripts as MathML has them.
  package var children: [FlowFormula]
}

extension FlowFormula {
  init(_ formula: Formula) { self.init(formula.root, of: formula) }

  private init(_ index: Int, of formula: Formula) {
    let node = formula.nodes[index]
    self.init(
      kind: node.kind, style: node.style, node: node.element, text: node.text,
      children: node.children.map { FlowFormula($0, of: formula) })
  }
}
