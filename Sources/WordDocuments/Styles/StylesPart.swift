import Style

/// Writes the part `word/styles.xml` (CT_Styles).
struct StylesPart {
  let catalog: StyleCatalog
  /// The language of the document.
  let language: String

  func write() -> [UInt8] {
    var xml = XMLWriter()
    xml.open("w:styles")
    xml.attribute("xmlns:w", Namespace.word)
    writeDefaults(to: &xml)
    for index in catalog.paragraphStyles.indices { writeParagraphStyle(index, to: &xml) }
    xml.open("w:style")
    xml.attribute("w:type", "character")
    xml.attribute("w:default", "1")
    xml.attribute("w:styleId", "DefaultParagraphFont")
    xml.value("w:name", "Default Paragraph Font")
    xml.value("w:uiPriority", 1)
    xml.empty("w:semiHidden")
    xml.close("w:style")
    for style in catalog.characterStyles { write(style, to: &xml) }
    writeNormalTable(to: &xml)
    for style in catalog.tables.styles { write(style, to: &xml) }
    xml.open("w:style")
    xml.attribute("w:type", "numbering")
    xml.attribute("w:default", "1")
    xml.attribute("w:styleId", "NoList")
    xml.value("w:name", "No List")
    xml.value("w:uiPriority", 99)
    xml.empty("w:semiHidden")
    xml.close("w:style")
    xml.close("w:styles")
    return xml.bytes
  }

  private func writeDefaults(to xml: inout XMLWriter) {
    xml.element("w:docDefaults") { xml in
      xml.element("w:rPrDefault") { xml in
        xml.element("w:rPr") { xml in
          // Formatting here would replace that of character styles in tables in LibreOffice, so it is in `Normal`.
          var delta = RunDelta()
          delta.font = RunProperties().font
          delta.size = RunProperties().size
          delta.write(to: &xml)
        }
      }
      xml.element("w:pPrDefault") { _ in }
    }
  }

  private func writeParagraphStyle(_ index: Int, to xml: inout XMLWriter) {
    let style = catalog.paragraphStyles[index]
    xml.open("w:style")
    xml.attribute("w:type", "paragraph")
    if style.base == nil { xml.attribute("w:default", "1") }
    if !style.name.isBuiltIn { xml.attribute("w:customStyle", "1") }
    xml.attribute("w:styleId", style.name.id)
    xml.value("w:name", style.name.name)
    if let base = style.base { xml.value("w:basedOn", catalog.paragraphStyles[base].name.id) }
    if let next = style.role.next, let index = catalog.paragraphStyles.firstIndex(where: { $0.role == next }) {
      xml.value("w:next", catalog.paragraphStyles[index].name.id)
    }
    xml.value("w:uiPriority", style.role.priority)
    xml.empty("w:qFormat")
    let base = style.base.map { catalog.paragraphStyles[$0] }
    var formatting = XMLWriter(isDocument: false)
    style.properties.write(differingFrom: base?.properties ?? ParagraphProperties(), to: &formatting)
    if !formatting.bytes.isEmpty { xml.element("w:pPr") { $0.fragment(formatting.bytes) } }
    let delta = RunDelta(from: base?.characters ?? RunProperties(), to: style.characters)
    if !delta.isEmpty { xml.element("w:rPr") { delta.write(to: &$0) } }
    xml.close("w:style")
  }

  private func write(_ style: StyleCatalog.CharacterStyle, to xml: inout XMLWriter) {
    xml.open("w:style")
    xml.attribute("w:type", "character")
    if !style.name.isBuiltIn { xml.attribute("w:customStyle", "1") }
    xml.attribute("w:styleId", style.name.id)
    xml.value("w:name", style.name.name)
    xml.value("w:basedOn", "DefaultParagraphFont")
    xml.value("w:uiPriority", 99)
    xml.empty("w:qFormat")
    xml.element("w:rPr") { style.delta.write(to: &$0) }
    xml.close("w:style")
  }

