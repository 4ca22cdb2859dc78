import Layout
import Style

/// Flex and grid containers, and boxes with borders around several blocks: tables without lines.
extension Converter {
  /// An item of a flex or grid container, with its frame as laid out.
  private struct Item {
    var box: FlowBox
    var frame: Rect
  }

  /// Items beside each other become the cells of a row; items below each other become a sequence.
  func convertItems(of box: FlowBox, _ context: BlockContext) throws(WordError) {
    var items: [Item] = []
    for child in box.children {
      guard let frame = child.frame ?? anonymousFrame(child) else { continue }
      items.append(Item(box: child, frame: frame))
    }
    guard items.count == box.children.count, items.count > 1, context.tableDepth < limits.tableDepth else {
      if items.count != box.children.count {
        warn("word_items_in_sequence", "The items of the flex or grid container are placed in sequence", box.node)
      }
      for child in box.children { try convert(child, context) }
      return
    }
    for row in rows(of: items) {
      let columns = columns(of: row)
      if columns.count == 1 {
        for item in row { try convert(item.box, context) }
      } else {
        try convertRow(columns, of: box, context)
      }
    }
  }

  /// The frame of an anonymous item: that of its first box that has one.
  private func anonymousFrame(_ child: FlowBox) -> Rect? {
    child.children.lazy.compactMap(\.frame).first
  }

  /// Items whose vertical extents overlap are in one row, in document order.
  private func rows(of items: [Item]) -> [[Item]] {
    groups(of: items) { $0.y...max($0.y, $0.maxY) }
  }

  /// Items of a row whose horizontal extents overlap are in one column.
  private func columns(of row: [Item]) -> [[Item]] {
    groups(of: row) { $0.x...max($0.x, $0.maxX) }
  }

  /// Groups items whose extents overlap by more than 1 px.
  /// - Returns: the groups in the order of their extents, each in document order.
  private func groups(of items: [Item], by extent: (Rect) -> ClosedRange<Double>) -> [[Item]] {
    var groups: [(items: [Int], end: Double)] = []
    let extents = items.map { extent($0.frame) }
    for index in items.indices.sorted(by: { (extents[$0].lowerBound, $0) < (extents[$1].lowerBound, $1) }) {
      if let end = groups.last?.end, extents[index].lowerBound < end - 1 {
        groups[groups.count - 1].items.append(index)
        groups[groups.count - 1].end = max(end, extents[index].upperBound)
      } else {
        groups.append(([index], extents[index].upperBound))
      }
    }
    return groups.map { $0.items.sorted().map { items[$0] } }
  }

  private func convertRow(_ columns: [[Item]], of box: FlowBox, _ context: BlockContext) throws(WordError) {
    guard columns.count <= limits.columns else {
      warn(
        "word_items_in_sequence",
        "More than \(limits.columns) items are beside each other; they are placed in sequence", box.node)
      for item in columns.joined() { try convert(item.box, context) }
      return
    }
    let left = contentLeft(of: box, columns)
    var starts = columns.map { column in (column.map(\.frame.x).min() ?? left) - left }
    let ends = columns.map { column in (column.map(\.frame.maxX).max() ?? left) - left }
    starts[0] = min(starts[0], 0)
    var alignsEnd = false
    // An item at the right edge that is as wide as its text would be broken by a font that is a little wider.
    let last = columns.count - 1
    let gap = starts[last] - ends[last - 1]
    if gap > 8, ends[last] > context.width - 2, isPushedToEnd(columns[last], in: box) {
      starts[last] -= gap * 0.7
      alignsEnd = true
    }
    var table = Table(role: TableRole(classes: "layout"), columns: [], rows: [TableRow(cells: [])])
    table.properties.isFixed = true
    table.properties.indent = Units.twips(context.left + starts[0])
    for (index, column) in columns.enumerated() {
      let next = index + 1 < columns.count ? starts[index + 1] : max(context.width, starts[index] + 20)
      let width = max(10, next - starts[index])
      table.columns.append(Units.twips(width))
      var inner = context
      inner.alignsEnd = context.alignsEnd || alignsEnd && index == last
      table.rows[0].cells.append(
        try cell(
          of: column.map(\.box), column: index, width: width, gap: max(0, min(width / 2, next - ends[index])), inner))
    }
    table.rows[0].isUnbreakable = columns.allSatisfy { $0.allSatisfy { $0.frame.height < 300 } }
    try appendTable(table)
  }

