import Style

/// The styles of tables, one for each role, from the most frequent formatting of their cells.
struct TableStyles {
  /// The formatting of cells that a style gives.
  struct TableStyle {
    var name: StyleName
    var margins: Sides<Int>
    /// The borders of the table, and between its cells.
    var borders: Sides<Border>
    var inside: (horizontal: Border, vertical: Border)
    var shading: String
    var alignment: TableCell.VerticalAlignment
    /// The first row, if it is a header.
    var header: Header?

    struct Header {
      var top, bottom: Border
      var shading: String
      var alignment: TableCell.VerticalAlignment
    }
  }

  /// Counts the formatting of the cells of one role.
  fileprivate struct Sample {
    var margins = Interner<Sides<Int>>()
    var top = Interner<Border>()
    var right = Interner<Border>()
    var bottom = Interner<Border>()
    var left = Interner<Border>()
    var horizontal = Interner<Border>()
    var vertical = Interner<Border>()
    var shading = Interner<String>()
    var alignment = Interner<TableCell.VerticalAlignment>()
    var headerTop = Interner<Border>()
    var headerBottom = Interner<Border>()
    var headerShading = Interner<String>()
    var headerAlignment = Interner<TableCell.VerticalAlignment>()
  }

  private var samples: [Sample] = []
  private var roles: [TableRole] = []
  private var indices: [TableRole: Int] = [:]
  private(set) var styles: [TableStyle] = []

  /// Records the formatting of a table, and returns the index of its style.
  /// - Parameter limit: the largest number of styles; tables of further roles have the style of those without a class.
  mutating func add(_ table: Table, limit: Int) -> Int {
    let isKnown = indices[table.role] != nil || samples.count < limit
    let role = isKnown ? table.role : TableRole()
    let index = indices[role] ?? samples.count
    if index == samples.count {
      indices[role] = index
      roles.append(role)
      samples.append(Sample())
    }
    let last = (row: table.rows.count - 1, column: table.columns.count - 1)
    for (row, content) in table.rows.enumerated() {
      for cell in content.cells where cell.merge != .next {
        samples[index].add(
          cell, row: row, isHeader: row == 0 && content.isHeader, isLastRow: row == last.row,
          isLastColumn: cell.column + cell.columns > last.column)
      }
    }
    return index
  }

  mutating func decide(_ ids: inout Set<String>, _ names: inout Set<String>) {
    for (role, sample) in zip(roles, samples) {
      let words = role.classes.split(separator: " ").map { String($0).titleCase }.joined(separator: " ")
      let name = StyleName(own: words.isEmpty ? "Document Table" : "Table \(words)").unique(&ids, &names)
      styles.append(sample.style(named: name))
    }
  }
}

extension TableStyles.Sample {
  fileprivate mutating func add(_ cell: TableCell, row: Int, isHeader: Bool, isLastRow: Bool, isLastColumn: Bool) {
    let format = cell.format
    _ = (cell.column == 0 ? left.add(format.borders.left) : vertical.add(format.borders.left))
    _ = (isLastColumn ? right.add(format.borders.right) : vertical.add(format.borders.right))
    if isHeader {
      _ = (headerTop.add(format.borders.top), headerBottom.add(format.borders.bottom))
      _ = (headerShading.add(format.shading), headerAlignment.add(format.alignment))
      return
    }
    _ = (row == 0 ? top.add(format.borders.top) : horizontal.add(format.borders.top))
    _ = (isLastRow ? bottom.add(format.borders.bottom) : horizontal.add(format.borders.bottom))
    _ = (margins.add(format.margins), shading.add(format.shading), alignment.add(format.alignment))
  }

  fileprivate func style(named name: StyleName) -> TableStyles.TableStyle {
    var style = TableStyles.TableStyle(
      name: name, margins: margins.mostFrequent ?? Sides(0),
      borders: Sides(
        top: top.mostFrequent ?? .none, right: right.mostFrequent ?? .none, bottom: bottom.mostFrequent ?? .none,
        left: left.mostFrequent ?? .none),
      inside: (horizontal.mostFrequent ?? .none, vertical.mostFrequent ?? .none),
      shading: shading.mostFrequent ?? "auto", alignment: alignment.mostFrequent ?? .top)
    if let top = headerTop.mostFrequent, let bottom = headerBottom.mostFrequent {
      style.header = .init(
        top: top, bottom: bottom, shading: headerShading.mostFrequent ?? "auto",
        alignment: headerAlignment.mostFrequent ?? .top)
    }
    return style
  }
}

extension TableStyles.TableStyle {
  /// The formatting that the style gives to a cell.
  func format(row: Int, isHeader: Bool, isLastRow: Bool, isFirstColumn: Bool, isLastColumn: Bool) -> TableCell.Format {
    var format = TableCell.Format()
    format.margins = margins
    format.shading = shading
    format.alignment = alignment
    format.borders.left = isFirstColumn ? borders.left : inside.vertical
    format.borders.right = isLastColumn ? borders.right : inside.vertical
    format.borders.top = row == 0 ? borders.top : inside.horizontal
    format.borders.bottom = isLastRow ? borders.bottom : inside.horizontal
    if isHeader, row == 0, let header {
      format.borders.top = header.top
      format.borders.bottom = header.bottom
      format.shading = header.shading
      format.alignment = header.alignment
    } else if row == 1, let header, header.bottom.wins(over: inside.horizontal) {
      // The border of the header is drawn between both rows.
      format.borders.top = header.bottom
    }
    return format
  }
}
