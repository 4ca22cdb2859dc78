/// Adds the formatting of all paragraphs, runs and tables to a catalog, and notes its indices in them.
struct FormattingCollector {
  private(set) var catalog: StyleCatalog

  init(_ catalog: StyleCatalog) { self.catalog = catalog }

  mutating func collect(_ blocks: inout [Block]) {
    for index in blocks.indices {
      switch blocks[index] {
      case .paragraph(var paragraph):
        collect(&paragraph)
        blocks[index] = .paragraph(paragraph)
      case .table(var table):
        table.formatting = catalog.add(table)
        for row in table.rows.indices {
          for cell in table.rows[row].cells.indices { collect(&table.rows[row].cells[cell].blocks) }
        }
        blocks[index] = .table(table)
      }
    }
  }

  private mutating func collect(_ paragraph: inout Paragraph) {
    paragraph.formatting = catalog.add(
      StyleCatalog.ParagraphFormatting(
        role: paragraph.role, properties: paragraph.properties, characters: paragraph.characters))
    for index in paragraph.content.indices {
      guard var format = paragraph.content[index].format else { continue }
      format.formatting = catalog.add(
        StyleCatalog.RunFormatting(paragraph: paragraph.formatting, role: format.role, properties: format.properties))
      paragraph.content[index].format = format
    }
  }
}

extension Inline {
  /// The formatting, if it is a run.
  var format: RunFormat? {
    get {
      switch self {
      case .text(_, let format), .lineBreak(let format), .tab(let format), .softHyphen(let format),
        .noBreakHyphen(let format), .field(_, let format), .picture(_, let format), .footnote(_, _, let format),
        .footnoteNumber(let format):
        format
      case .formula, .bookmark, .linkStart, .linkEnd, .tableOfContentsStart, .tableOfContentsEnd: nil
      }
    }
    set {
      guard let format = newValue else { return }
      switch self {
      case .text(let text, _): self = .text(text, format)
      case .lineBreak: self = .lineBreak(format)
      case .tab: self = .tab(format)
      case .softHyphen: self = .softHyphen(format)
      case .noBreakHyphen: self = .noBreakHyphen(format)
      case .field(let field, _): self = .field(field, format)
      case .picture(let picture, _): self = .picture(picture, format)
      case .footnote(let number, let mark, _): self = .footnote(number, mark: mark, format)
      case .footnoteNumber: self = .footnoteNumber(format)
      case .formula, .bookmark, .linkStart, .linkEnd, .tableOfContentsStart, .tableOfContentsEnd: break
      }
    }
  }
}
