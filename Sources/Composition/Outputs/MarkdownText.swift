import Style

/// A document as Markdown: CommonMark 0.31 with the tables and struck out text of GitHub Flavored Markdown.
struct MarkdownText {
  private let styled: StyledDocument

  init(styled: StyledDocument) { self.styled = styled }

  func text(of body: ContentElement) -> String {
    let lines = Self.joined(blocks(of: body))
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }

  private typealias Block = [String]

  private static func joined(_ blocks: [Block]) -> [String] {
    Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private func isBlock(_ element: ContentElement) -> Bool {
    if ["br", "img", "wbr"].contains(element.name) { return false }
    switch styled[element.style].box.display {
    case .inline, .contents, .inlineBlock, .inlineListItem, .inlineBlockListItem: return element.name == "hr"
    default: return true
    }
  }

  private func containsBlock(_ element: ContentElement) -> Bool {
    element.elements.contains { isBlock($0) || containsBlock($0) }
  }

  private func blocks(of element: ContentElement) -> [Block] {
    var blocks: [Block] = []
    var inline = MarkdownInline()
    func flush() {
      if !inline.isEmpty { blocks.append(paragraph(inline)) }
      inline = MarkdownInline()
    }
    for child in element.children {
      switch child {
      case .text(let text): inline.append(text)
      case .element(let child) where !isBlock(child) && !containsBlock(child): append(child, to: &inline)
      case .element(let child):
        flush()
        blocks += self.blocks(for: child)
      }
    }
    flush()
    return blocks
  }

  private func paragraph(_ inline: MarkdownInline) -> Block {
    inline.trimmed.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.drop(while: \.isWhitespace)).escapedAtLineStart
    }
  }

  private func blocks(for element: ContentElement) -> [Block] {
    switch element.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let level = element.name.utf8.last.map { Int($0) - 48 } ?? 1
      let text = inlineContent(of: element).line(breaks: " ")
      return text.isEmpty ? [] : [[String(repeating: "#", count: level) + " " + text]]
    case "ul", "ol": return [list(element)]
    case "blockquote": return [Self.joined(blocks(of: element)).map { $0.isEmpty ? ">" : "> " + $0 }]
    case "pre": return [code(element)]
    case "hr": return [["---"]]
    case "table": return table(element)
    default: return blocks(of: element)
    }
  }

  /// All text of an element as one paragraph.
  private func inlineContent(of element: ContentElement) -> MarkdownInline {
    var inline = MarkdownInline()
    appendChildren(of: element, to: &inline)
    return inline
  }

  private func appendChildren(of element: ContentElement, to inline: inout MarkdownInline) {
    for child in element.children {
      switch child {
      case .text(let text): inline.append(text)
      case .element(let child):
        if isBlock(child) { inline.append(" ") }
        append(child, to: &inline)
        if isBlock(child) { inline.append(" ") }
      }
    }
  }

  private func append(_ element: ContentElement, to inline: inout MarkdownInline) {
    func content(_ inline: inout MarkdownInline) { appendChildren(of: element, to: &inline) }
    switch element.name {
    case "br": inline.breakLine()
    case "img":
      if let alternative = element.alternative, !alternative.isEmpty {
        inline.enclose("![", { _ in "]()" }) { $0.append(alternative) }
      }
    case "b", "strong": inline.enclose(in: "**", content)
    case "i", "em", "cite", "dfn", "var": inline.enclose(in: "*", content)
    case "s", "del", "strike": inline.enclose(in: "~~", content)
    case "code", "kbd", "samp", "tt": inline.append(code: element.plainText)
    case "q": inline.enclose("\u{201C}", { _ in "\u{201D}" }, content)
    case "a":
      guard let address = element.attribute("href") else { return content(&inline) }
      inline.enclose("[", { _ in "](<\(Self.destination(address))>)" }, content)
    default: content(&inline)
    }
  }

  /// The destination of a link between angle brackets (CommonMark 0.31, section 6.3).
  private static func destination(_ address: String) -> String {
    address.replacing("\\", with: "%5C").replacing("<", with: "%3C").replacing(">", with: "%3E")
      .split(whereSeparator: \.isNewline).joined()
  }

  private func list(_ list: ContentElement) -> Block {
    var number = list.integer("start") ?? 1
    var items: [Block] = []
    for item in list.elements {
      if item.name == "ul" || item.name == "ol" {
        // A list in a list without an item around it.
        items.append(self.list(item).map { $0.isEmpty ? "" : "  " + $0 })
        continue
      }
      number = item.integer("value") ?? number
      let marker = list.name == "ol" ? "\(min(max(0, number), 999_999_999)). " : "- "
      number += 1
      let indent = String(repeating: " ", count: marker.count)
      let blocks = self.blocks(of: item)
      let isTight = blocks.count <= 2 && item.elements.allSatisfy { $0.name != "p" }
      let lines = isTight ? blocks.flatMap { $0 } : Self.joined(blocks)
      items.append(
        lines.isEmpty
          ? [String(marker.dropLast())]
          : lines.enumerated().map { $0 == 0 ? marker + $1 : $1.isEmpty ? "" : indent + $1 })
    }
    return items.contains { $0.contains("") } ? Self.joined(items) : items.flatMap { $0 }
  }

  private func code(_ element: ContentElement) -> Block {
    let text = element.plainText
    let fence = String(repeating: "`", count: max(3, text.longestRun(of: "`") + 1))
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return [fence] + lines + [fence]
  }
}

