import Amounts
import Diagnostics
import Foundation

/// Draws a chart as SVG, in px.
struct ChartDrawing {
  let data: ChartData
  let format: LocalFormat
  let unit: String
  /// Whether the bars of one category are on top of each other.
  let isStacked: Bool
  let width, height: Double

  /// Colours that differ in lightness too, so that they can be told apart on a black-and-white printer: L* of CIELAB is
  /// 20, 72, 39, 89, 29, 59, 48 and 79. Neighbours in a legend differ most.
  static let colors = ["#14325a", "#e9a23b", "#a8324f", "#cfe3ee", "#5a2d82", "#4f9d8a", "#c05a2e", "#b9cf7a"]

  private static let ink = "#1d242c"
  private static let grey = "#56626f"
  private static let fontSize = 12.0

  private var fonts: String {
    switch format.script {
    case "Jpan": "Noto Sans CJK JP, sans-serif"
    case "Hans": "Noto Sans CJK SC, sans-serif"
    case "Arab": "Noto Sans Arabic, sans-serif"
    default: "Carlito, Liberation Sans, sans-serif"
    }
  }

  /// - Returns: the drawing and its height, which can exceed `height` if the legend of a pie is below it.
  func svg(_ kind: ChartFigure.Kind) throws -> (content: SVGWriter, height: Double) {
    var svg = SVGWriter()
    switch kind {
    case .bar, .line:
      try axes(kind, &svg)
      return (svg, height)
    case .pie:
      let height = try pie(&svg)
      return (svg, height)
    }
  }

  // MARK: Text

