import Layout
import Markup
import Style

/// Tables.
extension Converter {
  func convertTable(_ table: FlowTable, of box: FlowBox, _ context: BlockContext) throws(WordError) {
    guard table.columnCount <= limits.columns else {
      throw WordError(
        .tooManyColumns,
        "The table has \(table.columnCount) columns, but Word allows at most \(limits.columns); divide the table.",
        line: box.node.isNone ? nil : Int(document.document[box.node].line))
    }
    let isBelow = self[box.style].text.captionSideBottom
    if !isBelow { try convertCaptions(table, of: box, context, keepsNext: true) }
    guard !table.rows.isEmpty, table.columnCount > 0 else { return }
    guard context.tableDepth < limits.tableDepth else {
      warn("word_table_too_deep", "Tables nested deeper than \(limits.tableDepth) become paragraphs", box.node)
      for row in table.rows { for cell in row.cells { try convert(cell.box, context) } }
      return
    }
    let edges = edges(of: box.style, width: context.width)
    let available = context.width - edges.margin.left - edges.margin.right
    var widths = TableWidths(table, box, available: available)
    if !self[box.style].box.tableLayoutFixed { widths.addTolerance(available: available) }
    var converted = Table(
      role: TableRole(classes: classes(of: box.node)), columns: widths.columns.map(Units.twips), rows: [])
    converted.properties = properties(of: box, edges, widths, context)
    var formats = CellFormats(table, box, converter: self)
    let bookmark = pending.bookmarks
    pending.bookmarks = []
    if table.rows.contains(where: \.isFooter), table.rows.count > 20 {
      warn(
        "word_footer_not_repeated", "Word repeats header rows on each page, but not footer rows", box.node,
        severity: .note)
    }
    for row in table.rows.indices {
      try converted.rows.append(
        convertRow(row, of: table, widths, &formats, context, bookmarks: row == 0 ? bookmark : []))
    }
    if !converted.rows[0].cells.isEmpty {
      try appendTable(converted, marginTop: table.captions.isEmpty || isBelow ? edges.margin.top : 0)
      pending.margin = max(pending.margin, edges.margin.bottom)
    }
    if isBelow { try convertCaptions(table, of: box, context, keepsNext: false) }
  }

  private func convertCaptions(
    _ table: FlowTable, of box: FlowBox, _ context: BlockContext, keepsNext: Bool
  ) throws(WordError) {
    var inner = context
    inner.base = .caption
    if let width = box.frame?.width, case .length = self[box.style].box.margin.left, width < context.width {
      // As wide as the table.
      inner.right += context.width - width
      inner.width = width
    }
    for caption in table.captions {
      inner.element = caption.node
      try convert(caption, inner)
      if keepsNext { keepLastParagraphWithNext() }
    }
  }

  /// Adds a table, with the pending space above it.
  func appendTable(_ table: Table, marginTop: Double = 0) throws(WordError) {
    let space = max(pending.margin, marginTop) + pending.padding
    let breaksPage = pending.breaksPage
    let border = pending.border
    let number = pending.number
    let needsParagraph =
      border != nil || number != nil || pending.markerText != nil || !pending.bookmarks.isEmpty
      || !pending.pictures.isEmpty
    if case .paragraph? = blocks.last, !needsParagraph {
      pending = Pending()
      addSpace(after: space, joins: true)
      pending.breaksPage = breaksPage
    } else if !blocks.isEmpty || needsParagraph {
      // Word joins adjacent tables; borders and numbers need a paragraph.
      pending.margin = max(pending.margin, marginTop)
      var between = separator()
      if number != nil { between.characters = root.map { characters($0.style) } ?? RunProperties() }
      if number != nil { (between.properties.line, between.properties.lineRule) = (240, .auto) }
      between.properties.keepsNext = true
      try appendParagraph(between)
    }
    var table = table
    if pending.breaksPage { table.breakPage() }
    pending = Pending()
    blocks.append(.table(table))
  }

  private func properties(of box: FlowBox, _ edges: Edges, _ widths: TableWidths, _ context: BlockContext)
    -> TableProperties
  {
    let style = self[box.style]
    var properties = TableProperties()
    properties.isFixed = style.box.tableLayoutFixed
    properties.isRightToLeft = style.text.direction == .rightToLeft
    switch (style.box.margin.left, style.box.margin.right) {
    case (.auto, .auto): properties.alignment = .center
    case (.auto, _): properties.alignment = .right
    default: properties.indent = Units.twips(context.left + edges.margin.left)
    }
    if widths.spacing > 0 { properties.spacing = Units.twips(widths.spacing / 2) }
    return properties
  }

