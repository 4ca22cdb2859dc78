import Style

/// Writes the paragraphs and tables of one part with story content: the document, a header, a footer, or the footnotes.
struct PartWriter {
  var xml = XMLWriter()
  var relationships = Relationships()
  let catalog: StyleCatalog
  let bookmarks: [String]
  var media: MediaParts
  /// The next identifier of a drawing, which is unique in the document.
  var drawing: Int
  /// The bookmarks that are in the file.
  var written: Set<Int>
  /// Writes the properties of a section.
  var section: ((Int, inout XMLWriter, inout Relationships) -> Void)?
  /// The XML of the formatting of runs, two entries for each index: left-to-right, right-to-left.
  private var runFormats: [Int: [UInt8]] = [:]

  init(_ catalog: StyleCatalog, bookmarks: [String], media: MediaParts, drawing: Int, written: Set<Int>) {
    self.catalog = catalog
    self.bookmarks = bookmarks
    self.media = media
    self.drawing = drawing
    self.written = written
  }

  /// Starts the root element of the part.
  mutating func open(_ name: StaticString) {
    xml.open(name)
    xml.attribute("xmlns:w", Namespace.word)
    xml.attribute("xmlns:r", Namespace.relationships)
    xml.attribute("xmlns:wp", Namespace.wordDrawing)
    xml.attribute("xmlns:a", Namespace.drawing)
    xml.attribute("xmlns:pic", Namespace.picture)
  }

  mutating func write(_ blocks: [Block]) {
    for block in blocks {
      switch block {
      case .paragraph(let paragraph): write(paragraph)
      case .table(let table): write(table)
      }
    }
  }

  // MARK: - Paragraphs

  private mutating func write(_ paragraph: Paragraph) {
    xml.open("w:p")
    writeProperties(of: paragraph)
    write(paragraph.content)
    xml.close("w:p")
  }

  private mutating func writeProperties(of paragraph: Paragraph) {
    let style = catalog.paragraphStyle(ofFormatting: paragraph.formatting)
    var properties = XMLWriter(isDocument: false)
    if style.base != nil { properties.value("w:pStyle", style.name.id) }
    var base = style.properties
    if paragraph.numbering != nil {
      // The numbering level sets the indents.
      (base.left, base.firstLine) = (paragraph.properties.left, paragraph.properties.firstLine)
    }
    paragraph.properties.write(
      differingFrom: base, to: &properties,
      frame: { xml in
        guard let frame = paragraph.frame else { return }
        xml.open("w:framePr")
        xml.attribute("w:w", frame.width)
        xml.attribute("w:hSpace", frame.horizontalSpace)
        xml.attribute("w:vSpace", frame.verticalSpace)
        xml.attribute("w:wrap", "around")
        xml.attribute("w:vAnchor", "text")
        xml.attribute("w:hAnchor", "margin")
        xml.attribute("w:xAlign", frame.side)
        xml.attribute("w:y", 1)
        xml.close("w:framePr")
      },
      numbering: { xml in
        guard let number = paragraph.numbering else { return }
        xml.element("w:numPr") { xml in
          xml.value("w:ilvl", number.level)
          xml.value("w:numId", number.instance + 1)
        }
      })
    let mark = catalog.markDelta(ofFormatting: paragraph.formatting)
    if !mark.isEmpty { properties.element("w:rPr") { mark.write(to: &$0) } }
    if let index = paragraph.endsSection { section?(index, &properties, &relationships) }
    guard !properties.bytes.isEmpty else { return }
    let bytes = properties.bytes
    xml.element("w:pPr") { $0.fragment(bytes) }
  }

  // MARK: - Content of paragraphs

  /// Writes adjacent text of the same formatting as one run.
  private mutating func write(_ content: [Inline]) {
    var open: (text: String, format: RunFormat)?
    for item in content {
      if case .text(let text, let format) = item {
        if let previous = open?.format, rendered(previous) == rendered(format) {
          open?.text += text
          open?.format = format
          continue
        }
        if let run = open { write(.text(run.text, run.format)) }
        open = (text, format)
      } else {
        if let run = open { write(.text(run.text, run.format)) }
        open = nil
        write(item)
      }
    }
    if let run = open { write(.text(run.text, run.format)) }
  }