  private func writeNormalTable(to xml: inout XMLWriter) {
    xml.open("w:style")
    xml.attribute("w:type", "table")
    xml.attribute("w:default", "1")
    xml.attribute("w:styleId", "TableNormal")
    xml.value("w:name", "Normal Table")
    xml.value("w:uiPriority", 99)
    xml.empty("w:semiHidden")
    xml.element("w:tblPr") { xml in CellMargins.write(Sides(0), "w:tblCellMar", to: &xml) }
    xml.close("w:style")
  }

  private func write(_ style: TableStyles.TableStyle, to xml: inout XMLWriter) {
    xml.open("w:style")
    xml.attribute("w:type", "table")
    xml.attribute("w:customStyle", "1")
    xml.attribute("w:styleId", style.name.id)
    xml.value("w:name", style.name.name)
    xml.value("w:basedOn", "TableNormal")
    xml.value("w:uiPriority", 99)
    xml.element("w:tblPr") { xml in
      xml.element("w:tblBorders") { xml in
        style.borders.top.write("w:top", to: &xml)
        style.borders.left.write("w:left", to: &xml)
        style.borders.bottom.write("w:bottom", to: &xml)
        style.borders.right.write("w:right", to: &xml)
        style.inside.horizontal.write("w:insideH", to: &xml)
        style.inside.vertical.write("w:insideV", to: &xml)
      }
      CellMargins.write(style.margins, "w:tblCellMar", to: &xml)
    }
    Self.writeCell(shading: style.shading, style.alignment, to: &xml) { _ in }
    if let header = style.header {
      xml.open("w:tblStylePr")
      xml.attribute("w:type", "firstRow")
      Self.writeCell(shading: header.shading, header.alignment, to: &xml) { xml in
        xml.element("w:tcBorders") { xml in
          header.top.write("w:top", to: &xml)
          header.bottom.write("w:bottom", to: &xml)
        }
      }
      xml.close("w:tblStylePr")
    }
    xml.close("w:style")
  }

  private static func writeCell(
    shading: String, _ alignment: TableCell.VerticalAlignment, to xml: inout XMLWriter,
    borders: (inout XMLWriter) -> Void
  ) {
    xml.element("w:tcPr") { xml in
      borders(&xml)
      Shading.write(shading, to: &xml)
      xml.value("w:vAlign", alignment.rawValue)
    }
  }
}

/// Distances between the borders of cells and their text (CT_TblCellMar, CT_TcMar).
enum CellMargins {
  static func write(_ margins: Sides<Int>, _ name: StaticString, to xml: inout XMLWriter) {
    xml.element(name) { xml in
      write("w:top", margins.top, to: &xml)
      write("w:left", margins.left, to: &xml)
      write("w:bottom", margins.bottom, to: &xml)
      write("w:right", margins.right, to: &xml)
    }
  }

  private static func write(_ name: StaticString, _ width: Int, to xml: inout XMLWriter) {
    xml.open(name)
    xml.attribute("w:w", width)
    xml.attribute("w:type", "dxa")
    xml.close(name)
  }
}

/// The XML namespaces of the transitional form of ISO/IEC 29500.
enum Namespace {
  static let word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
  static let relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  static let drawing = "http://schemas.openxmlformats.org/drawingml/2006/main"
  static let math = "http://schemas.openxmlformats.org/officeDocument/2006/math"
  static let picture = "http://schemas.openxmlformats.org/drawingml/2006/picture"
  static let wordDrawing = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
  static let packageRelationships = "http://schemas.openxmlformats.org/package/2006/relationships"
  static let contentTypes = "http://schemas.openxmlformats.org/package/2006/content-types"
  static let coreProperties = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
  static let extendedProperties = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
  static let svg = "http://schemas.microsoft.com/office/drawing/2016/SVG/main"
}
