import Layout
import Markup
import Style

/// Footnotes (`float: footnote`, css-gcpm-3 §2).
extension Converter {
  /// Converts the body of the next footnote.
  func addFootnote(_ body: FlowBox) throws(WordError) {
    let outer = (blocks, pending)
    blocks = []
    pending = Pending()
    // The number is reserved before footnotes in this one are refused.
    let index = footnotes.count
    footnotes.append([])
    let page = pageStyle(named: nil, isFirst: false)
    var context = BlockContext(width: page.box.contentWidth)
    context.base = .footnote
    context.element = body.node
    try convertInside(body, context)
    if blocks.isEmpty { try appendParagraph(separator()) }
    if case .table? = blocks.last { try appendParagraph(separator()) }
    footnotes[index] = numbered(blocks, body)
    (blocks, pending) = outer
  }

  /// Replaces the number in the marker at the start of a footnote by Word's own.
  private func numbered(_ blocks: [Block], _ body: FlowBox) -> [Block] {
    var result = blocks
    guard case .paragraph(var paragraph)? = blocks.first else { return blocks }
    let position = paragraph.content.firstIndex {
      if case .text = $0 { true } else if case .field = $0 { true } else { false }
    }
    let hasMarker = document.pseudoStyles[PseudoElement(body.node, .footnoteMarker)] != nil
    if hasMarker, let position, case .text(let text, var format) = paragraph.content[position] {
      let rest = text.drop { $0.isNumber }
      if rest.count < text.count {
        paragraph.content[position] = .text(String(rest), format)
        format.role = CharacterRole(elements: "footnote-marker")
        paragraph.content.insert(.footnoteNumber(format), at: position)
        result[0] = .paragraph(paragraph)
      }
    }
    return result
  }

  // MARK: - Tables of contents

  /// Records that consecutive paragraphs are a table of contents, if each has the page number of another element.
  func recordTableOfContents(_ range: Range<Int>) {
    for block in blocks[range] {
      guard case .paragraph(let paragraph) = block, paragraph.refersToPages else { return }
    }
    contents.removeAll { range.contains($0.blocks.lowerBound) }
    contents.append(ContentsRange(blocks: range))
  }

  /// Encloses tables of contents in fields, by which Word updates them.
  func markContents() {
    for entry in contents {
      var levels: Set<Int> = []
      for index in entry.blocks {
        guard case .paragraph(var paragraph) = blocks[index] else { continue }
        let level = min(9, paragraph.referredLevel ?? 1)
        levels.insert(level)
        paragraph.role = ParagraphRole(base: .contents(level))
        blocks[index] = .paragraph(paragraph)
      }
      guard let least = levels.min(), let most = levels.max() else { continue }
      if case .paragraph(var first) = blocks[entry.blocks.lowerBound] {
        first.content.insert(.tableOfContentsStart(levels: least...most), at: 0)
        blocks[entry.blocks.lowerBound] = .paragraph(first)
      }
      if case .paragraph(var last) = blocks[entry.blocks.upperBound - 1] {
        last.content.append(.tableOfContentsEnd)
        blocks[entry.blocks.upperBound - 1] = .paragraph(last)
      }
    }
  }
}

/// A table of contents: indices of the document's blocks.
struct ContentsRange {
  var blocks: Range<Int>
}
