import Diagnostics
import Layout
import Markup
import Style

/// Headers and footers, from the margin boxes of pages (css-page-3 §4).
extension Converter {
  private enum Edge { case top, bottom }

  /// Adds headers and footers to a section.
  /// - Parameters:
  ///   - pages: the kinds of pages and their styles; the first is that of most pages.
  ///   - least: px of the least top and bottom margin of these pages.
  func addMarginBoxes(
    _ pages: [(SectionProperties.HeaderKind, PageStyle)], to properties: inout SectionProperties,
    least: (top: Double, bottom: Double)
  ) throws(WordError) {
    for (_, page) in pages where page.marginBoxes.contains(where: { $0.place.isBeside }) {
      warn("word_side_margin_box", "Word has no boxes beside the text; they are left out", .none)
    }
    for edge in [Edge.top, .bottom] {
      let boxes = pages.map { page in page.1.marginBoxes.filter { edge == .top ? $0.place.isAbove : $0.place.isBelow } }
      let margins = pages.map { edge == .top ? $0.1.box.margin.top : $0.1.box.margin.bottom }
      let floor = edge == .top ? least.top : least.bottom
      guard boxes.contains(where: { !$0.isEmpty }) || margins.contains(where: { $0 > floor + 1 }) else { continue }
      var distance: Double?
      for (index, (kind, page)) in pages.enumerated() {
        let part = try headerBlocks(boxes[index], page, edge)
        let own = self.distance(boxes[index], part, page, edge)
        if distance == nil || kind == .default, !boxes[index].isEmpty { distance = own }
        var content = part
        fill(&content, to: margins[index], from: distance ?? own, floor: floor, edge)
        if edge == .top {
          headers.append(content)
          properties.headers[kind] = headers.count - 1
        } else {
          footers.append(content)
          properties.footers[kind] = footers.count - 1
        }
      }
      let twips = Units.twips(max(0, distance ?? floor / 2))
      if edge == .top { properties.headerDistance = twips } else { properties.footerDistance = twips }
    }
  }

  /// Adds space so that text starts at a margin that is greater than the section's.
  private func fill(_ content: inout [Block], to margin: Double, from distance: Double, floor: Double, _ edge: Edge) {
    guard margin > floor + 1 else { return }
    let missing = margin - distance - height(of: content)
    guard missing > 0 else { return }
    let index = edge == .top ? content.count - 1 : 0
    guard case .paragraph(var paragraph) = content[index] else { return }
    if edge == .top {
      paragraph.properties.after += Units.twips(missing)
    } else {
      paragraph.properties.before += Units.twips(missing)
    }
    content[index] = .paragraph(paragraph)
  }

  /// The height of paragraphs of one line each, px.
  private func height(of blocks: [Block]) -> Double {
    blocks.reduce(0) { sum, block in
      guard case .paragraph(let paragraph) = block else { return sum + 20 }
      let properties = paragraph.properties
      let line =
        properties.lineRule == .auto
        ? Double(paragraph.characters.size) / 1.5 * 1.2 * Double(properties.line) / 240 : Double(properties.line) / 15
      let borders = properties.borders
      return sum + line + Double(properties.before + properties.after) / 15
        + Double(borders.top.space + borders.bottom.space) / 0.75 + Double(borders.top.size + borders.bottom.size) / 6
    }
  }

  /// The distance from the edge of the page to the header or footer, px.
  private func distance(_ boxes: [PageStyle.MarginBox], _ content: [Block], _ page: PageStyle, _ edge: Edge) -> Double {
    let margin = edge == .top ? page.box.margin.top : page.box.margin.bottom
    guard let style = boxes.first?.style else { return margin / 2 }
    let free = margin - height(of: content)
    let edges = edges(of: style, width: page.box.contentWidth)
    switch (self[style].box.verticalAlign, edge) {
    case (.top, .top): return edges.margin.top + edges.padding.top
    case (.bottom, .bottom): return edges.margin.bottom + edges.padding.bottom
    case (.bottom, .top): return max(0, free - edges.margin.bottom)
    case (.top, .bottom): return max(0, free - edges.margin.top)
    default: return max(0, free / 2)
    }
  }

