/// The placement of pages on larger or smaller sheets: side by side, in a grid, as a booklet, or reduced one by one.
package struct SheetLayout: Hashable, Sendable {
  /// Which page is where.
  package enum Order: String, CaseIterable, Sendable {
    /// Page after page, along the rows.
    case pages
    /// Each document has a column, which its pages fill downwards; documents after the last column start on a new
    /// sheet.
    case documents
    /// Two pages on each side of a sheet, so that the folded sheets are a book.
    case booklet
  }

  package var order = Order.pages
  /// Cells beside each other on a sheet.
  package var columns = 1
  /// Cells above each other on a sheet.
  package var rows = 1
  /// The sheet in points. Nil: the size of the first page, portrait or landscape, whichever allows larger pages.
  package var size: Size?
  /// The factor by which all pages are scaled; nil to fit each into its cell.
  package var scale: Double?
  /// Points between cells.
  package var gap = 0.0
  /// Points between the cells and the edges of the sheet.
  package var margin = 0.0
  /// Whether the first column is the right one.
  package var isRightToLeft = false

  package init() {}

  /// The scale if each page fills its own sheet: such pages can be painted at that scale instead of being placed.
  /// Nil otherwise.
  package var scaleOfFilledSheets: Double? {
    order == .pages && grid == (1, 1) && size == nil && margin == 0 ? scale : nil
  }

  /// The size of a sheet in points.
  package struct Size: Hashable, Sendable {
    package var width, height: Double
    package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
    var turned: Size { Size(width: height, height: width) }
  }

  struct Sheet {
    var size: Size
    var cells: [(page: Int, matrix: PDFMatrix)] = []
  }

  /// - Parameters:
  ///   - pages: the pages as displayed, in points.
  ///   - documents: ranges of `pages`.
  /// - Returns: where each page is placed, as a transformation of the displayed page.
  func sheets(of pages: [Size], documents: [Range<Int>]) -> [Sheet] {
    guard let first = pages.first else { return [] }
    let size = size ?? sheet(for: first)
    return slots(pages.count, documents).map { slots in
      var sheet = Sheet(size: size)
      for (cell, page) in slots.enumerated() {
        guard let page else { continue }
        sheet.cells.append((page, placement(of: pages[page], in: cell, of: size)))
      }
      return sheet
    }
  }

  /// The sizes of the sheets of a file's pages.
  package func sizes(of pages: [PDFPage], documents: [Range<Int>]) -> [Size] {
    let sizes = pages.map { Size(width: $0.width, height: $0.height) }
    return sheets(of: sizes, documents: documents.isEmpty ? [sizes.indices] : documents).map(\.size)
  }

  /// The pages of each sheet by cell, along the rows; nil for cells that stay empty.
  private func slots(_ count: Int, _ documents: [Range<Int>]) -> [[Int?]] {
    switch order {
    case .pages:
      let cells = columns * rows
      return stride(from: 0, to: count, by: cells).map { start in
        (start..<start + cells).map { $0 < count ? $0 : nil }
      }
    case .booklet:
      let sides = (count + 3) / 4 * 2
      func page(_ number: Int) -> Int? { number < count ? number : nil }
      return (0..<sides).map { side in
        let (outer, inner) = (page(2 * sides - 1 - side), page(side))
        return side.isMultiple(of: 2) ? [outer, inner] : [inner, outer]
      }
    case .documents:
      return stride(from: 0, to: documents.count, by: columns).flatMap { start in
        slots(of: documents[start..<min(start + columns, documents.count)])
      }
    }
  }

  /// The pages of documents side by side.
  private func slots(of documents: ArraySlice<Range<Int>>) -> [[Int?]] {
    let longest = documents.map(\.count).max() ?? 0
    return stride(from: 0, to: longest, by: rows).map { first in
      var cells: [Int?] = []
      for row in 0..<rows {
        for column in 0..<columns {
          let index = documents.startIndex + column
          guard index < documents.endIndex, first + row < documents[index].count else {
            cells.append(nil)
            continue
          }
          cells.append(documents[index].lowerBound + first + row)
        }
      }
      return cells
    }
  }

  private var grid: (columns: Int, rows: Int) { order == .booklet ? (2, 1) : (columns, rows) }

  private func cell(of sheet: Size) -> Size {
    let (columns, rows) = grid
    return Size(
      width: max(1, (sheet.width - 2 * margin - Double(columns - 1) * gap) / Double(columns)),
      height: max(1, (sheet.height - 2 * margin - Double(rows - 1) * gap) / Double(rows)))
  }

  private func fit(_ page: Size, in cell: Size) -> Double { min(cell.width / page.width, cell.height / page.height) }

  private func sheet(for page: Size) -> Size {
    if let scale, grid == (1, 1) {
      return Size(width: page.width * scale + 2 * margin, height: page.height * scale + 2 * margin)
    }
    return fit(page, in: cell(of: page)) > fit(page, in: cell(of: page.turned)) ? page : page.turned
  }

  /// Centred in its cell; at the top if documents are side by side, so that their first lines are level.
  private func placement(of page: Size, in index: Int, of sheet: Size) -> PDFMatrix {
    let (columns, rows) = grid
    let cell = cell(of: sheet)
    let (row, position) = (index / columns, index % columns)
    let column = isRightToLeft ? columns - 1 - position : position
    let left = margin + Double(column) * (cell.width + gap)
    let bottom = margin + Double(rows - 1 - row) * (cell.height + gap)
    let scale = scale ?? fit(page, in: cell)
    let (freeWidth, freeHeight) = (cell.width - page.width * scale, cell.height - page.height * scale)
    // The pages of a booklet meet at the fold.
    let x = order == .booklet ? (column == 0 ? freeWidth : 0) : freeWidth / 2
    let y = order == .documents ? freeHeight : freeHeight / 2
    return PDFMatrix.scale(scale).followed(by: .translation(left + x, bottom + y))
  }
}
