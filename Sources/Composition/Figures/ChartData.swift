import Amounts
import Diagnostics
import JSON
import Markup

/// The numbers of a chart: categories, and series with one value for each category.
struct ChartData {
  struct Series {
    var name: String
    /// It is nil where there is no value.
    var values: [ExactDecimal?]
  }

  var labels: [String]
  var series: [Series]

  static let maximumLabels = 500
  static let maximumSeries = 8

  /// Reads the data from the attribute `data`, or from the table in the element.
  init(_ figure: FigureElement) throws {
    let table = Self.table(in: figure)
    switch (figure.attribute("data"), table) {
    case (let json?, nil): self = try Self.parse(json)
    case (nil, let table?): self = try Self.read(table, figure.document)
    case (nil, nil): throw FigureError("there is no data: set the attribute data, or put a table into the element")
    case (_?, _?): throw FigureError("there are both the attribute data and a table; remove one")
    }
    try check()
  }

  private init(labels: [String], series: [Series]) {
    self.labels = labels
    self.series = series
  }

  private func check() throws {
    guard !labels.isEmpty, !series.isEmpty else { throw FigureError("the data is empty") }
    guard labels.count <= Self.maximumLabels else {
      throw FigureError("a chart can have \(Self.maximumLabels) categories; there are \(labels.count)")
    }
    guard series.count <= Self.maximumSeries else {
      throw FigureError("a chart can have \(Self.maximumSeries) series; there are \(series.count)")
    }
    for entry in series where entry.values.count != labels.count {
      let name = entry.name.isEmpty ? "the series" : "the series \(Quotation.of(entry.name))"
      throw FigureError("\(name) has \(entry.values.count) values for \(labels.count) labels")
    }
    guard series.contains(where: { $0.values.contains { $0 != nil } }) else { throw FigureError("there is no value") }
  }

  // MARK: JSON

  /// `{"Q1": 4, "Q2": 5}` or `{"labels": ["Q1", "Q2"], "series": [{"name": "Sales", "values": [4, 5]}]}`.
  private static func parse(_ json: String) throws -> ChartData {
    let value: JSONValue
    do {
      value = try Payload.parse(Array(json.utf8))
    } catch {
      throw FigureError("data is not JSON: \(error.message) (\(error.place))")
    }
    guard case .object(let object) = value else {
      throw FigureError(
        #"data: expected {"label": number, …} or {"labels": […], "series": [{"name": …, "values": […]}]}"#)
    }
    guard object["series"] != nil || object["labels"] != nil else {
      var values: [ExactDecimal?] = []
      for member in object.members { values.append(try number(member.value, at: JSONPath.root.member(member.name))) }
      return ChartData(labels: object.members.map(\.name), series: [Series(name: "", values: values)])
    }
    do {
      let fields = try Fields(value)
      let labels = try fields.strings("labels")
      var series: [Series] = []
      for entry in try fields.objects("series") {
        var values: [ExactDecimal?] = []
        guard case .array(let elements)? = entry["values"] else {
          throw FigureError("data: \(entry.path(of: "values")): expected an array of numbers")
        }
        for (index, element) in elements.enumerated() {
          values.append(try number(element, at: entry.path(of: "values").element(index)))
        }
        series.append(Series(name: try entry.optionalString("name") ?? "", values: values))
      }
      return ChartData(labels: labels, series: series)
    } catch let error as CompositionError {
      throw FigureError("data: \(error)")
    }
  }

  private static func number(_ value: JSONValue, at path: JSONPath) throws -> ExactDecimal? {
    if value == .null { return nil }
    do {
      return try Fields.decimal(value, at: path)
    } catch {
      throw FigureError("data: \(error)")
    }
  }

  // MARK: Tables

  static func table(in figure: FigureElement) -> NodeID? {
    let range = Int(figure.node.index) + 1..<Int(figure.document[figure.node].subtreeEnd.index)
    return range.map { NodeID(UInt32($0)) }.first { figure.document.isElement($0, .table) }
  }

  /// The first row contains the names of the series, the first cell of each other row the label.
  private static func read(_ table: NodeID, _ document: Document) throws -> ChartData {
    var rows: [[NodeID]] = []
    for index in Int(table.index) + 1..<Int(document[table].subtreeEnd.index) {
      let node = NodeID(UInt32(index))
      guard document.isElement(node, .tr) else { continue }
      rows.append(document.children(of: node).filter { document.isElement($0, .td) || document.isElement($0, .th) })
    }
    rows.removeAll(where: \.isEmpty)
    guard let head = rows.first, rows.count >= 2, head.count >= 2 else {
      throw FigureError("the table needs a row of names, and rows of a label and numbers")
    }
    var series = head.dropFirst().map { Series(name: text($0, document), values: []) }
    for (index, row) in rows.dropFirst().enumerated() {
      guard row.count == head.count else {
        throw FigureError("row \(index + 2) of the table has \(row.count) cells, but the first row has \(head.count)")
      }
      for (column, cell) in row.dropFirst().enumerated() {
        series[column].values.append(try number(cell, document, row: index + 2, column: column + 2))
      }
    }
    return ChartData(labels: rows.dropFirst().map { text($0[0], document) }, series: Array(series))
  }

  private static func text(_ node: NodeID, _ document: Document) -> String {
    document.textContent(node).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The attribute `data-value`, or the cell's text. An empty cell has no value.
  private static func number(_ cell: NodeID, _ document: Document, row: Int, column: Int) throws -> ExactDecimal? {
    let shown = document.attribute(cell, "data-value") ?? text(cell, document)
    if shown.isEmpty || shown == "–" || shown == "—" { return nil }
    guard let number = ExactDecimal(shown.replacing("\u{2212}", with: "-")) else {
      throw FigureError(
        "row \(row), column \(column) of the table: expected a number such as 1234.5, found \(Quotation.of(shown)); "
          + "write formatted numbers with the attribute data-value")
    }
    return number
  }
}

extension ExactDecimal {
  /// The value as a floating-point number, for drawing.
  var approximation: Double { Double(description) ?? 0 }
}
