import Layout
import Style
import TextShaping

/// A text decoration line (css-text-decor-3 §2).
struct DecorationLine {
  private var decoration: TextDecoration
  private let baseline: Double
  /// The upper edge of the line; of double lines, that of the line nearest to the text.
  private let edge: Double
  private let thickness: Double
  private var from: Double
  private var to: Double

  /// Thickness and position are those of Chromium, so that documents look as on their authors' screens.
  /// - Parameters:
  ///   - metrics: those of the text in the size of the decorating box.
  ///   - size: the font size of the decorating box, px.
  ///   - position: `text-underline-position`.
  init(
    _ decoration: TextDecoration, baseline: Double, top: Double, from: Double, to: Double, _ metrics: FontMetrics,
    size: Double, position: UnderlinePosition = []
  ) {
    self.decoration = decoration
    self.baseline = baseline
    self.from = from
    self.to = to
    let thickness =
      switch decoration.thickness {
      case .auto: max(1, size / 10)
      case .fromFont: max(1, metrics.underlineThickness)
      case .length(let length): length > 0 ? max(1, length.rounded()) : 0
      }
    self.thickness = thickness
    edge =
      switch decoration.line {
      // `text-underline-position: under` is below all descenders (css-text-decor-4 §2.7).
      case .underline where position.contains(.under): baseline + metrics.descent + (decoration.offset ?? 0)
      // The offset is the distance of the upper edge from the baseline (§2.9).
      case .underline where decoration.offset != nil: baseline + (decoration.offset ?? 0)
      case .underline where position.contains(.fromFont):
        baseline + metrics.underlinePosition - metrics.underlineThickness / 2
      case .underline: baseline + max(1, (thickness / 2).rounded(.up))
      case .overline: top - thickness.rounded(.down)
      case .lineThrough: baseline - metrics.ascent / 3 - thickness / 2
      }
  }

  /// The middle of a line that is not solid.
  private var y: Double { edge + thickness / 2 }

  /// The thickness of solid lines, which is whole px.
  private var solidThickness: Double { max(1, thickness.rounded(.down)) }

  /// From the upper edge of the first of two lines to that of the second, which is farther from the text.
  private var secondLine: Double {
    switch decoration.line {
    case .underline: thickness + 1
    case .overline: -(thickness + 1)
    case .lineThrough: (thickness + 1).rounded(.down)
    }
  }

  /// The upper edges of solid lines, at whole px.
  private var solidEdges: [Double] {
    let edges = decoration.style == .double ? [edge, edge + secondLine] : [edge]
    return edges.map { ($0 + 0.5).rounded(.down) }
  }

  /// The upper and lower edge of what is painted; nil for nothing.
  var band: ClosedRange<Double>? {
    guard thickness > 0 else { return nil }
    switch decoration.style {
    case .solid, .double:
      let edges = solidEdges
      return (edges.min() ?? edge)...(edges.max() ?? edge) + solidThickness
    case .dotted, .dashed: return edge...edge + thickness
    case .wavy:
      let wave = Wave(thickness, decoration.line)
      let reach = wave.height + thickness / 2
      return y + wave.offset - reach...y + wave.offset + reach
    }
  }

  /// The space between a glyph and the line that skips it, as wide as in Chromium.
  var inkMargin: Double { min(thickness, 13) }

  /// The parts of the line between gaps, which are in ascending order.
  func parts(without gaps: [ClosedRange<Double>]) -> [DecorationLine] {
    var parts: [DecorationLine] = []
    var rest = self
    for gap in gaps where gap.upperBound > rest.from && gap.lowerBound < to {
      if gap.lowerBound > rest.from {
        var part = rest
        part.to = gap.lowerBound
        parts.append(part)
      }
      rest.from = gap.upperBound
    }
    if rest.from < to { parts.append(rest) }
    return parts
  }

  /// Adds a line, or extends the preceding one if it is the same decoration, so that dashes and waves continue and a
  /// fallback font does not shift the line.
  static func append(_ line: DecorationLine, to lines: inout [DecorationLine]) {
    // Text has few decorations at a time, so the last few lines suffice.
    for index in lines.indices.suffix(4) where lines[index].isContinued(by: line) {
      lines[index].to = line.to
      return
    }
    lines.append(line)
  }

  private func isContinued(by next: DecorationLine) -> Bool {
    decoration == next.decoration && baseline == next.baseline && abs(to - next.from) < 0.05
  }

  /// Adds the outline to the canvas's path, for the winding rule. Lines of all styles are solid there.
  func addPath(to canvas: any Canvas) {
    guard thickness > 0, to > from else { return }
    let edges = decoration.style == .double ? solidEdges : [solidEdges[0]]
    for edge in edges {
      // Twice, because an outline of a glyph in the other direction would cancel it.
      for _ in 0..<2 { canvas.add(Rect(x: from, y: edge, width: to - from, height: solidThickness)) }
    }
  }

  /// The line in another colour.
  func colored(_ color: Color) -> DecorationLine {
    var line = self
    line.decoration.color = color
    return line
  }

  func paint(on canvas: any Canvas) {
    guard thickness > 0, to > from else { return }
    let color = decoration.color
    switch decoration.style {
    case .solid, .double:
      for edge in solidEdges {
        canvas.fill(Rect(x: from, y: edge, width: to - from, height: solidThickness), color)
      }
    case .dotted, .dashed:
      let style: BorderStyle = decoration.style == .dotted ? .dotted : .dashed
      canvas.move(to: Point(x: from, y: y))
      canvas.line(to: Point(x: to, y: y))
      canvas.stroke(color, .dashed(style, width: thickness, length: to - from))
    case .wavy: paintWave(on: canvas)
    }
  }

  /// The measures of waves, which are those of Chromium.
  private struct Wave {
    /// The amplitude, and the length of half a wave.
    let height, half: Double
    /// The distance from the middle of a straight line to that of the waves.
    let offset: Double

    init(_ thickness: Double, _ line: TextDecoration.Line) {
      let width = max(1, thickness)
      // The extremes of a cubic curve whose control points are so far above and below its ends.
      height = (0.5 + (3 * width + 0.5).rounded()) * 3.0.squareRoot() / 6
      half = 0.5 + (2 * width + 0.5).rounded()
      offset =
        switch line {
        case .underline: thickness + 1
        case .overline: -thickness - 1
        case .lineThrough: 0
        }
    }
  }

  /// Half waves, clipped at the ends.
  private func paintWave(on canvas: any Canvas) {
    let wave = Wave(thickness, decoration.line)
    let (height, half, y) = (wave.height, wave.half, y + wave.offset)
    // A hairline across a page has at most thousands of waves.
    guard (to - from) / half < 20_000 else { return }
    canvas.isolated {
      canvas.add(Rect(x: from, y: y - height - thickness, width: to - from, height: 2 * (height + thickness)))
      canvas.clip()
      // Waves begin at multiples of the period on the page, so that lines under neighbouring words fit together.
      let start = (from / (2 * half)).rounded(.down) * 2 * half
      canvas.move(to: Point(x: start, y: y))
      // Counted, because adding to a very large position does not change it.
      for index in 0..<max(0, Int(((to - start) / half).rounded(.up))) {
        let x = start + Double(index) * half
        let bend = y + (index.isMultiple(of: 2) ? -height : height) * 4 / 3
        canvas.curve(Point(x: x + half / 3, y: bend), Point(x: x + half * 2 / 3, y: bend), to: Point(x: x + half, y: y))
      }
      canvas.stroke(decoration.color, Stroke(width: thickness))
    }
  }
}