// MARK: - Tables

extension MarkdownText {
  private struct Row {
    var cells: [ContentElement]
    var isHead: Bool
  }

  private func table(_ table: ContentElement) -> [Block] {
    var captions: [Block] = []
    var rows: [Row] = []
    collectRows(of: table, isHead: false, into: &rows, captions: &captions)
    guard rows.contains(where: { $0.cells.count > 1 }) else {
      // A table for layout: its cells one after the other.
      return captions + rows.flatMap(\.cells).flatMap { blocks(of: $0) }
    }
    let lines = rows.map { row in
      row.cells.flatMap { cell -> [String] in
        let span = min(max(1, cell.integer("colspan") ?? 1), 100)
        return [cellText(cell)] + [String](repeating: "", count: span - 1)
      }
    }
    let columns = lines.map(\.count).max() ?? 0
    let hasHead = rows[0].isHead || rows[0].cells.allSatisfy { $0.name == "th" }
    let head = hasHead ? lines[0] : []
    let body = hasHead ? Array(lines.dropFirst()) : lines
    return captions + [[line(head, columns), rule(rows, columns)] + body.map { line($0, columns) }]
  }

  private func collectRows(
    of element: ContentElement, isHead: Bool, into rows: inout [Row], captions: inout [Block]
  ) {
    for child in element.elements {
      switch child.name {
      case "caption": captions += blocks(of: child)
      case "tr":
        rows.append(Row(cells: child.elements.filter { ["td", "th"].contains($0.name) }, isHead: isHead))
      case "thead", "tbody", "tfoot":
        collectRows(of: child, isHead: child.name == "thead", into: &rows, captions: &captions)
      default: break
      }
    }
  }

  /// The text of a cell, in which paragraphs are separated by `<br>`: a cell is one line. A `|` also ends a cell in
  /// code, unless there is a backslash before it (GitHub Flavored Markdown 0.29, section 4.10).
  private func cellText(_ cell: ContentElement) -> String {
    let paragraphs = blocks(of: cell).map {
      $0.map { $0.hasSuffix("\\") ? $0.dropLast() + "<br>" : $0 }.joined(separator: " ")
    }
    return paragraphs.joined(separator: "<br>").withEscapedBars
  }

  private func line(_ cells: [String], _ columns: Int) -> String {
    let filled = cells + [String](repeating: "", count: max(0, columns - cells.count))
    return "| " + filled.joined(separator: " | ") + " |"
  }

  /// The line below the head, with the columns' alignment, taken from the last row.
  private func rule(_ rows: [Row], _ columns: Int) -> String {
    let last = rows.last?.cells ?? []
    let marks = (0..<columns).map { column in
      guard column < last.count else { return "---" }
      switch styled[last[column].style].text.textAlign {
      case .right, .end: return "--:"
      case .center: return ":-:"
      default: return "---"
      }
    }
    return "| " + marks.joined(separator: " | ") + " |"
  }
}

extension ContentElement {
  /// The text of the element and its descendants, unchanged.
  fileprivate var plainText: String {
    children.map { child in
      switch child {
      case .text(let text): text
      case .element(let element): element.name == "br" ? "\n" : element.plainText
      }
    }.joined()
  }
}
