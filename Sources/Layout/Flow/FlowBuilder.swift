import Markup
import Style

/// Converts the boxes of a document that has been laid out to values without indices.
struct FlowBuilder {
  let frames: FlowFrames
  /// The styles of boxes with lines.
  private(set) var lineStyles: Set<StyleID> = []

  init(frames: FlowFrames) { self.frames = frames }

  mutating func box(_ id: BoxID, of context: borrowing LayoutContext) -> FlowBox {
    let box = context.tree[id]
    var result = FlowBox(content: .blank, style: box.style, node: box.node)
    result.isAnonymous = box.isAnonymous
    result.isMissingImage = box.isMissingImage
    result.frame = box.isAnonymous ? nil : frames[box.node]
    if box.link != Box.absent { result.link = context.tree.links[Int(box.link)].target }
    if box.marker != Box.absent { result.marker = marker(context.tree.markers[Int(box.marker)], of: context) }
    result.content = content(id, box, of: context)
    return result
  }

  private mutating func content(_ id: BoxID, _ box: Box, of context: borrowing LayoutContext) -> FlowBox.Content {
    switch box.kind {
    case .replaced: return replaced(box, of: context)
    case .table where box.payload != Box.absent:
      return .table(table(context.tree.tables[Int(box.payload)], of: context))
    case _ where context.tree.formulas[id] != nil:
      return context.tree.formulas[id].map { .lines(line(FlowFormula($0), box)) } ?? .blank
    case _ where box.hasLines:
      let lines = lines(context.tree.inlines[Int(box.inline)], of: context)
      guard let legend = context.tree.legends[id] else { return .lines(lines) }
      var rest = FlowBox(content: .lines(lines), style: box.style, node: box.node)
      rest.isAnonymous = true
      return .boxes([self.box(legend, of: context), rest])
    default:
      var children = context.tree.legends[id].map { [self.box($0, of: context)] } ?? []
      for child in context.tree.children(of: id) { children.append(self.box(child, of: context)) }
      return .boxes(children)
    }
  }

  /// A line with a formula.
  private mutating func line(_ formula: FlowFormula, _ box: Box) -> FlowLines {
    lineStyles.insert(box.style)
    let object = FlowBox(content: .formula(formula), style: box.style, node: box.node, isAnonymous: true)
    let bytes = ContiguousArray("\u{FFFC}".utf8)
    return FlowLines(bytes: bytes, items: [FlowItem(kind: .atomic(object), inline: nil)], style: box.style)
  }

  private func replaced(_ box: Box, of context: borrowing LayoutContext) -> FlowBox.Content {
    guard box.payload != Box.absent else { return .blank }
    let content = context.tree.replaced[Int(box.payload)]
    switch content.kind {
    case .image(let image):
      return .picture(
        FlowPicture(
          image: image, rect: frames.pictures[box.node], naturalWidth: content.width, naturalHeight: content.height))
    case .control(let control): return .control(control)
    case .leader(let pattern): return .leader(pattern)
    // Word files are made without turned contents.
    case .turned, .generated, .blank: return .blank
    }
  }

  private func marker(_ marker: ListMarker, of context: borrowing LayoutContext) -> FlowMarker {
    var result = FlowMarker(
      bullet: nil, text: "", style: marker.style, number: marker.number, numbers: marker.numbers)
    switch marker.kind {
    case .bullet(let bullet): result.bullet = bullet
    case .box(let id):
      guard context.tree[id].hasLines else { break }
      let content = context.tree.inlines[Int(context.tree[id].inline)]
      let bytes = context.bytes(of: content)
      for item in content.items where item.kind == .text {
        result.text += String(
          decoding: bytes[Int(item.bytes.lowerBound)..<Int(item.bytes.upperBound)], as: UTF8.self)
      }
    }
    return result
  }

  private mutating func lines(_ content: InlineContent, of context: borrowing LayoutContext) -> FlowLines {
    lineStyles.insert(content.rootStyle)
    var result = FlowLines(bytes: context.bytes(of: content), style: content.rootStyle)
    result.inlines = content.boxes.map { box in
      FlowInline(
        style: box.style, node: box.node, parent: box.parent == InlineItem.root ? nil : Int(box.parent),
        link: box.link == Box.absent ? nil : context.tree.links[Int(box.link)].target)
    }
    var references: [Int: Int] = [:]
    for reference in content.detail.references { references[reference.item] = reference.reference }
    result.items.reserveCapacity(content.items.count)
    for (index, item) in content.items.enumerated() {
      let kind: FlowItem.Kind
      switch item.kind {
      case .open: kind = .open
      case .close: kind = .close
      case .text:
        if let number = references[index] {
          let reference = context.tree.references[number]
          kind = .reference(
            FlowReference(
              item: reference.item, text: reference.text == "\u{200B}" ? "" : reference.text, target: reference.target))
        } else {
          // The first text includes the control characters of the root.
          let start = item.bytes.lowerBound == 0 ? content.rootControlCount : Int(item.bytes.lowerBound)
          guard start < Int(item.bytes.upperBound) else { continue }
          kind = .text(start..<Int(item.bytes.upperBound))
        }
      case .atomic: kind = .atomic(box(item.object, of: context))
      case .float: kind = .float(box(item.object, of: context))
      case .outOfFlow:
        let object = box(item.object, of: context)
        kind = context.tree.footnotes.contains(item.object) ? .footnote(object) : .outOfFlow(object)
      }
      result.items.append(FlowItem(kind: kind, inline: item.box == InlineItem.root ? nil : Int(item.box)))
    }
    return result
  }

  private mutating func table(_ grid: TableGrid, of context: borrowing LayoutContext) -> FlowTable {
    var table = FlowTable(captions: [], rows: [], columnCount: grid.columnCount, columnStyles: [])
    for caption in grid.captions { table.captions.append(box(caption, of: context)) }
    table.columnStyles = grid.columns.map { context.tree[$0.box].style }
    for (index, row) in grid.rows.enumerated() {
      var cells: [FlowTable.Cell] = []
      for cell in grid.cells[row.cells] {
        cells.append(
          FlowTable.Cell(
            box: box(cell.box, of: context), column: cell.column, columns: cell.columns,
            rows: min(cell.rows, grid.rows.count - index)))
      }
      table.rows.append(
        FlowTable.Row(
          style: context.tree[row.box].style, node: context.tree[row.box].node,
          group: row.group.isNone ? nil : context.tree[row.group].style, isHeader: grid.headRows.contains(index),
          isFooter: grid.footRows.contains(index), cells: cells))
    }
    return table
  }
}
