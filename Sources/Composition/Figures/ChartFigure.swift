import Diagnostics

/// A chart as vectors, with alternative text, and its data as a table for tagged documents.
enum ChartFigure {
  enum Kind: String, CaseIterable { case bar, line, pie }

  /// - Parameters:
  ///   - naturalWidth: px, of charts without a width.
  ///   - isTagged: whether the data table is part of the document, for assistive software.
  /// - Throws: `FigureError` for data that cannot be drawn.
  static func markup(
    _ figure: FigureElement, format: LocalFormat, naturalWidth: Double, isTagged: Bool, medium: FigureMedium
  ) throws -> String {
    try figure.allow(only: ["type", "data", "unit", "width", "height", "table", "stacked", "title", "alt"])
    let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
    guard let type = figure.attribute("type") else { throw FigureError("there is no type; expected one of \(known)") }
    guard let kind = Kind(rawValue: type.lowercased()) else {
      throw FigureError("unknown type \(Quotation.of(type)); expected one of \(known)")
    }
    let data = try ChartData(figure)
    let table = figure.attribute("table")
    guard table == nil || table == "show" || table == "hide" else { throw FigureError("table: expected show or hide") }

    let width = try figure.length("width", in: 120...4000)
    let height = try figure.length("height", in: 80...4000)
    let drawing = ChartDrawing(
      data: data, format: format, unit: figure.attribute("unit") ?? "", isStacked: figure.has("stacked"),
      width: width ?? naturalWidth, height: height ?? (width ?? naturalWidth) / 2)
    let (svg, drawnHeight) = try drawing.svg(kind)
    let title = figure.attribute("title") ?? ""
    let label = figure.attribute("alt") ?? description(kind, title, data, format)
    var markup = "<figure\(figure.globalAttributes(adding: "pressrun-chart", style: "position: relative"))>"
    markup += SVGWriter.document(
      svg, width: drawing.width, height: drawnHeight, cssWidth: width.map { SVGWriter.number($0) + "px" } ?? "100%",
      display: "block", label: label)
    if !title.isEmpty { markup += "<figcaption>\(Escaping.html.escape(title))</figcaption>" }
    let isHidden = table == nil && isTagged && medium == .print
    if table == "show" || isHidden {
      markup += self.table(data, figure.attribute("unit") ?? "", format, isVisible: table == "show")
    }
    return markup + "</figure>"
  }

  /// The alternative text: a description of the chart, and the values of small charts.
  private static func description(_ kind: Kind, _ title: String, _ data: ChartData, _ format: LocalFormat) -> String {
    var text = title
    let values = data.series.map { series in
      let parts = zip(data.labels, series.values).compactMap { label, value in
        value.map { "\(label): \(format.number($0))" }
      }
      return (series.name.isEmpty ? "" : series.name + " – ") + parts.joined(separator: "; ")
    }
    let count = data.labels.count * data.series.count
    let detail =
      count <= 24
      ? values.joined(separator: ". ") : data.series.map(\.name).filter { !$0.isEmpty }.joined(separator: ", ")
    if !text.isEmpty, !detail.isEmpty { text += ". " }
    return text + detail
  }

  private static func table(_ data: ChartData, _ unit: String, _ format: LocalFormat, isVisible: Bool) -> String {
    func cell(_ name: String, _ text: String, _ attributes: String = "") -> String {
      let text = Escaping.html.escape(text)
      if isVisible { return "<\(name)\(attributes)>\(text)</\(name)>" }
      return "<\(name)\(attributes) style=\"border: 0; padding: 0; background: none\" aria-label=\"\(text)\"></\(name)>"
    }
    var rows = "<thead><tr>" + cell("th", unit, " scope=\"col\"")
    for series in data.series { rows += cell("th", series.name, " scope=\"col\"") }
    rows += "</tr></thead><tbody>"
    for (index, label) in data.labels.enumerated() {
      rows += "<tr>" + cell("th", label, " scope=\"row\"")
      for series in data.series {
        rows += cell("td", series.values[index].map(format.number) ?? "", " align=\"right\"")
      }
      rows += "</tr>"
    }
    // A hidden table has empty cells, whose texts are in the structure of the document only: nothing of it is on the
    // page, where it would be found by searches and copied with the labels of the chart.
    let style = "all: initial; display: table; position: absolute; top: 0; left: 0; border-spacing: 0"
    return "<table class=\"pressrun-chart-data\"\(isVisible ? "" : " style=\"\(style)\"")>\(rows)</tbody></table>"
  }
}
