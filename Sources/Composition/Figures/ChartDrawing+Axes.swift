import Amounts
import Diagnostics
import Foundation

/// Bar and line charts.
extension ChartDrawing {
  struct Plot {
    var left, top, right, bottom: Double
    var scale: ChartScale
    func y(_ value: Double) -> Double { bottom - (bottom - top) * scale.position(value) }
  }

  func axes(_ kind: ChartFigure.Kind, _ svg: inout SVGWriter) throws {
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
    let available = height * 0.4 / 0.71
    if isRotated { plot.bottom = height - 12 - min(widest, available) * 0.71 }
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
      let label = isRotated ? shortened(full, to: available) : full
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
  func mirrored(_ x: Double) -> Double { format.isRightToLeft ? width - x : x }

  private func stackedRange() -> (low: Double, high: Double) {
    let sums = data.labels.indices.map { index in
      data.series.reduce(into: (low: 0.0, high: 0.0)) { sum, series in
        let value = series.values[index]?.approximation ?? 0
        if value < 0 { sum.low += value } else { sum.high += value }
      }
    }
    return (sums.map(\.low).min() ?? 0, sums.map(\.high).max() ?? 0)
  }

  func bars(_ plot: Plot, _ slot: Double, _ svg: inout SVGWriter) {
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

  func color(_ index: Int) -> String { Self.colors[index % Self.colors.count] }

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
  func legend(_ svg: inout SVGWriter) -> Double {
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
}
