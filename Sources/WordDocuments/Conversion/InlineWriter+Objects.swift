import Layout
import Markup
import Style

/// Boxes in lines: pictures, form controls, leaders, boxes with blocks, floats, and footnotes.
extension InlineWriter {
  mutating func add(atomic box: FlowBox, _ outer: RunFormat, link: String?, depth: Int) {
    let format = converter.format(of: box.style, node: box.node, inside: outer)
    if let bookmark = converter.bookmarks.index(of: box.node) { content.append(.bookmark(bookmark)) }
    switch box.content {
    case .picture(let picture):
      if let picture = converter.picture(picture, of: box) { content.append(.picture(picture, outer)) }
    case .formula(let formula):
      let formula = converter.formula(formula, in: box)
      if !formula.xml.isEmpty { content.append(.formula(formula)) }
    case .control(let control): content.append(.text(control.symbol, format))
    case .leader(let pattern):
      leader =
        pattern.contains(".") ? "dot" : pattern.contains("_") ? "underscore" : pattern.contains("-") ? "hyphen" : "none"
      content.append(.tab(format))
    case .lines(let lines): add(lines, outer: format, link: box.link ?? link, depth: depth + 1)
    case .boxes, .table: addText(of: box, format, depth: depth)
    case .blank: converter.warn("word_content_left_out", "The content of the element cannot be shown in Word", box.node)
    }
  }

  /// Adds the text of a box with blocks, which Word cannot have in a line.
  private mutating func addText(of box: FlowBox, _ format: RunFormat, depth: Int) {
    guard depth < 100 else { return }
    converter.warn(
      "word_block_in_line", "Word has no blocks in a line of text; the text of the box is set in the line", box.node)
    var parts = box.children
    if case .table(let table) = box.content { parts = table.rows.flatMap { $0.cells.map(\.box) } }
    for (index, part) in parts.enumerated() {
      if index > 0 { content.append(.text(" ", format)) }
      add(atomic: part, format, link: nil, depth: depth + 1)
    }
  }

  mutating func add(float box: FlowBox, _ format: RunFormat) {
    if case .picture(let picture) = box.content, var placed = converter.picture(picture, of: box) {
      placed.side = converter[box.style].box.float == .left ? .left : .right
      placed.distance = converter.edges(of: box.style, width: 0).margin
      content.append(.picture(placed, format))
      return
    }
    objects.append(box)
  }

  /// The texts of footnote calls, by inline box.
  static func texts(ofCallsIn lines: FlowLines) -> [Int: String] {
    var texts: [Int: String] = [:]
    for item in lines.items {
      if case .footnote = item.kind, let call = item.inline { texts[call] = "" }
    }
    for item in lines.items {
      guard let call = item.inline, texts[call] != nil else { continue }
      switch item.kind {
      case .text(let range): texts[call, default: ""] += String(decoding: lines.bytes[range], as: UTF8.self)
      case .reference(let reference): texts[call, default: ""] += reference.text
      default: break
      }
    }
    return texts
  }

  /// - Parameter text: that of the call.
  /// - Returns: whether the text of the call is replaced by Word's own.
  mutating func add(footnote body: FlowBox, call: Int?, text: String, _ format: RunFormat) -> Bool {
    guard allowsFootnotes else {
      converter.warn(
        "word_nested_footnote", "Word has no footnotes in footnotes and headers; the text is set in place", body.node)
      objects.append(body)
      return false
    }
    let number = firstFootnote + footnotes.count
    footnotes.append((number, body))
    var format = format
    format.role = CharacterRole(elements: "footnote-call")
    let isNumber = converter.document.numbersFootnotesByPage || text == String(number) || text.isEmpty
    content.append(.footnote(number, mark: isNumber ? nil : text, format))
    return call != nil
  }
}

extension Fragment.Control {
  /// The character that shows the control, or its value.
  var symbol: String {
    switch kind {
    case .checkBox: isChecked ? "\u{2611}" : "\u{2610}"
    case .radioButton: isChecked ? "\u{25C9}" : "\u{25CB}"
    case .slider, .progress, .meter: "\(Int((fraction * 100).rounded()))\u{A0}%"
    }
  }
}