  private mutating func write(_ item: Inline) {
    switch item {
    case .text(let text, let format):
      run(format) { xml in
        xml.open("w:t")
        xml.attribute("xml:space", "preserve")
        xml.text(text)
        xml.close("w:t")
      }
    case .lineBreak(let format): run(format) { $0.empty("w:br") }
    case .tab(let format): run(format) { $0.empty("w:tab") }
    case .softHyphen(let format): run(format) { $0.empty("w:softHyphen") }
    case .noBreakHyphen(let format): run(format) { $0.empty("w:noBreakHyphen") }
    case .field(let field, let format): write(field, format)
    case .picture(let picture, let format): write(picture, format)
    case .formula(let formula): write(formula)
    case .footnote(let number, let mark, let format):
      run(format) { xml in
        xml.open("w:footnoteReference")
        if mark != nil { xml.attribute("w:customMarkFollows", "1") }
        xml.attribute("w:id", number)
        xml.close("w:footnoteReference")
        if let mark { xml.element("w:t") { $0.text(mark) } }
      }
    case .footnoteNumber(let format): run(format) { $0.empty("w:footnoteRef") }
    case .bookmark(let index): write(bookmark: index)
    case .linkStart(let target):
      xml.open("w:hyperlink")
      switch target {
      case .address(let address): xml.attribute("r:id", relationships.add("hyperlink", address, isExternal: true))
      case .bookmark(let index): xml.attribute("w:anchor", bookmarks[index])
      }
      xml.attribute("w:history", "1")
    case .linkEnd: xml.close("w:hyperlink")
    case .tableOfContentsStart(let levels):
      character("begin")
      instruction("TOC \\o \"\(levels.lowerBound)-\(levels.upperBound)\" \\h \\z \\u")
      character("separate")
    case .tableOfContentsEnd: character("end")
    }
  }

  mutating func run(_ format: RunFormat, _ content: (inout XMLWriter) -> Void) {
    xml.open("w:r")
    xml.fragment(rendered(format))
    content(&xml)
    xml.close("w:r")
  }

  /// The `w:rPr` of a run.
  private mutating func rendered(_ format: RunFormat) -> [UInt8] {
    let key = format.formatting * 2 + (format.isRightToLeft ? 1 : 0)
    if let known = runFormats[key] { return known }
    let (style, delta) = catalog.format(ofRun: format.formatting)
    var result = XMLWriter(isDocument: false)
    if style != nil || !delta.isEmpty || format.isRightToLeft {
      result.element("w:rPr") { xml in
        if let style { xml.value("w:rStyle", style.id) }
        delta.write(to: &xml, isRightToLeft: format.isRightToLeft)
      }
    }
    runFormats[key] = result.bytes
    return result.bytes
  }

  private mutating func write(bookmark index: Int) {
    // Content that Word repeats may contain the same element twice.
    guard written.insert(index).inserted else { return }
    xml.open("w:bookmarkStart")
    xml.attribute("w:id", index)
    xml.attribute("w:name", bookmarks[index])
    xml.close("w:bookmarkStart")
    xml.open("w:bookmarkEnd")
    xml.attribute("w:id", index)
    xml.close("w:bookmarkEnd")
  }

  private mutating func write(_ formula: Formula) {
    xml.open(formula.isDisplay ? "m:oMathPara" : "m:oMath")
    xml.attribute("xmlns:m", Namespace.math)
    if formula.isDisplay { xml.open("m:oMath") }
    xml.fragment(formula.xml)
    if formula.isDisplay { xml.close("m:oMath") }
    xml.close(formula.isDisplay ? "m:oMathPara" : "m:oMath")
  }

  private mutating func write(_ picture: Picture, _ format: RunFormat) {
    guard let reference = media.add(picture.image, width: picture.width, height: picture.height) else {
      if !picture.description.isEmpty { write(.text(picture.description, format)) }
      return
    }
    let raster = relationships.add("image", media.name(reference.raster))
    let vector = reference.vector.map { relationships.add("image", media.name($0)) }
    let id = drawing
    drawing += 1
    run(format) { DrawingWriter(picture: picture, id: id, raster: raster, vector: vector).write(to: &$0) }
  }

  // MARK: - Tables

  private mutating func write(_ table: Table) {
    let style = catalog.tables.styles[table.formatting]
    xml.open("w:tbl")
    TableWriter.writeProperties(of: table, style: style, to: &xml)
    xml.element("w:tblGrid") { xml in
      for width in table.columns {
        xml.open("w:gridCol")
        xml.attribute("w:w", width)
        xml.close("w:gridCol")
      }
    }
    for (index, row) in table.rows.enumerated() {
      xml.open("w:tr")
      TableWriter.writeProperties(of: row, spacing: table.properties.spacing, to: &xml)
      for cell in row.cells {
        xml.open("w:tc")
        TableWriter.writeProperties(of: cell, row: index, in: table, style: style, to: &xml)
        write(cell.blocks)
        xml.close("w:tc")
      }
      xml.close("w:tr")
    }
    xml.close("w:tbl")
  }
}
