import Markup
import Style
import TextShaping

/// The layout of formulas (MathML Core §3). Each element is laid out once, from the inside out; operators that are
/// stretched come after what is beside them.
extension LayoutContext {
  func isFormula(_ box: BoxID) -> Bool { !tree.formulas.isEmpty && tree.formulas[box] != nil }

  /// The layout of the formula of a box, cached.
  mutating func formulaLayout(_ box: BoxID) -> FormulaLayout? {
    if let known = caches.formulas[box] { return known }
    guard let formula = tree.formulas[box], !formula.nodes.isEmpty else { return nil }
    var layout = FormulaLayout(formula)
    let root = formula.nodes[formula.root]
    layout.box = mathRow(root.children, of: formula.root, isSpaced: true, .none, &layout)
    caches.formulas[box] = layout
    return layout
  }

  /// Lays out an element with its edges.
  mutating func mathBox(_ index: Int, _ target: MathTarget = .none, _ layout: inout FormulaLayout) -> MathBox {
    guard nesting.stack.hasSpace, failure == nil else { return MathBox() }
    let content = mathContent(index, target, &layout)
    return addEdges(to: content, of: index, &layout)
  }

  private mutating func mathContent(_ index: Int, _ target: MathTarget, _ layout: inout FormulaLayout) -> MathBox {
    let node = layout.formula.nodes[index]
    switch node.kind {
    case .row, .tableRow, .cell: return mathRow(node.children, of: index, isSpaced: node.core < 0, target, &layout)
    case .text: return mathText(node.text, node.style, node.element, &layout)
    case .operator: return mathOperator(index, target, &layout)
    case .space: return mathSpace(index, &layout)
    case .fraction: return mathFraction(index, target, &layout)
    case .squareRoot, .root: return mathRadical(index, &layout)
    case .sub, .sup, .subSup, .multiscripts: return mathScripts(index, target, &layout)
    case .under, .over, .underOver: return mathUnderOver(index, target, &layout)
    case .prescripts, .empty: return MathBox()
    case .padded: return mathPadded(index, target, &layout)
    case .enclosure: return mathEnclosure(index, &layout)
    case .table: return mathTable(index, &layout)
    case .box: return mathForeignBox(node, &layout)
    }
  }

  func mathStyle(_ index: Int, _ layout: FormulaLayout) -> StyleID { layout.formula.nodes[index].style }

  mutating func mathConstants(_ style: StyleID, _ layout: inout FormulaLayout) -> MathConstants {
    if let known = layout.constants[style] { return known }
    let constants = shaper.mathConstants(font(style))
    layout.constants[style] = constants
    return constants
  }

  /// px.
  func fontSize(_ style: StyleID) -> Double { self[style].text.font.size }

  // MARK: - Edges

  /// Puts the padding, border and margin of an element around its content. Elements that paint something get a piece.
  private mutating func addEdges(to content: MathBox, of index: Int, _ layout: inout FormulaLayout) -> MathBox {
    let node = layout.formula.nodes[index]
    let edges = usedEdges(node.style, containerWidth: 0)
    let isPainted = isPaintedInFormula(node.style)
    let (margin, hasEdges) = (edges.margin, edges.left + edges.right + edges.top + edges.bottom != 0)
    guard isPainted || hasEdges || margin.left != 0 || margin.right != 0 || margin.top != 0 || margin.bottom != 0,
      node.kind != .box
    else { return content }
    var frame = FormulaLayout.Piece(
      content: isPainted ? .frame : .group, style: node.style, element: node.element)
    frame.width = edges.left + content.width + edges.right
    frame.ascent = content.ascent + edges.top
    frame.descent = content.descent + edges.bottom
    if content.piece >= 0 { frame.parts = [FormulaLayout.Part(piece: content.piece, x: edges.left, y: 0)] }
    var outer = MathBox(
      piece: layout.add(frame), width: frame.width + margin.left + margin.right, ascent: frame.ascent + margin.top,
      descent: frame.descent + margin.bottom, italicCorrection: content.italicCorrection)
    if margin.left != 0 {
      var group = FormulaLayout.Piece(content: .group, style: node.style, element: node.element)
      group.parts = [FormulaLayout.Part(piece: outer.piece, x: margin.left, y: 0)]
      outer.piece = layout.add(group)
    }
    return outer
  }

  func isPaintedInFormula(_ style: StyleID) -> Bool {
    if self[style].paint.paintsInlineBox || self[style].box.position == .relative { return true }
    let border = self[style].box.borderWidth
    return border.top + border.right + border.bottom + border.left > 0
  }

  // MARK: - Pieces

  /// A line of a thickness, whose middle or edge is at the baseline, as the caller places it.
  /// - Parameters:
  ///   - width, height: px. It is above the baseline.
  func mathRule(
    width: Double, height: Double, _ style: StyleID, line: BorderStyle = .solid, _ layout: inout FormulaLayout
  ) -> MathBox {
    guard width > 0, height > 0, self[style].text.visibility == .visible else { return MathBox() }
    var piece = FormulaLayout.Piece(content: .line(.bar(line)), style: style, element: .none)
    (piece.width, piece.ascent) = (width, height)
    return MathBox(piece: layout.add(piece), width: width, ascent: height)
  }

  /// An element of another language.
  private mutating func mathForeignBox(_ node: Formula.Node, _ layout: inout FormulaLayout) -> MathBox {
    let checkpoint = page.fragments.checkpoint
    var space = ConstraintSpace(width: Self.widestForeignBox)
    space.mode = .measure
    let (edges, result) = layoutShrunk(node.box, space: space)
    page.fragments.rewind(to: checkpoint)
    var piece = FormulaLayout.Piece(content: .box(node.box), style: node.style, element: node.element)
    piece.width = edges.borderBoxWidth
    piece.ascent = result.lastBaseline ?? result.height
    piece.descent = result.height - piece.ascent
    return MathBox(piece: layout.add(piece), width: piece.width, ascent: piece.ascent, descent: piece.descent)
  }

  /// px.
  static let widestForeignBox = 10_000.0
}