  // MARK: - Content

  private func headerBlocks(_ boxes: [PageStyle.MarginBox], _ page: PageStyle, _ edge: Edge) throws(WordError)
    -> [Block]
  {
    let outer = (blocks, pending)
    defer { (blocks, pending) = outer }
    blocks = []
    pending = Pending()
    let base: ParagraphRole.Base = edge == .top ? .header : .footer
    let width = page.box.contentWidth - inset.left - inset.right
    for box in boxes {
      for case .runningElement(let name, _) in self[box.style].content.content ?? [] {
        guard let element = running[name] else { continue }
        var context = BlockContext(width: width)
        context.base = base
        context.element = element.node
        try convertInside(element, context)
      }
    }
    let line = try headerLine(boxes, base, width: width)
    if let line { blocks.append(.paragraph(line)) }
    if case .table? = blocks.last { try appendParagraph(separator()) }
    if blocks.isEmpty {
      var empty = separator()
      empty.role = ParagraphRole(base: base)
      blocks.append(.paragraph(empty))
    }
    return blocks
  }

  /// The margin boxes of one edge as a line with tab stops.
  private func headerLine(
    _ boxes: [PageStyle.MarginBox], _ base: ParagraphRole.Base, width: Double
  ) throws(WordError) -> Paragraph? {
    var parts: [Int: [Inline]] = [:]
    var styles: [StyleID] = []
    for box in boxes.sorted(by: { $0.place.column < $1.place.column }) {
      let content = marginContent(box.style)
      guard !content.isEmpty else { continue }
      styles.append(box.style)
      if parts[box.place.column] != nil {
        parts[box.place.column]?.append(.text(" ", RunFormat(role: CharacterRole(), properties: characters(box.style))))
      }
      parts[box.place.column, default: []] += content
    }
    guard let model = styles.first else { return nil }
    var paragraph = Paragraph(
      role: ParagraphRole(base: base), properties: ParagraphProperties(), characters: characters(model))
    let edges = edges(of: model, width: width)
    paragraph.properties.borders = self[model].borders(space: edges.padding)
    paragraph.properties.borders.left = .none
    paragraph.properties.borders.right = .none
    setLine(&paragraph.properties, model)
    paragraph.properties.isRightToLeft = root.map { self[$0.style].text.direction == .rightToLeft } ?? false
    let isMirrored = paragraph.properties.isRightToLeft
    let columns = parts.keys.sorted()
    guard columns.count > 1 else {
      paragraph.properties.alignment = columns[0] == 1 ? .center : (columns[0] == 0) != isMirrored ? .start : .end
      paragraph.content = parts[columns[0]] ?? []
      return paragraph
    }
    let tab = Inline.tab(RunFormat(role: CharacterRole(), properties: paragraph.characters))
    if parts[1] != nil { paragraph.properties.tabs.append(.init(kind: "center", position: Units.twips(width / 2))) }
    if parts[2] != nil || isMirrored {
      paragraph.properties.tabs.append(.init(kind: "right", position: Units.twips(width)))
    }
    let order = isMirrored ? [2, 1, 0] : [0, 1, 2]
    for (index, column) in order.enumerated() {
      if index > 0, parts[column] != nil || column == 1 && parts[1] != nil { paragraph.content.append(tab) }
      paragraph.content += parts[column] ?? []
    }
    return paragraph
  }
}

extension MarginBoxPlace {
  var isAbove: Bool {
    switch self {
    case .topLeftCorner, .topLeft, .topCenter, .topRight, .topRightCorner: true
    default: false
    }
  }

  var isBelow: Bool {
    switch self {
    case .bottomLeftCorner, .bottomLeft, .bottomCenter, .bottomRight, .bottomRightCorner: true
    default: false
    }
  }

  var isBeside: Bool { !isAbove && !isBelow }

  /// 0 left, 1 center, 2 right.
  var column: Int {
    switch self {
    case .topLeftCorner, .topLeft, .bottomLeftCorner, .bottomLeft: 0
    case .topCenter, .bottomCenter: 1
    default: 2
    }
  }
}
