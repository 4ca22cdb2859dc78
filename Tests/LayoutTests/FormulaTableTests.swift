import TestTraits
import Testing

/// Matrices and aligned equations (MathML Core §3.5, MathML 3 §3.5).
@Suite(.hangLimit) struct FormulaTableTests {
  private func table(_ attributes: String = "", _ rows: String...) -> String {
    let cells = rows.map { row in
      "<mtr>" + row.map { "<mtd><mn>" + ($0 == "w" ? "12345" : String($0)) + "</mn></mtd>" }.joined() + "</mtr>"
    }
    return "<mtable \(attributes)>\(cells.joined())</mtable>"
  }

  /// Cells have 2.5 px of padding above and below and 4 px at their sides. The middle is at the axis.
  @Test func tablesAreCentredAtTheAxis() throws {
    let matrix = try FormulaParts(table("", "12", "34"))
    #expect(matrix.parts == ["4,8.5 1", "17,8.5 2", "4,19.5 3", "17,19.5 4"])
    #expect(matrix.size == "26×22")
    // 11 px above and below the axis, which is 2.5 px above the baseline of the others.
    #expect(try formulaParts(table("", "12", "34") + "<mn>5</mn>").last == "26,13.5 5")
  }

  @Test func columnsAreAligned() throws {
    func places(_ attributes: String) throws -> [String] {
      try formulaParts(table(attributes, "1w", "ww")).prefix(2).map { String($0.split(separator: ",")[0]) }
    }
    #expect(try places("") == ["14", "37"])
    #expect(try places("columnalign=left") == ["4", "37"])
    #expect(try places("columnalign='right left'") == ["24", "37"])
  }

  @Test func stylesOfCellsAlignThem() throws {
    let rows = "<mtr><mtd style='text-align: right'><mn>1</mn></mtd></mtr><mtr><mtd><mn>12345</mn></mtd></mtr>"
    #expect(try formulaParts("<mtable>\(rows)</mtable>").first?.hasPrefix("24,") == true)
  }

  @Test func spacingReplacesThePaddingBetweenCells() throws {
    #expect(try FormulaParts(table("columnspacing=0em rowspacing=3px", "12", "34")).size == "18×20")
  }

  @Test func linesAreBetweenColumnsAndRows() throws {
    let parts = try formulaParts(table("columnlines='none solid' rowlines=solid frame=solid", "123", "456"))
    #expect(parts.filter { $0.contains("×") }.count == 1 + 1 + 4)
  }

  @Test func rowsHaveAVerticalAlignment() throws {
    let cells = "<mtd><mspace height=20px></mspace></mtd><mtd><mn>1</mn></mtd>"
    func place(_ attributes: String) throws -> String {
      try formulaParts("<mtable \(attributes)><mtr>\(cells)</mtr></mtable>")[0]
    }
    #expect(try place("").hasSuffix(",22.5 1"))
    #expect(try place("rowalign=top").hasSuffix(",8.5 1"))
    #expect(try place("rowalign=center").hasSuffix(",15.5 1"))
  }

  @Test func cellsSpanColumnsAndRows() throws {
    let rows =
      "<mtr><mtd rowspan=2><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr><mtr><mtd columnspan=2><mn>4</mn></mtd></mtr>"
    let parts = try formulaParts("<mtable>\(rows)</mtable>")
    #expect(parts == ["4,14 1", "17,8.5 2", "17,19.5 3", "10.5,30.5 4"])
  }

  @Test func bracketsOfMatricesAreAsHighAsTheRows() throws {
    let size = try FormulaParts("<mo>(</mo>\(table("", "1", "2", "3"))<mo>)</mo>").size
    #expect(size.hasSuffix("×35"))
  }

  /// The number of columns is limited, and so is the work for spans.
  @Test func manySpansTakeLittleTime() throws {
    let row = "<mtr>" + String(repeating: "<mtd columnspan=999999 rowspan=999999></mtd>", count: 300) + "</mtr>"
    _ = try FormulaParts("<mtable>\(String(repeating: row, count: 100))</mtable>")
  }
}
