import Style

/// Writes content as plain text, such as the text alternative of a mail: paragraphs, headings, lists, quotations and
/// tables as plain text, links with their addresses.
struct PlainText {
  private let styled: StyledDocument
  /// Columns of a line.
  private let width: Int
  /// Columns of the widest table.
  private let tableWidth: Int

  init(styled: StyledDocument, width: Int = 76, tableWidth: Int = 76) {
    self.styled = styled
    self.width = width
    self.tableWidth = tableWidth
  }

  mutating func text(of body: ContentElement) -> String {
    let lines = Self.joined(blocks(of: body, width: width))
    return lines.joined(separator: "\n") + "\n"
  }

  /// Lines that belong together.
  struct Block {
    var lines: [String]
    /// Whether an empty line separates it from adjacent blocks.
    var isApart: Bool
  }

  private static func joined(_ blocks: [Block]) -> [String] {
    var lines: [String] = []
    var previousIsApart = false
    for block in blocks where !block.lines.isEmpty {
      if !lines.isEmpty, block.isApart || previousIsApart { lines.append("") }
      lines += block.lines
      previousIsApart = block.isApart
    }
    return lines
  }

  private func isBlock(_ element: ContentElement) -> Bool {
    if ["br", "img", "wbr"].contains(element.name) { return false }
    switch styled[element.style].box.display {
    case .inline, .contents, .inlineBlock, .inlineListItem, .inlineBlockListItem: return element.name == "hr"
    default: return true
    }
  }

  private func blocks(of element: ContentElement, width: Int) -> [Block] {
    var blocks: [Block] = []
    var inline = InlineText()
    var number = element.integer("start") ?? 1
    func flush() {
      let lines = inline.lines(width: width)
      inline = InlineText()
      if !lines.isEmpty { blocks.append(Block(lines: lines, isApart: false)) }
    }
    for child in element.children {
      switch child {
      case .text(let text): inline.append(text, keepsSpaces: keepsSpaces(element))
      case .element(let child) where !isBlock(child) && !containsBlock(child): append(child, to: &inline)
      case .element(let child):
        flush()
        if child.name == "li" {
          number = child.integer("value") ?? number
          blocks.append(item(child, marker: marker(child, number: number), width: width))
          number += 1
        } else {
          blocks += self.blocks(for: child, width: width)
        }
      }
    }
    flush()
    return blocks
  }

  private func containsBlock(_ element: ContentElement) -> Bool {
    element.elements.contains { isBlock($0) || containsBlock($0) }
  }

  private func keepsSpaces(_ element: ContentElement) -> Bool { !styled[element.style].text.whiteSpace.collapsesSpaces }

  private func blocks(for element: ContentElement, width: Int) -> [Block] {
    switch element.name {
    case "h1", "h2":
      let lines = Self.joined(blocks(of: element, width: width))
      guard let longest = lines.map(TextColumns.count).max() else { return [] }
      let underline = String(repeating: element.name == "h1" ? "=" : "-", count: longest)
      return [Block(lines: lines + [underline], isApart: true)]
    case "h3", "h4", "h5", "h6", "p", "figure", "dl", "address":
      return [Block(lines: Self.joined(blocks(of: element, width: width)), isApart: true)]
    case "ul", "ol":
      return [Block(lines: Self.joined(blocks(of: element, width: width)), isApart: true)]
    case "dd": return [indented(element, by: "    ", width: width)]
    case "blockquote": return [indented(element, by: "> ", width: width, isApart: true)]
    case "pre": return [Block(lines: blocks(of: element, width: .max).flatMap(\.lines), isApart: true)]
    case "hr": return [Block(lines: [String(repeating: "-", count: min(width, 40))], isApart: true)]
    case "table": return [table(element, width: width)]
    default: return blocks(of: element, width: width)
    }
  }

  private func indented(_ element: ContentElement, by prefix: String, width: Int, isApart: Bool = false) -> Block {
    let lines = Self.joined(blocks(of: element, width: max(width - prefix.count, 20)))
    return Block(
      lines: lines.map { ($0.isEmpty && prefix == "> ") ? ">" : $0.isEmpty ? "" : prefix + $0 }, isApart: isApart)
  }

  private func marker(_ item: ContentElement, number: Int) -> String {
    guard let type = styled[item.style].text.listStyleType else { return "" }
    if ["disc", "circle", "square"].contains(type) { return "- " }
    return styled.markerText(number, style: type)
  }

  /// A list item with a hanging indent. Lists in it are not separated by empty lines.
  private func item(_ element: ContentElement, marker: String, width: Int) -> Block {
    let indent = String(repeating: " ", count: TextColumns.count(marker))
    let blocks = self.blocks(of: element, width: max(width - indent.count, 20))
    let paragraphs = blocks.count { $0.isApart }
    let lines = paragraphs > 1 ? Self.joined(blocks) : blocks.flatMap(\.lines)
    return Block(
      lines: lines.enumerated().map { $0 == 0 ? marker + $1 : $1.isEmpty ? "" : indent + $1 }, isApart: false)
  }

