import Amounts
import Diagnostics
import Foundation

/// Pie charts.
extension ChartDrawing {
  static let maximumSlices = 8

  func pie(_ svg: inout SVGWriter) throws -> Double {
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
