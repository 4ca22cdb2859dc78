import Style

/// Writes the properties of tables, rows and cells (CT_TblPr, CT_TrPr, CT_TcPr) in the order of the schema.
enum TableWriter {
  static func writeProperties(of table: Table, style: TableStyles.TableStyle, to xml: inout XMLWriter) {
    let properties = table.properties
    xml.element("w:tblPr") { xml in
      xml.value("w:tblStyle", style.name.id)
      if properties.isRightToLeft { xml.empty("w:bidiVisual") }
      width("w:tblW", table.columns.reduce(0, +), to: &xml)
      if properties.alignment != .left { xml.value("w:jc", properties.alignment.rawValue) }
      if properties.spacing > 0 { width("w:tblCellSpacing", properties.spacing, to: &xml) }
      if properties.alignment == .left, properties.indent != 0 { width("w:tblInd", properties.indent, to: &xml) }
      xml.open("w:tblLayout")
      xml.attribute("w:type", properties.isFixed ? "fixed" : "autofit")
      xml.close("w:tblLayout")
      let hasHeader = table.rows.first?.isHeader == true
      xml.open("w:tblLook")
      xml.attribute("w:val", hasHeader ? "0620" : "0600")
      xml.attribute("w:firstRow", hasHeader ? 1 : 0)
      xml.attribute("w:lastRow", 0)
      xml.attribute("w:firstColumn", 0)
      xml.attribute("w:lastColumn", 0)
      xml.attribute("w:noHBand", 1)
      xml.attribute("w:noVBand", 1)
      xml.close("w:tblLook")
    }
  }

  static func writeProperties(of row: TableRow, spacing: Int, to xml: inout XMLWriter) {
    guard row.isUnbreakable || row.isHeader || row.height > 0 || spacing > 0 else { return }
    xml.element("w:trPr") { xml in
      if row.isUnbreakable { xml.empty("w:cantSplit") }
      if row.height > 0 {
        xml.open("w:trHeight")
        xml.attribute("w:val", row.height)
        xml.attribute("w:hRule", "atLeast")
        xml.close("w:trHeight")
      }
      if row.isHeader { xml.empty("w:tblHeader") }
      if spacing > 0 { width("w:tblCellSpacing", spacing, to: &xml) }
    }
  }

  static func writeProperties(
    of cell: TableCell, row: Int, in table: Table, style: TableStyles.TableStyle, to xml: inout XMLWriter
  ) {
    let lastRow = table.rows.count - 1
    let given = style.format(
      row: row, isHeader: table.rows[row].isHeader, isLastRow: row == lastRow, isFirstColumn: cell.column == 0,
      isLastColumn: cell.column + cell.columns >= table.columns.count)
    let format = cell.format
    xml.element("w:tcPr") { xml in
      let end = min(table.columns.count, cell.column + cell.columns)
      width("w:tcW", table.columns[cell.column..<end].reduce(0, +), to: &xml)
      if cell.columns > 1 { xml.value("w:gridSpan", cell.columns) }
      switch cell.merge {
      case .none: break
      case .start: xml.value("w:vMerge", "restart")
      case .next: xml.empty("w:vMerge")
      }
      writeBorders(format.borders, given: given.borders, to: &xml)
      if format.shading != given.shading { Shading.write(format.shading, to: &xml) }
      if format.forbidsWrap { xml.empty("w:noWrap") }
      if format.margins != given.margins { CellMargins.write(format.margins, "w:tcMar", to: &xml) }
      if format.alignment != given.alignment { xml.value("w:vAlign", format.alignment.rawValue) }
    }
  }

  private static func writeBorders(_ borders: Sides<Border>, given: Sides<Border>, to xml: inout XMLWriter) {
    guard borders != given else { return }
    xml.element("w:tcBorders") { xml in
      if borders.top != given.top { borders.top.write("w:top", to: &xml) }
      if borders.left != given.left { borders.left.write("w:left", to: &xml) }
      if borders.bottom != given.bottom { borders.bottom.write("w:bottom", to: &xml) }
      if borders.right != given.right { borders.right.write("w:right", to: &xml) }
    }
  }

  private static func width(_ name: StaticString, _ twips: Int, to xml: inout XMLWriter) {
    xml.open(name)
    xml.attribute("w:w", twips)
    xml.attribute("w:type", "dxa")
    xml.close(name)
  }
}