  private func append(_ element: ContentElement, to inline: inout InlineText) {
    switch element.name {
    case "br": return inline.breakLine()
    case "img":
      if let alternative = element.alternative, !alternative.isEmpty {
        inline.append("[\(alternative)]", keepsSpaces: false)
      }
      return
    default: break
    }
    let start = inline.mark
    for child in element.children {
      switch child {
      case .text(let text): inline.append(text, keepsSpaces: keepsSpaces(element))
      case .element(let child): append(child, to: &inline)
      }
    }
    if let address = element.attribute("href") {
      let text = inline.text(from: start)
      let known = [address, "mailto:" + text, "https://" + text, "http://" + text, "tel:" + text]
      if !known.contains(text), !known.dropFirst().contains(address) {
        inline.append(" <\(address)>", keepsSpaces: false)
      }
    }
    if styled[element.style].box.display == .inlineBlock { inline.append(" ", keepsSpaces: false) }
  }
}

// MARK: - Tables

extension PlainText {
  private struct Cell {
    var text: String
    var span: Int
    var isRight: Bool
    var isHeader: Bool
  }

  /// Aligned columns if they fit, otherwise one block for each row with the headers before the values.
  private func table(_ table: ContentElement, width: Int) -> Block {
    var captions: [String] = []
    var rows: [[ContentElement]] = []
    collectRows(of: table, into: &rows, captions: &captions, width: width)
    guard rows.contains(where: { $0.count > 1 }) else {
      // A table for layout: its cells one after the other.
      let blocks = rows.joined().flatMap { self.blocks(of: $0, width: width) }
      return Block(lines: captions + Self.joined(blocks), isApart: true)
    }
    let cells = rows.map { row in
      row.map { cell in
        let lines = Self.joined(blocks(of: cell, width: .max))
        return Cell(
          text: lines.filter { !$0.isEmpty }.joined(separator: " "),
          span: min(max(1, cell.integer("colspan") ?? 1), 100),
          isRight: [.right, .end].contains(styled[cell.style].text.textAlign), isHeader: cell.name == "th")
      }
    }
    return Block(
      lines: captions + (aligned(cells, width: min(width, tableWidth)) ?? records(cells, width: width)), isApart: true)
  }

  private func collectRows(
    of element: ContentElement, into rows: inout [[ContentElement]], captions: inout [String], width: Int
  ) {
    for child in element.elements {
      switch child.name {
      case "caption": captions += Self.joined(blocks(of: child, width: width))
      case "tr": rows.append(child.elements.filter { ["td", "th"].contains($0.name) })
      case "thead", "tbody", "tfoot": collectRows(of: child, into: &rows, captions: &captions, width: width)
      default: break
      }
    }
  }

  /// Returns nil if the columns do not fit.
  private func aligned(_ rows: [[Cell]], width: Int) -> [String]? {
    let count = rows.map { $0.reduce(0) { $0 + $1.span } }.max() ?? 0
    guard count <= width else { return nil }
    var widths = [Int](repeating: 0, count: count)
    for row in rows {
      var column = 0
      for cell in row {
        if cell.span == 1 { widths[column] = max(widths[column], TextColumns.count(cell.text)) }
        column += cell.span
      }
    }
    let total = widths.reduce(0, +) + 2 * (count - 1)
    guard total <= width else { return nil }
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      var line = ""
      var column = 0
      for cell in row {
        let end = min(column + cell.span, count)
        let available = widths[column..<end].reduce(0, +) + 2 * (end - column - 1)
        let padding = String(repeating: " ", count: max(0, available - TextColumns.count(cell.text)))
        if column > 0 { line += "  " }
        line += cell.isRight ? padding + cell.text : cell.text + padding
        column = end
      }
      while line.last == " " { line.removeLast() }
      lines.append(line)
      let isHead = index == 0 && rows.count > 1 && row.allSatisfy(\.isHeader)
      if isHead { lines.append(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")) }
    }
    return lines
  }

  private func records(_ rows: [[Cell]], width: Int) -> [String] {
    let head = rows.first.flatMap { $0.allSatisfy(\.isHeader) ? $0 : nil }
    var lines: [String] = []
    for row in rows.dropFirst(head == nil ? 0 : 1) {
      if !lines.isEmpty { lines.append("") }
      var column = 0
      for cell in row where !cell.text.isEmpty || cell.span > 0 {
        let name = head.flatMap { column < $0.count ? $0[column].text : nil } ?? ""
        column += cell.span
        if cell.text.isEmpty { continue }
        var inline = InlineText()
        inline.append(name.isEmpty ? cell.text : "\(name): \(cell.text)", keepsSpaces: false)
        lines += inline.lines(width: width)
      }
    }
    return lines
  }
}