  /// An estimate that is sufficient for margins.
  private func textWidth(_ text: String) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E80 ? 1 : $1.value == 0x20 || $1.value == 0x2E ? 0.28 : 0.54) }
      * Self.fontSize
  }

  /// The text with an ellipsis if it is wider.
  private func shortened(_ text: String, to width: Double) -> String {
    guard textWidth(text) > width else { return text }
    var text = text
    while !text.isEmpty, textWidth(text) > width - Self.fontSize { text.removeLast() }
    return text.trimmingCharacters(in: .whitespaces) + "…"
  }

  private func text(
    _ text: String, _ x: Double, _ y: Double, anchor: String, color: String = Self.grey, size: Double = Self.fontSize,
    rotation: Double? = nil, _ svg: inout SVGWriter
  ) {
    var attributes = [
      ("x", SVGWriter.number(x)), ("y", SVGWriter.number(y)), ("font-family", fonts),
      ("font-size", SVGWriter.number(size)), ("fill", color), ("text-anchor", anchor),
    ]
    // The anchors of SVG are relative to the direction; the positions here are not.
    if format.isRightToLeft { attributes.append(("direction", "ltr")) }
    if let rotation {
      attributes.append(
        ("transform", "rotate(\(SVGWriter.number(rotation)) \(SVGWriter.number(x)) \(SVGWriter.number(y)))"))
    }
    svg.element("text", attributes, content: text)
  }

  private func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String, _ width: Double, _ svg: inout SVGWriter
  ) {
    svg.element(
      "line",
      [
        ("x1", SVGWriter.number(x1)), ("y1", SVGWriter.number(y1)), ("x2", SVGWriter.number(x2)),
        ("y2", SVGWriter.number(y2)),
        ("stroke", color), ("stroke-width", SVGWriter.number(width)),
      ])
  }

  // MARK: Bars and lines

  private struct Plot {
    var left, top, right, bottom: Double
    var scale: ChartScale
    func y(_ value: Double) -> Double { bottom - (bottom - top) * scale.position(value) }
  }

  private func axes(_ kind: ChartFigure.Kind, _ svg: inout SVGWriter) throws {
    let values = data.series.flatMap { $0.values.compactMap { $0?.approximation } }
    var (low, high) = (values.min() ?? 0, values.max() ?? 0)
    if kind == .bar {
      if isStacked { (low, high) = stackedRange() }
      (low, high) = (min(0, low), max(0, high))
    }
    let scale = ChartScale(from: low, to: high, ticks: height < 200 ? 4 : 6)
    let labels = scale.ticks.map { format.number($0) }
    let legendHeight = data.series.contains { !$0.name.isEmpty } ? legend(&svg) : 0
    let unitHeight = unit.isEmpty ? 0 : Self.fontSize + 6
    var plot = Plot(
      left: (labels.map(textWidth).max() ?? 0) + 10, top: legendHeight + unitHeight + 8, right: width - 8,
      bottom: height - 24, scale: scale)
    let slot = (plot.right - plot.left) / Double(data.labels.count)
    let widest = data.labels.map(textWidth).max() ?? 0
    // Long labels are rotated and, beyond two fifths of the height, shortened; if there are too many, every n-th is
    // shown.
    let isRotated = widest > slot - 4 && (slot >= Self.fontSize + 2 || widest <= height / 4)
    let room = height * 0.4 / 0.71
    if isRotated { plot.bottom = height - 12 - min(widest, room) * 0.71 }
    guard plot.bottom - plot.top >= 30, slot > 0.5 else { throw FigureError("the chart is too small for its labels") }

    let isMirrored = format.isRightToLeft
    if !unit.isEmpty { text(unit, mirrored(plot.left), plot.top - 10, anchor: isMirrored ? "end" : "start", &svg) }
    for (tick, label) in zip(scale.ticks, labels) {
      let y = plot.y(tick.approximation)
      line(mirrored(plot.left), y, mirrored(plot.right), y, "#d5dbe1", 0.75, &svg)
      text(label, mirrored(plot.left - 6), y + 4, anchor: isMirrored ? "start" : "end", &svg)
    }
    let every = max(1, Int(((isRotated ? Self.fontSize + 2 : widest + 6) / slot).rounded(.up)))
    for (index, full) in data.labels.enumerated() where index % every == 0 {
      let label = isRotated ? shortened(full, to: room) : full
      let x = plot.left + slot * (Double(index) + 0.5)
      if isRotated {
        text(
          label, mirrored(x + 4), plot.bottom + 14, anchor: isMirrored ? "start" : "end",
          rotation: isMirrored ? 45 : -45,
          &svg)
      } else {
        text(label, mirrored(x), plot.bottom + 17, anchor: "middle", &svg)
      }
    }
    if kind == .bar { bars(plot, slot, &svg) } else { lines(plot, slot, &svg) }
    // The axis is at 0, or at the nearest end of the scale.
    let axis = plot.y(max(scale.minimum, min(0, scale.maximum)))
    line(mirrored(plot.left), axis, mirrored(plot.right), axis, Self.grey, 1, &svg)
  }

  /// A position from the side at which lines start: charts of right-to-left languages are read from the right.
  private func mirrored(_ x: Double) -> Double { format.isRightToLeft ? width - x : x }

  private func stackedRange() -> (low: Double, high: Double) {
    let sums = data.labels.indices.map { index in
      data.series.reduce(into: (low: 0.0, high: 0.0)) { sum, series in
        let value = series.values[index]?.approximation ?? 0
        if value < 0 { sum.low += value } else { sum.high += value }
      }
    }
    return (sums.map(\.low).min() ?? 0, sums.map(\.high).max() ?? 0)
  }

  private func bars(_ plot: Plot, _ slot: Double, _ svg: inout SVGWriter) {
    let columns = isStacked ? 1 : data.series.count
    let barWidth = min(48, slot * 0.76 / Double(columns))
    for index in data.labels.indices {
      let start = plot.left + slot * (Double(index) + 0.5) - barWidth * Double(columns) / 2
      var (above, below) = (0.0, 0.0)
      for (column, series) in data.series.enumerated() {
        guard let value = series.values[index]?.approximation else { continue }
        var base = 0.0
        if isStacked {
          base = value < 0 ? below : above
          if value < 0 { below += value } else { above += value }
        }
        let (top, bottom) = (plot.y(max(base, base + value)), plot.y(min(base, base + value)))
        let x = start + (isStacked ? 0 : barWidth * Double(column))
        svg.element(
          "rect",
          [
            ("x", SVGWriter.number(format.isRightToLeft ? width - x - barWidth : x)), ("y", SVGWriter.number(top)),
            ("width", SVGWriter.number(max(0.5, barWidth - (columns > 1 ? 1 : 0)))),
            ("height", SVGWriter.number(bottom - top)), ("fill", color(column)),
          ])
      }
    }
  }

  private func color(_ index: Int) -> String { Self.colors[index % Self.colors.count] }

  /// Lines differ in dashes and markers too.
  private static let dashes = ["", "6 3", "2 3", "9 3 2 3", "1 2", "12 4", "4 2 1 2", "8 2 2 2 2 2"]

  private func lines(_ plot: Plot, _ slot: Double, _ svg: inout SVGWriter) {
    for (column, series) in data.series.enumerated() {
      var path = ""
      var isDrawing = false
      var points: [(x: Double, y: Double)] = []
      for (index, value) in series.values.enumerated() {
        guard let value = value?.approximation else {
          isDrawing = false
          continue
        }
        let point = (x: mirrored(plot.left + slot * (Double(index) + 0.5)), y: plot.y(value))
        path += "\(isDrawing ? "L" : "M")\(SVGWriter.number(point.x)) \(SVGWriter.number(point.y))"
        isDrawing = true
        points.append(point)
      }
      var attributes = [
        ("d", path), ("fill", "none"), ("stroke", strokeColor(column)), ("stroke-width", "2"),
        ("stroke-linejoin", "round"),
      ]
      if !Self.dashes[column].isEmpty { attributes.append(("stroke-dasharray", Self.dashes[column])) }
      svg.element("path", attributes)
      guard points.count <= 40 else { continue }
      for point in points { marker(column, point.x, point.y, &svg) }
    }
  }

  /// Light colours are too faint for lines.
  private func strokeColor(_ index: Int) -> String {
    let dark = ["#14325a", "#b8741a", "#a8324f", "#5f8da6", "#5a2d82", "#2f7a68", "#c05a2e", "#7c9338"]
    return dark[index % dark.count]
  }

  private func marker(_ index: Int, _ x: Double, _ y: Double, _ svg: inout SVGWriter) {
    let (number, color) = (SVGWriter.number, strokeColor(index))
    switch index % 4 {
    case 0: svg.element("circle", [("cx", number(x)), ("cy", number(y)), ("r", "3"), ("fill", color)])
    case 1:
      svg.element(
        "rect", [("x", number(x - 3)), ("y", number(y - 3)), ("width", "6"), ("height", "6"), ("fill", color)])
    case 2: svg.element("path", [("d", "M\(number(x)) \(number(y - 4))l4 7h-8z"), ("fill", color)])
    default: svg.element("path", [("d", "M\(number(x)) \(number(y - 4))l4 4l-4 4l-4 -4z"), ("fill", color)])
    }
  }

  /// The names of the series, in rows.
  /// - Returns: its height.
  private func legend(_ svg: inout SVGWriter) -> Double {
    var (x, y) = (0.0, 4.0)
    for (index, series) in data.series.enumerated() {
      let entry = 18 + textWidth(series.name) + 16
      if x > 0, x + entry > width { (x, y) = (0, y + 18) }
      let left = format.isRightToLeft ? width - x - 12 : x
      svg.element(
        "rect",
        [
          ("x", SVGWriter.number(left)), ("y", SVGWriter.number(y)), ("width", "12"), ("height", "12"),
          ("fill", color(index)),
        ])
      text(
        series.name, format.isRightToLeft ? left - 6 : left + 18, y + 10,
        anchor: format.isRightToLeft ? "end" : "start",
        color: Self.ink, &svg)
      x += entry
    }
    return y + 20
  }

  // MARK: Pies

  static let maximumSlices = 8

  private func pie(_ svg: inout SVGWriter) throws -> Double {
    guard data.series.count == 1 else { throw FigureError("a pie shows one series; there are \(data.series.count)") }
    guard data.labels.count <= Self.maximumSlices else {
      throw FigureError("a pie can have \(Self.maximumSlices) slices; there are \(data.labels.count)")
    }
    let values = data.series[0].values.map { $0?.approximation ?? 0 }
    if let index = values.firstIndex(where: { $0 < 0 }) {
      throw FigureError("a pie cannot show the negative value of \(Quotation.of(data.labels[index]))")
    }
    let sum = values.reduce(0, +)
    guard sum > 0 else { throw FigureError("all values of the pie are 0") }
    let entries = legendEntries(values, sum)
    let widest = 18 + (entries.map(textWidth).max() ?? 0)
    var radius = min(height / 2 - 6, width / 4)
    let isBeside = 2 * radius + 32 + widest <= width
    if !isBeside { radius = min(width / 3, height / 2 - 6) }
    let side = isBeside ? radius + 6 : width / 2
    let (centerX, centerY) = (mirrored(side), isBeside ? height / 2 : radius + 4)
    var angle = -Double.pi / 2
    for (index, value) in values.enumerated() where value > 0 {
      let end = angle + 2 * .pi * value / sum
      slice(index, centerX, centerY, radius, angle, end, isWhole: value == sum, &svg)
      angle = end
    }
    let row = isBeside ? min(22, (height - 8) / Double(values.count)) : 20
    let total = isBeside ? height : 2 * radius + 16 + row * Double(values.count)
    let top = isBeside ? height / 2 - row * Double(values.count) / 2 : 2 * radius + 14
    pieLegend(entries, from: isBeside ? 2 * radius + 32 : 4, top: top, row: row, &svg)
    return total
  }

  private func slice(
    _ index: Int, _ x: Double, _ y: Double, _ radius: Double, _ start: Double, _ end: Double, isWhole: Bool,
    _ svg: inout SVGWriter
  ) {
    let number = SVGWriter.number
    let fill = ("fill", color(index))
    if isWhole {
      svg.element("circle", [("cx", number(x)), ("cy", number(y)), ("r", number(radius)), fill])
      return
    }
    func point(_ angle: Double) -> String { "\(number(x + radius * cos(angle))) \(number(y + radius * sin(angle)))" }
    let isLarge = end - start > .pi ? 1 : 0
    let path =
      "M\(number(x)) \(number(y))L\(point(start))A\(number(radius)) \(number(radius)) 0 \(isLarge) 1 \(point(end))z"
    svg.element("path", [("d", path), fill, ("stroke", "#fff"), ("stroke-width", "1.5")])
  }

  /// The slices in clockwise order from the top, with value and share.
  private func legendEntries(_ values: [Double], _ sum: Double) -> [String] {
    data.labels.indices.map { index in
      let share = ExactDecimal(mantissa: Int128((values[index] / sum * 1000).rounded()), scale: 1)
      let value = data.series[0].values[index].map { format.number($0) + (unit.isEmpty ? "" : " " + unit) } ?? ""
      return "\(data.labels[index])  \(value)  (\(format.percent(share)))"
    }
  }

  private func pieLegend(
    _ entries: [String], from left: Double, top: Double, row: Double, _ svg: inout SVGWriter
  ) {
    let isRightToLeft = format.isRightToLeft
    for (index, entry) in entries.enumerated() {
      let y = top + row * Double(index)
      let x = isRightToLeft ? width - left - 12 : left
      svg.element(
        "rect",
        [
          ("x", SVGWriter.number(x)), ("y", SVGWriter.number(y + row / 2 - 6)), ("width", "12"), ("height", "12"),
          ("fill", color(index)),
        ])
      text(
        shortened(entry, to: width - left - 18), isRightToLeft ? x - 6 : x + 18, y + row / 2 + 4,
        anchor: isRightToLeft ? "end" : "start", color: Self.ink, size: min(Self.fontSize, row - 1), &svg)
    }
  }
}