  // MARK: - Rows

  private func convertRow(
    _ index: Int, of table: FlowTable, _ widths: TableWidths, _ formats: inout CellFormats, _ context: BlockContext,
    bookmarks: [Int]
  ) throws(WordError) -> TableRow {
    let row = table.rows[index]
    let style = self[row.style].box
    var result = TableRow(cells: [])
    result.isHeader = row.isHeader && table.rows[..<index].allSatisfy(\.isHeader)
    result.isUnbreakable = style.breakInside == .avoid || style.breakInside == .avoidPage
    if case .length(.px(let height)) = style.height { result.height = max(0, Units.twips(height)) }
    var marks = bookmarks
    if let own = self.bookmarks.index(of: row.node) { marks.append(own) }
    for slot in formats.slots(inRow: index) {
      var cell = TableCell(column: slot.column, columns: slot.columns)
      cell.merge = slot.merge
      cell.format = formats.format(of: slot, row: index)
      if let content = slot.cell, slot.merge != .next {
        cell.blocks = try convertCell(
          content.box, width: widths.width(of: content) - widths.spacing, isHeader: row.isHeader, context,
          bookmarks: marks)
        marks = []
      } else {
        cell.blocks = [.paragraph(separator())]
      }
      result.cells.append(cell)
    }
    if style.breakBefore.isForcedPage { result.breakPage() }
    let next = index + 1 < table.rows.count ? self[table.rows[index + 1].style].box.breakBefore : .auto
    if style.breakAfter.isAvoided || next.isAvoided { result.keepWithNext() }
    return result
  }

  /// The content of a cell.
  func convertCell(
    _ box: FlowBox, width: Double, isHeader: Bool, _ context: BlockContext, bookmarks: [Int] = []
  ) throws(WordError) -> [Block] {
    let outer = (blocks, pending)
    defer { (blocks, pending) = outer }
    blocks = []
    pending = Pending()
    pending.bookmarks = bookmarks
    if let own = self.bookmarks.index(of: box.node) { pending.bookmarks.append(own) }
    let edges = edges(of: box.style, width: width)
    var inner = BlockContext(width: max(1, width - edges.padding.left - edges.padding.right))
    inner.base = isHeader || isElement(box, .th) ? .tableHeading : .tableText
    inner.element = box.node
    inner.tableDepth = context.tableDepth + 1
    inner.link = box.link ?? context.link
    inner.alignsEnd = context.alignsEnd
    try convertInside(box, inner)
    return try finishCell()
  }

  /// Converts the content of a box whose own edges are shown by a cell.
  func convertInside(_ box: FlowBox, _ context: BlockContext) throws(WordError) {
    switch box.content {
    case .boxes:
      var inner = context
      if box.children.contains(where: { $0.marker != nil }) {
        inner.list = numbering.startList()
        inner.listDepth = 1
      }
      try convertChildren(box, inner)
    case .lines(let lines):
      var content = box
      content.style = document.anonymousStyle(inheriting: box.style, display: .block)
      content.isAnonymous = true
      try convertLines(lines, of: content, context)
    default: try convert(box, context)
    }
  }

  /// Every cell ends with a paragraph.
  private func finishCell() throws(WordError) -> [Block] {
    if pending.number != nil || pending.markerText != nil || blocks.isEmpty || !pending.pictures.isEmpty {
      try appendParagraph(separator())
    }
    if case .table? = blocks.last { try appendParagraph(separator()) }
    return blocks
  }
}

extension BoxStyle.Break {
  var isAvoided: Bool { self == .avoid || self == .avoidPage }

  var isForcedPage: Bool {
    switch self {
    case .page, .left, .right, .recto, .verso, .always: true
    default: false
    }
  }
}

extension Table {
  /// Starts the table on a new page.
  mutating func breakPage() { if !rows.isEmpty { rows[0].breakPage() } }
}

extension TableRow {
  /// Starts the row on a new page, by its first paragraph.
  mutating func breakPage() { change(onlyFirst: true) { $0.properties.breaksPageBefore = true } }

  /// Keeps the row on one page with the next.
  mutating func keepWithNext() { change(onlyFirst: false) { $0.properties.keepsNext = true } }

  private mutating func change(onlyFirst: Bool, _ change: (inout Paragraph) -> Void) {
    for cell in cells.indices {
      for block in cells[cell].blocks.indices {
        guard case .paragraph(var paragraph) = cells[cell].blocks[block] else { continue }
        change(&paragraph)
        cells[cell].blocks[block] = .paragraph(paragraph)
        if onlyFirst { return }
      }
    }
  }
}
