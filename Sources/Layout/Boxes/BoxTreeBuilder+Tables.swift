import Markup
import Style

/// Missing table parts (CSS 2.2 §17.2.1) and the grid of each table (HTML 4.9.12).
extension BoxTreeBuilder {
  /// Wraps children that a container cannot have in the anonymous boxes that the specification requires.
  mutating func addMissingTableParts(to container: BoxID) {
    switch tree[container].kind {
    case .table:
      wrap(childrenOf: container, in: .row, display: .tableRow) {
        switch $0 {
        case .rowGroup, .headerGroup, .footerGroup, .row, .caption, .column, .columnGroup: false
        default: true
        }
      }
    case .rowGroup, .headerGroup, .footerGroup: wrap(childrenOf: container, in: .row, display: .tableRow) { $0 != .row }
    case .row: wrap(childrenOf: container, in: .cell, display: .tableCell) { $0 != .cell }
    case .block, .cell, .caption:
      wrap(childrenOf: container, in: .table, display: .table) {
        switch $0 {
        case .rowGroup, .headerGroup, .footerGroup, .row, .cell, .caption, .column, .columnGroup: true
        default: false
        }
      }
    case .replaced, .column, .columnGroup: return
    }
  }

  /// Wraps each run of misplaced children in one anonymous box.
  private mutating func wrap(
    childrenOf container: BoxID, in kind: Box.Kind, display: BoxStyle.Display, where isMisplaced: (Box.Kind) -> Bool
  ) {
    var children: [BoxID] = []
    var needsWrap = false
    for child in tree.children(of: container) {
      children.append(child)
      if isMisplaced(tree[child].kind) { needsWrap = true }
    }
    guard needsWrap else { return }
    tree[container].firstChild = .none
    tree[container].lastChild = .none
    var wrapper = BoxID.none
    for child in children {
      tree[child].nextSibling = .none
      if isMisplaced(tree[child].kind) {
        if wrapper.isNone {
          let style = document.anonymousStyle(inheriting: tree[container].style, display: display)
          var box = Box(kind: kind, style: style)
          box.isAnonymous = true
          wrapper = tree.add(box)
          tree.append(wrapper, to: container)
        }
        tree.append(child, to: wrapper)
      } else {
        close(&wrapper)
        tree.append(child, to: container)
      }
    }
    close(&wrapper)
  }

  private mutating func close(_ wrapper: inout BoxID) {
    guard !wrapper.isNone else { return }
    addMissingTableParts(to: wrapper)
    if tree[wrapper].kind == .table { buildGrid(of: wrapper) }
    wrapper = .none
  }

  static func isTablePart(_ kind: Box.Kind) -> Bool {
    switch kind {
    case .rowGroup, .headerGroup, .footerGroup, .row, .cell, .caption, .column, .columnGroup: true
    case .block, .replaced, .table: false
    }
  }

  /// Table parts inside an inline box, and the white space between them, form one anonymous inline table.
  mutating func addToInlineTable(_ part: BoxID, in parent: inout ContainerBuilder) {
    parent.spaceAfterTable = []
    if parent.inlineTable.isNone, let innermost = parent.open.last {
      let style = document.anonymousStyle(inheriting: innermost.style, display: .inlineTable)
      var box = Box(kind: .table, style: style)
      box.isAnonymous = true
      let table = tree.add(box)
      withContent(&parent) { content in content.append(object: table, kind: .atomic) }
      parent.inlineTable = table
    }
    tree.append(part, to: parent.inlineTable)
  }

  mutating func closeInlineTable(in parent: inout ContainerBuilder) {
    let table = parent.inlineTable
    let spaces = parent.spaceAfterTable
    parent.inlineTable = .none
    parent.spaceAfterTable = []
    addMissingTableParts(to: table)
    buildGrid(of: table)
    for space in spaces { addText(space.text, style: space.style, node: space.node, to: &parent) }
  }

  /// Builds the grid of a table.
  mutating func buildGrid(of table: BoxID) {
    var grid = TableGrid()
    var bodies: [BoxID] = []
    var head = BoxID.none
    var foot = BoxID.none
    for child in tree.children(of: table) {
      switch tree[child].kind {
      case .caption: grid.captions.append(child)
      case .column: addColumn(child, group: nil, to: &grid)
      case .columnGroup:
        let columns = Array(tree.children(of: child)).filter { tree[$0].kind == .column }
        if columns.isEmpty { addColumn(child, group: child, to: &grid) }
        for column in columns { addColumn(column, group: child, to: &grid) }
      case .headerGroup where head.isNone: head = child
      case .footerGroup where foot.isNone: foot = child
      case .rowGroup, .headerGroup, .footerGroup, .row: bodies.append(child)
      default: continue
      }
    }
    if !head.isNone { addRows(of: head, to: &grid) }
    grid.headRows = 0..<grid.rows.count
    for body in bodies { addRows(of: body, to: &grid) }
    let bodyEnd = grid.rows.count
    if !foot.isNone { addRows(of: foot, to: &grid) }
    grid.footRows = bodyEnd..<grid.rows.count
    grid.finish()
    tree.tables.append(grid)
    tree[table].payload = UInt32(tree.tables.count - 1)
  }

  private mutating func addColumn(_ column: BoxID, group: BoxID?, to grid: inout TableGrid) {
    let span = min(1000, max(1, integer(tree[column].node, .span) ?? 1))
    for _ in 0..<span where grid.columns.count < TableGrid.maxColumns {
      grid.columns.append(TableGrid.Column(box: column, group: group))
    }
  }

  private mutating func addRows(of part: BoxID, to grid: inout TableGrid) {
    if tree[part].kind == .row {
      addRow(part, group: .none, to: &grid)
      return
    }
    grid.endGroup()
    for row in tree.children(of: part) where tree[row].kind == .row { addRow(row, group: part, to: &grid) }
    grid.endGroup()
  }

  private mutating func addRow(_ row: BoxID, group: BoxID, to grid: inout TableGrid) {
    grid.beginRow(row, group: group)
    for cell in tree.children(of: row) where tree[cell].kind == .cell {
      let columns = min(1000, max(1, integer(tree[cell].node, .colspan) ?? 1))
      let rows = min(65534, max(0, integer(tree[cell].node, .rowspan) ?? 1))
      grid.add(cell, columns: columns, rows: rows)
    }
  }

  /// The integer at the start of an attribute (HTML 2.3.4.1). A larger number than 999,999,999 is that one.
  // Mutating to avoid a copy of the builder.
  private mutating func integer(_ node: NodeID, _ name: Atom) -> Int? {
    guard !node.isNone, let text = document.document.attribute(node, name) else { return nil }
    var digits = text.drop { $0.isASCII && $0.isWhitespace }
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits.removeFirst() }
    digits = digits.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return nil }
    let significant = digits.drop { $0 == "0" }
    let value = significant.count > 9 ? 999_999_999 : Int(significant) ?? 0
    return isNegative ? -value : value
  }
}
