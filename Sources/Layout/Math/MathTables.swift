import Markup
import Style

/// Tables and matrices (MathML Core §3.5). The attributes of rows and columns are those of MathML 3 §3.5, which browsers
/// ignore.
extension LayoutContext {
  mutating func mathTable(_ index: Int, _ layout: inout FormulaLayout) -> MathBox {
    let node = layout.formula.nodes[index]
    var table = MathTable(of: node.element, document.document, line: lineOfTable(node, &layout))
    for row in node.children where layout.formula.nodes[row].kind == .tableRow { add(row, to: &table, &layout) }
    setGaps(of: &table, index, layout)
    table.solve()
    var builder = MathBoxBuilder(style: node.style, element: node.element)
    let axis = mathConstants(node.style, &layout)[.axisHeight]
    let height = table.height
    let above: Double =
      switch table.attributes["align"].first {
      case "top": 0
      case "bottom": height
      case "baseline1": table.rows.first.map { table.top(of: 0) + $0.ascent } ?? height / 2 + axis
      default: height / 2 + axis
      }
    builder.setHeights(ascent: above, descent: height - above)
    builder.width = table.width
    for row in table.rows.indices { place(row, of: table, at: table.top(of: row) - above, in: &builder, &layout) }
    addLines(of: table, node, top: -above, to: &builder, &layout)
    return builder.finish(&layout)
  }

  private mutating func lineOfTable(_ node: Formula.Node, _ layout: inout FormulaLayout) -> Double {
    max(1, mathConstants(node.style, &layout)[.fractionRuleThickness])
  }

  // MARK: - Cells

  private mutating func add(_ row: Int, to table: inout MathTable, _ layout: inout FormulaLayout) {
    let node = layout.formula.nodes[row]
    var cells = node.children
    // The label of a row is after its cells.
    if document.document[node.element].name == .mlabeledtr, cells.count > 1 { cells.append(cells.removeFirst()) }
    table.beginRow(row, node.element)
    for cell in cells where layout.cells < Self.mostCells {
      layout.cells += 1
      let own = layout.formula.nodes[cell]
      let isCell = own.kind == .cell
      let content =
        isCell ? mathRow(own.children, of: cell, isSpaced: true, .none, &layout) : mathBox(cell, .none, &layout)
      let edges = isCell ? usedEdges(own.style, containerWidth: 0) : UsedEdges()
      table.add(
        MathTable.Cell(
          node: cell, content: content, edges: edges, element: own.element,
          align: isCell ? self[own.style].text.textAlign : .center,
          isRTL: self[own.style].text.direction == .rightToLeft))
    }
  }

  /// The most cells in one formula.
  private static let mostCells = 1_000_000

  /// The space between columns and rows, if attributes set it, replaces the padding of cells there.
  private mutating func setGaps(of table: inout MathTable, _ index: Int, _ layout: FormulaLayout) {
    let lengths = mathLengths(index, layout)
    table.columnGaps = table.attributes["columnspacing"].map { lengths.length($0).map { max(0, $0) } }
    table.rowGaps = table.attributes["rowspacing"].map { lengths.length($0).map { max(0, $0) } }
    guard table.attributes["frame"].first.map({ $0 == "solid" || $0 == "dashed" }) == true else { return }
    let spacing = table.attributes["framespacing"].map { lengths.length($0) ?? 0 }
    table.frameSpace = (
      spacing.first.map { max(0, $0) } ?? 0, spacing.count > 1 ? max(0, spacing[1]) : 0
    )
  }

  private mutating func place(
    _ index: Int, of table: MathTable, at top: Double, in builder: inout MathBoxBuilder, _ layout: inout FormulaLayout
  ) {
    let row = table.rows[index]
    let element = layout.formula.nodes[row.node]
    if isPaintedInFormula(element.style) {
      var frame = FormulaLayout.Piece(content: .frame, style: element.style, element: element.element)
      (frame.width, frame.descent) = (table.width, row.height)
      builder.addInside(MathBox(piece: layout.add(frame)), x: 0, y: top)
    }
    for cell in row.cells {
      let (left, width) = (table.left(of: cell.column), table.width(of: cell))
      let height = table.height(of: cell, in: index)
      let style = layout.formula.nodes[cell.node].style
      if layout.formula.nodes[cell.node].kind == .cell, isPaintedInFormula(style) {
        var frame = FormulaLayout.Piece(
          content: .frame, style: style, element: layout.formula.nodes[cell.node].element)
        (frame.width, frame.descent) = (width, height)
        builder.addInside(MathBox(piece: layout.add(frame)), x: left, y: top)
      }
      builder.addInside(
        cell.content, x: left + table.contentX(of: cell, width: width),
        y: top + table.baseline(of: cell, in: row, height: height))
    }
  }

  // MARK: - Lines

  private mutating func addLines(
    of table: MathTable, _ node: Formula.Node, top: Double, to builder: inout MathBoxBuilder,
    _ layout: inout FormulaLayout
  ) {
    let line = table.line
    func style(_ name: String) -> BorderStyle? { name == "solid" ? .solid : name == "dashed" ? .dashed : nil }
    for column in 1..<max(1, table.columnWidths.count) {
      guard let kind = table.attributes.value("columnlines", column - 1).flatMap(style) else { continue }
      builder.addInside(
        mathRule(width: line, height: table.height, node.style, line: kind, &layout),
        x: table.left(of: column) - line / 2,
        y: top + table.height)
    }
    for row in 1..<max(1, table.rows.count) {
      guard let kind = table.attributes.value("rowlines", row - 1).flatMap(style) else { continue }
      builder.addInside(
        mathRule(width: table.width, height: line, node.style, line: kind, &layout), x: 0,
        y: top + table.top(of: row) + line / 2)
    }
    guard let kind = table.attributes["frame"].first.flatMap(style) else { return }
    for y in [line, table.height] {
      builder.addInside(mathRule(width: table.width, height: line, node.style, line: kind, &layout), x: 0, y: top + y)
    }
    for x in [0, table.width - line] {
      builder.addInside(
        mathRule(width: line, height: table.height, node.style, line: kind, &layout), x: x, y: top + table.height)
    }
  }
}
