/// Rules of the tables in the structure tree (ISO 14289-1, 7.5; ISO 32000-1, 14.8.4.3.4).
extension ConformanceCheck {
  /// A table has at most one head, foot and caption; in PDF/UA-1, a head or foot is beside a body, and a caption is at
  /// an end.
  mutating func checkGroups(_ table: Node) {
    let types = table.kids.map(\.type)
    func count(_ type: PDFName) -> Int { types.count { $0 == type } }
    for type in ["THead", "TFoot", "Caption"] as [PDFName] where count(type) > 1 {
      log.add(.tableParts, "more than one \(type.text), \(place(table.number))")
    }
    guard profile == .pdfUA1 else { return }
    if count("TBody") == 0, count("THead") + count("TFoot") > 0 {
      log.add(.tableParts, "no TBody, \(place(table.number))")
    }
    if types.dropFirst().dropLast().contains("Caption") {
      log.add(.tableParts, "Caption between rows, \(place(table.number))")
    }
  }

  /// Places of a table, in all rows, that are checked. A cell may claim to span thousands of columns.
  private static let maximumGridPlaces = 50_000_000

  /// Whether cells cover a rectangle, each place once.
  mutating func checkGrid(_ table: Node) {
    var rows: [Node] = []
    for kid in table.kids { rows += kid.type == "TR" ? [kid] : kid.kids.filter { $0.type == "TR" } }
    var work = Self.maximumGridPlaces
    /// The number of further rows that a cell above covers, by column.
    var open: [Int] = []
    var width: Int?
    for row in rows {
      work -= open.count + row.kids.reduce(0) { $0 + span($1, "ColSpan") }
      guard work > 0 else { return log.add(.tableGrid, "\(place(table.number)): too large to be checked") }
      var covered = open.map { $0 > 0 }
      var next = open.map { max(0, $0 - 1) }
      var column = 0
      for cell in row.kids {
        while column < covered.count, covered[column] { column += 1 }
        let (columns, height) = (span(cell, "ColSpan"), span(cell, "RowSpan"))
        for _ in 0..<columns {
          if column == covered.count {
            covered.append(false)
            next.append(0)
          }
          if covered[column] { log.add(.tableGrid, place(row.number)) }
          covered[column] = true
          next[column] = max(next[column], height - 1)
          column += 1
        }
      }
      let isFull = !covered.contains(false)
      if !isFull || width.map({ $0 != covered.count }) ?? false { log.add(.tableGrid, place(row.number)) }
      width = width ?? covered.count
      open = next
    }
    if open.contains(where: { $0 > 0 }) { log.add(.tableGrid, place(table.number)) }
  }

  private func span(_ cell: Node, _ key: PDFName) -> Int {
    let attributes = resolve(cell.dictionary["A"])
    for object in attributes.array ?? [attributes] {
      if let span = dictionary(object).flatMap({ resolve($0[key]).integer }) { return min(max(1, span), 4096) }
    }
    return 1
  }
}
