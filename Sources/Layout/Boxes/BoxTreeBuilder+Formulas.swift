import Markup
import Style

/// Formulas: a box for the `math` element, which has no lines but a `Formula`.
extension BoxTreeBuilder {
  mutating func buildFormula(
    of node: NodeID, style: StyleID, display: BoxStyle.Display, into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    let box = place(Box(kind: .block, style: style, node: node), display: display, in: &parent)
    let outer = (firstLetter, firstLine)
    (firstLetter, firstLine) = (nil, nil)
    var formula = Formula()
    let children = try formulaNodes(in: node, of: box, into: &formula)
    _ = formula.add(Formula.Node(kind: .row, style: style, element: node, children: children), isRoot: true)
    (firstLetter, firstLine) = outer
    tree.formulas[box] = formula
  }

  /// The children of an element. Text between elements is no part of a formula.
  private mutating func formulaNodes(
    in element: NodeID, of box: BoxID, into formula: inout Formula
  ) throws(LayoutError) -> [Int] {
    var nodes: [Int] = []
    var child = document.document.firstChild(of: element)
    while !child.isNone {
      if document.document[child].kind == .element, let node = try formulaNode(child, of: box, into: &formula) {
        nodes.append(node)
      }
      child = document.document.nextSibling(of: child)
    }
    return nodes
  }

  /// Returns nil for elements that are not shown.
  private mutating func formulaNode(
    _ element: NodeID, of box: BoxID, into formula: inout Formula
  ) throws(LayoutError) -> Int? {
    let style = document.styleOfNode[Int(element.index)]
    var node = Formula.Node(kind: .row, style: style, element: element)
    let entry = document.document[element]
    if entry.namespace == .mathML, entry.name == .mprescripts {
      node.kind = .prescripts
      return formula.add(node)
    }
    guard document[style].box.display != .none else { return nil }
    guard stack.hasSpace else {
      warn("elements_nested_too_deep", "Elements are nested too deep; the innermost are left out", at: element)
      return nil
    }
    guard entry.namespace == .mathML else { return try formulaBox(element, style, of: box, into: &formula) }
    enterCounters(of: element, style: style, isListItem: false)
    recordElement(element, style: style)
    if Formula.isToken(entry.name) {
      if document.document.children(of: element).contains(where: { document.document[$0].kind == .element }) {
        return try formulaBox(element, style, of: box, into: &formula)
      }
      node.kind = entry.name == .mo ? .operator : .text
      node.isSpaceLike = entry.name == .mtext
      node.text = tokenText(of: element, style)
      // MathML Core §3.2.4.
      if entry.name == .mo, node.text == "-" { node.text = "\u{2212}" }
      return formula.add(node)
    }
    node.children = try formulaNodes(in: element, of: box, into: &formula)
    node.kind = Formula.kind(of: entry.name, children: node.children.count)
    return formula.add(node)
  }

  /// An element that is laid out as an inline block.
  private mutating func formulaBox(
    _ element: NodeID, _ style: StyleID, of box: BoxID, into formula: inout Formula
  ) throws(LayoutError) -> Int? {
    let isToken = document.document[element].namespace == .mathML
    let outside = isToken ? style : tree[box].style
    let inner = tree.add(
      Box(kind: .block, style: document.anonymousStyle(inheriting: outside, display: .flowRoot), node: element))
    tree[inner].link = link
    tree[inner].parent = box
    var container = ContainerBuilder(container: inner)
    if isToken { try buildContents(of: element, into: &container) } else { try build(element, into: &container) }
    finish(&container)
    var node = Formula.Node(kind: .box, style: style, element: element)
    node.box = inner
    return formula.add(node)
  }

  /// The text of a token, without white space around it and with single spaces in it (MathML Core §2.1.6), italic if it
  /// is a single letter with `text-transform: math-auto`.
  private func tokenText(of element: NodeID, _ style: StyleID) -> String {
    let text = document.document.textContent(element)
    let words = text.unicodeScalars.split { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0.value) }
    let collapsed = words.map { String($0) }.joined(separator: " ")
    guard document[style].text.textTransform.contains(.mathAuto), let letter = collapsed.unicodeScalars.first,
      collapsed.unicodeScalars.count == 1
    else { return collapsed }
    return String(MathItalic.of(letter))
  }
}

extension Formula {
  static func isToken(_ name: Atom) -> Bool {
    switch name {
    case .mi, .mn, .mo, .ms, .mtext: true
    default: false
    }
  }

  /// - Parameter children: their number. An element that needs another number is a row.
  static func kind(of name: Atom, children: Int) -> Kind {
    switch name {
    case .mspace: .space
    case .mfrac where children == 2: .fraction
    case .msqrt: .squareRoot
    case .mroot where children == 2: .root
    case .msub where children == 2: .sub
    case .msup where children == 2: .sup
    case .msubsup where children == 3: .subSup
    case .munder where children == 2: .under
    case .mover where children == 2: .over
    case .munderover where children == 3: .underOver
    case .mmultiscripts where children > 0: .multiscripts
    case .none: .empty
    case .mpadded: .padded
    case .menclose: .enclosure
    case .mtable: .table
    case .mtr, .mlabeledtr: .tableRow
    case .mtd: .cell
    default: .row
    }
  }
}