  /// Whether free space precedes the last item of a line.
  private func isPushedToEnd(_ column: [Item], in box: FlowBox) -> Bool {
    let style = self[box.style]
    guard style.box.display == .flex || style.box.display == .inlineFlex, column.count == 1, let item = column.first
    else { return false }
    if case .auto = self[item.box.style].box.margin.left { return true }
    guard self[item.box.style].item.flexGrow == 0 else { return false }
    switch style.item.justifyContent {
    case .spaceBetween, .end, .flexEnd, .right: return true
    default: return false
    }
  }

  /// The left edge of a container's content on the page, px.
  private func contentLeft(of box: FlowBox, _ columns: [[Item]]) -> Double {
    guard let frame = box.frame else { return columns[0].map(\.frame.x).min() ?? 0 }
    let edges = edges(of: box.style, width: frame.width)
    return frame.x + edges.border.left + edges.padding.left
  }

  private func cell(of boxes: [FlowBox], column: Int, width: Double, gap: Double, _ context: BlockContext)
    throws(WordError)
    -> TableCell
  {
    var cell = TableCell(column: column)
    cell.format.margins.right = gap > 1 ? Units.twips(gap * 0.5) : 0
    if boxes.count == 1 {
      cell.format = format(ofBox: boxes[0].style, margins: cell.format.margins)
      switch self[boxes[0].style].item.alignSelf {
      case .center: cell.format.alignment = .center
      case .end, .flexEnd: cell.format.alignment = .bottom
      default: break
      }
    }
    cell.blocks = try convertBoxes(boxes, width: width - gap, context)
    return cell
  }

  /// The borders, background and padding of a box, as formatting of a table cell.
  private func format(ofBox style: StyleID, margins: Sides<Int>) -> TableCell.Format {
    var format = TableCell.Format()
    format.borders = self[style].borders()
    let padding = edges(of: style, width: 0).padding
    format.margins = Sides(
      top: Units.twips(padding.top), right: margins.right + Units.twips(padding.right),
      bottom: Units.twips(padding.bottom), left: margins.left + Units.twips(padding.left))
    if self[style].paint.backgroundColor.alpha > 0 { format.shading = self[style].paint.backgroundColor.hex }
    return format
  }

  /// The blocks of boxes in a cell without borders, or of the only box, whose borders the cell shows.
  private func convertBoxes(_ boxes: [FlowBox], width: Double, _ context: BlockContext) throws(WordError) -> [Block] {
    let outer = (blocks, pending)
    defer { (blocks, pending) = outer }
    blocks = []
    pending = Pending()
    for box in boxes {
      var inner = context
      inner.isBody = false
      inner.decoration = nil
      inner.tableDepth += 1
      (inner.left, inner.right) = (0, 0)
      inner.list = nil
      inner.listDepth = 0
      let edges = edges(of: box.style, width: width)
      inner.width = max(1, width)
      guard boxes.count == 1 else {
        try convert(box, inner)
        continue
      }
      inner.width = max(1, width - edges.padding.left - edges.padding.right)
      if let bookmark = bookmarks.index(of: box.node) { pending.bookmarks.append(bookmark) }
      if !box.node.isNone, !box.isAnonymous {
        inner.element = box.node
        inner.base = base(of: box.node, context)
      }
      if let link = box.link { inner.link = link }
      try convertInside(box, inner)
    }
    if blocks.isEmpty || pending.number != nil || pending.markerText != nil { try appendParagraph(separator()) }
    if case .table? = blocks.last { try appendParagraph(separator()) }
    return blocks
  }

  /// A container with borders or a background around other blocks than paragraphs: a table of one cell.
  func convertPanel(_ box: FlowBox, _ edges: Edges, _ context: BlockContext) throws(WordError) {
    let width = edges.width + edges.padding.left + edges.padding.right + edges.border.left + edges.border.right
    var table = Table(role: TableRole(classes: "box"), columns: [Units.twips(width)], rows: [TableRow(cells: [])])
    table.properties.isFixed = true
    table.properties.indent = Units.twips(context.left + edges.margin.left)
    var cell = TableCell(column: 0)
    cell.format = format(ofBox: box.style, margins: Sides(0))
    cell.blocks = try convertBoxes([box], width: edges.width + edges.padding.left + edges.padding.right, context)
    table.rows[0].cells = [cell]
    table.rows[0].isUnbreakable = self[box.style].box.breakInside.isAvoided
    try appendTable(table, marginTop: edges.margin.top)
    pending.margin = max(pending.margin, edges.margin.bottom)
  }
}

extension BoxStyle.BreakInside {
  var isAvoided: Bool { self == .avoid || self == .avoidPage }
}
